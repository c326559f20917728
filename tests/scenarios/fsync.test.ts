// No answer leaves before its transaction is on the disk: between the writing of the log and the
// answer the system is told to sync it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TradingRun, buildProgram } from '../support/killer';
import { Traders, USERS, seededDice } from '../support/killer-traders';
import { PACED_START_MS } from '../support/paced-feed';
import type { Said } from '../support/trading-process';

const ANSWERS = 500;
const hasStrace = spawnSync('strace', ['-V']).status === 0;

/**
 * Has one command after another answered under strace: what the system was asked for, line by line,
 * and how many commands were repeats.
 */
async function tracedCalls(): Promise<{ calls: string[]; repeats: number }> {
  const program = await buildProgram('trading-process');
  const dir = mkdtempSync(join(tmpdir(), 'frontmonth-fsync-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  onTestFinished(() => program.remove());
  const trace = join(dir, 'trace');
  const traders = new Traders(seededDice(1));
  let answers = 0;
  const onSaid = (line: Said): void => {
    if (line.said === 'answer') {
      traders.hear(line);
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
  // The feed stands still, so that every transaction is that of a command.
  const run: TradingRun = new TradingRun(
    {
      program: program.file,
      dataDir: join(dir, 'data'),
      seed: 'fsync',
      fromMs: PACED_START_MS,
      barsPerSecond: 0.001,
      under,
      onSaid,
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
  /** Answers to commands that wrote nothing: repeats of earlier ones. */
  repeats: number;
  readonly early: string[];
}

const CALL = /^(\d+)\s+(?:<\.\.\. )?(\w+)(?:\(\d+<([^>]*)>| resumed>)/;

/**
 * Walks through the calls of the thread that answers; a call that another thread interrupts counts
 * from its end.
 */
function tally(calls: readonly string[]): Tally {
  const result: Tally = { answers: 0, repeats: 0, early: [] };
  const begun = new Map<string, string>();
  let log: 'unchanged' | 'written' | 'synced' = 'unchanged';
  for (const line of calls) {
    const [, thread = '', call = '', named] = CALL.exec(line) ?? [];
    const path = named ?? begun.get(thread) ?? '';
    if (line.endsWith('<unfinished ...>')) {
      begun.set(thread, path);
      if (call.includes('sync')) continue;
    }
    if (path.endsWith('-wal')) log = call.includes('sync') ? 'synced' : 'written';
    if (!line.includes('"{\\"said\\":\\"answer')) continue;
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
        'NOT PROVED: strace is not installed here, so nobody watched the syncs. .ci/run installs it.',
      );
      return;
    }
    const traced = await tracedCalls();
    const { answers, repeats, early } = tally(traced.calls);
    console.info(
      `${answers} answers: ${answers - repeats} after a transaction and its sync, ${repeats} repeats that wrote nothing, ${early.length} before the sync`,
    );
    expect({ answers, early, repeats }).toEqual({
      answers: ANSWERS,
      early: [],
      repeats: traced.repeats,
    });
  },
);

test('an answer before the sync would be seen', () => {
  const write = '7  pwrite64(20</d/frontmonth.db-wal>, "\\0"..., 24, 32) = 24';
  const sync = '7  fdatasync(20</d/frontmonth.db-wal>) = 0';
  const answer = '7  write(1<socket:[1]>, "{\\"said\\":\\"answer\\",\\"re"..., 300) = 300';
  expect(tally([write, sync, answer])).toMatchObject({ answers: 1, early: [] });
  expect(tally([write, answer, sync]).early).toHaveLength(1);
  expect(
    tally([write, '7  fdatasync(20</d/frontmonth.db-wal> <unfinished ...>', answer]).early,
  ).toHaveLength(1);
  expect(
    tally([
      write,
      '7  fdatasync(20</d/frontmonth.db-wal> <unfinished ...>',
      '7  <... fdatasync resumed>) = 0',
      answer,
    ]).early,
  ).toEqual([]);
});
