// Terminal process to be killed: commands arrive as JSON lines; each result is sent after its
// commit.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import { getSelectedBook } from '../../app/trading/domain/book';
import type { CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import { compareProjections } from '../../app/models/log/compare-projections.server';
import type { StoredJournal } from '../../app/models/log/journal.server';
import { createPacedFeed } from './paced-feed';

/** Output lines, JSON. */
export type ProcessOutput =
  | { readonly type: 'loaded' }
  | {
      readonly type: 'ready';
      readonly logSeq: number;
      readonly recoveryMs: number;
      readonly trading: string;
      readonly differences: readonly string[];
    }
  | {
      readonly type: 'answer';
      readonly result: CommandResult;
      readonly nowMs: number;
      readonly positions: readonly string[];
      readonly orders: readonly string[];
    };

const MARKS_FD = 3;
const BEGINS = Buffer.from('B');
const ENDS = Buffer.from('E');

/** Writes a byte before and after each transaction, to detect kills inside one. */
const withTransactionMarks = (journal: StoredJournal): StoredJournal => ({
  ...journal,
  commit(commit) {
    writeSync(MARKS_FD, BEGINS);
    journal.commit(commit);
    writeSync(MARKS_FD, ENDS);
  },
});

const writeOutput = (line: ProcessOutput): void => void writeSync(1, `${JSON.stringify(line)}\n`);

function sendResult(desk: Terminal, result: CommandResult): void {
  const state = desk.state();
  const book = getSelectedBook(state, result.envelope.userId);
  writeOutput({
    type: 'answer',
    result,
    nowMs: state.nowMs,
    positions: Object.keys(book?.positions ?? {}),
    orders: Object.keys(book?.orders ?? {}),
  });
}

function openDesk(): Terminal {
  const [dataDir = '', seed = '', fromMs = '', barsPerSecond = ''] = process.argv.slice(2);
  const feed = createPacedFeed(seed, Number(fromMs));
  const wrapJournal = process.env['KILL_MARKS'] === 'on' ? withTransactionMarks : undefined;
  return openTerminal({
    dataDir,
    source: createHistorySource({ feed, barsPerSecond: Number(barsPerSecond) }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    ...(wrapJournal ? { wrapJournal } : {}),
  });
}

/** Waits for the opening time, so that two processes can open in the same millisecond. */
async function waitForStartTime(lines: AsyncIterator<string>): Promise<void> {
  if (process.env['WAITS_FOR_MOMENT'] !== 'on') return;
  writeOutput({ type: 'loaded' });
  const { value } = (await lines.next()) as IteratorResult<string, undefined>;
  const atMs = Number(value);
  while (Date.now() < atMs);
}

async function runProcess(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  await waitForStartTime(lines);
  const desk = openDesk();
  const { logSeq, recoveryMs, trading } = desk.status();
  writeOutput({
    type: 'ready',
    logSeq,
    recoveryMs,
    trading: trading.state,
    differences: compareProjections(desk.db, desk.state()),
  });
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    void desk
      .execute(JSON.parse(line.value) as CommandEnvelope)
      .then((result) => sendResult(desk, result));
  }
  await desk.close();
  process.exit(0);
}

runProcess().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
