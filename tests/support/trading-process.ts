// A desk in a process of its own, to be killed: commands come as JSON lines, each answer leaves as
// one line once it is true on disk.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import { selectedBook } from '../../app/trading/domain/book';
import type { CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import { compareProjections } from '../../app/models/log/comparison.server';
import type { StoredJournal } from '../../app/models/log/journal.server';
import { pacedFeed } from './paced-feed';

/** What is said on standard output, one JSON line each. */
export type Said =
  | { readonly said: 'loaded' }
  | {
      readonly said: 'ready';
      readonly logSeq: number;
      readonly recoveryMs: number;
      readonly trading: string;
      readonly differences: readonly string[];
    }
  | {
      readonly said: 'answer';
      readonly result: CommandResult;
      readonly nowMs: number;
      readonly positions: readonly string[];
      readonly orders: readonly string[];
    };

const MARKS_FD = 3;
const BEGINS = Buffer.from('B');
const ENDS = Buffer.from('E');

/**
 * Writes a byte before and after each transaction, so that who kills knows whether it was inside
 * one.
 */
const marked = (journal: StoredJournal): StoredJournal => ({
  ...journal,
  commit(commit) {
    writeSync(MARKS_FD, BEGINS);
    journal.commit(commit);
    writeSync(MARKS_FD, ENDS);
  },
});

const say = (line: Said): void => void writeSync(1, `${JSON.stringify(line)}\n`);

function answer(desk: Terminal, result: CommandResult): void {
  const state = desk.state();
  const book = selectedBook(state, result.envelope.userId);
  say({
    said: 'answer',
    result,
    nowMs: state.nowMs,
    positions: Object.keys(book?.positions ?? {}),
    orders: Object.keys(book?.orders ?? {}),
  });
}

function open(): Terminal {
  const [dataDir = '', seed = '', fromMs = '', barsPerSecond = ''] = process.argv.slice(2);
  const feed = pacedFeed(seed, Number(fromMs));
  const wrapJournal = process.env['KILL_MARKS'] === 'on' ? marked : undefined;
  return openTerminal({
    dataDir,
    source: historySource({ feed, barsPerSecond: Number(barsPerSecond) }),
    timeZone: 'America/New_York',
    auditsBehind: false,
    ...(wrapJournal ? { wrapJournal } : {}),
  });
}

/**
 * Waits for the word at which moment to open the desk: two processes that spin until the same
 * millisecond truly meet.
 */
async function moment(lines: AsyncIterator<string>): Promise<void> {
  if (process.env['WAITS_FOR_MOMENT'] !== 'on') return;
  say({ said: 'loaded' });
  const { value } = (await lines.next()) as IteratorResult<string, undefined>;
  const atMs = Number(value);
  while (Date.now() < atMs);
}

async function run(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  await moment(lines);
  const desk = open();
  const { logSeq, recoveryMs, trading } = desk.status();
  say({
    said: 'ready',
    logSeq,
    recoveryMs,
    trading: trading.state,
    differences: compareProjections(desk.db, desk.state()),
  });
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    void desk
      .execute(JSON.parse(line.value) as CommandEnvelope)
      .then((result) => answer(desk, result));
  }
  await desk.close();
  process.exit(0);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
