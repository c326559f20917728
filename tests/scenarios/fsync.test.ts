// No answer is sent before its transaction is synced to disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TradingRun, buildProgram } from '../support/killer';
import { Traders, USERS, createSeededRandomFunction } from '../support/killer-traders';
import { PACED_START_MS } from '../support/paced-feed';
import type { ProcessOutput } from '../support/trading-process';
import { chooseSize } from '../support/run-size';

const ANSWERS = chooseSize(200, 500);
const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** Runs commands under strace. Returns the system calls and the number of repeats. */
async function tracedCalls(): Promise<{ calls: string[]; repeats: number }> {
  const program = await buildProgram('trading-process');
  const dir = mkdtempSync(join(tmpdir(), 'frontmonth-fsync-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  onTestFinished(() => program.remove());
  const trace = join(dir, 'trace');
  const traders = new Traders(createSeededRandomFunction(1));
  let answers = 0;
  const onSaid = (line: ProcessOutput): void => {
    if (line.type === 'answer') {
      traders.recordResult(line);
      answers += 1;
    }
    if (answers < ANSWERS) run.send(traders.next(USERS[answers % USERS.length] ?? 'ann'));
    else run.finish();
  };
  const under = [
    'strace',
    '-f',
    '-qq',
    '-y',
    '-s',
    '24',
    '-e',
    'trace=write,writev,pwrite64,fsync,fdatasync',
    '-o',
    trace,
  ];
  // The feed is idle, so that every transaction is a command's.
  const run: TradingRun = new TradingRun(
    {
      program: program.file,
      dataDir: join(dir, 'data'),
      seed: 'fsync',
      fromMs: PACED_START_MS,
      barsPerSecond: 0.001,
      under,
      onOutput: onSaid,
    },
    null,
  );
  const ending = await run.ended;
  expect(ending, ending.errors).toMatchObject({ code: 0 });
  expect(traders.faults).toEqual([]);
  return { calls: readFileSync(trace, 'utf8').split('\n'), repeats: traders.repeats };
}

interface Tally {
  answers: number;
  /** Answers without a write: repeats of earlier commands. */
  repeats: number;
  readonly early: string[];
}

const CALL = /^(\d+)\s+(?:<\.\.\. )?(\w+)(?:\(\d+<([^>]*)>| resumed>)/;

/** Follows the system calls of the answering thread; an interrupted call counts from its end. */
function countAnswers(calls: readonly string[]): Tally {
  const result: Tally = { answers: 0, repeats: 0, early: [] };
  const startedCalls = new Map<string, string>();
  let log: 'unchanged' | 'written' | 'synced' = 'unchanged';
  for (const line of calls) {
    const [, thread = '', call = '', named] = CALL.exec(line) ?? [];
    const path = named ?? startedCalls.get(thread) ?? '';
    if (line.endsWith('<unfinished ...>')) {
      startedCalls.set(thread, path);
      if (call.includes('sync')) continue;
    }
    if (path.endsWith('-wal')) log = call.includes('sync') ? 'synced' : 'written';
    if (!line.includes('"{\\"type\\":\\"answer')) continue;
    result.answers += 1;
    if (log === 'written') result.early.push(line);
    if (log === 'unchanged') result.repeats += 1;
    log = 'unchanged';
  }
  return result;
}

test(
  `each of ${ANSWERS} answers follows a sync of the log it was written to`,
  { timeout: 240_000 },
  async () => {
    if (!hasStrace) {
      console.warn(
        'NOT PROVED: strace is not installed, so syncs were not traced. .ci/run installs it.',
      );
      return;
    }
    const traced = await tracedCalls();
    const { answers, repeats, early } = countAnswers(traced.calls);
    console.info(
      `${answers} answers: ${answers - repeats} after a transaction and its sync, ${repeats} repeats that wrote nothing, ${early.length} before the sync`,
    );
    expect({ answers, early }).toEqual({ answers: ANSWERS, early: [] });
    // Only repeats write nothing. The engine may write and sync something else, such as a valuation,
    // just before one.
    expect(repeats).toBeLessThanOrEqual(traced.repeats);
    expect(repeats).toBeGreaterThan(0);
  },
);

test('detects an answer before the sync', () => {
  const write = '7  pwrite64(20</d/frontmonth.db-wal>, "\\0"..., 24, 32) = 24';
  const sync = '7  fdatasync(20</d/frontmonth.db-wal>) = 0';
  const answer = '7  write(1<socket:[1]>, "{\\"type\\":\\"answer\\",\\"re"..., 300) = 300';
  expect(countAnswers([write, sync, answer])).toMatchObject({ answers: 1, early: [] });
  expect(countAnswers([write, answer, sync]).early).toHaveLength(1);
  expect(
    countAnswers([write, '7  fdatasync(20</d/frontmonth.db-wal> <unfinished ...>', answer]).early,
  ).toHaveLength(1);
  expect(
    countAnswers([
      write,
      '7  fdatasync(20</d/frontmonth.db-wal> <unfinished ...>',
      '7  <... fdatasync resumed>) = 0',
      answer,
    ]).early,
  ).toEqual([]);
});
