// Live trading process to be killed: a terminal with its database, and our broker connected to a gateway
// of the test. Commands arrive as JSON lines; each commit is followed by a line with the account.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Terminal } from '../../app/models/desk/terminal';
import type { StoredJournal } from '../../app/models/log/journal.server';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { startTimer } from '../../app/server/feeds/pump.server';
import { type Book, getBookId } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { Instrument } from '../../app/trading/domain/instrument';
import { findMonthInstrument } from '../../app/trading/market/contract-month';
import { findReportedOrder } from '../../app/trading/engine/ended-orders';
import type { DeskState } from '../../app/trading/engine/state';
import type { RemoteBroker } from '../../app/trading/ports';
import type { KillAim } from './live-kill-moments';
import { createQuoteSource } from './quote-source';

/** A line of the test. */
export type ProcessInput =
  | { readonly type: 'aim'; readonly aim: KillAim }
  | { readonly type: 'command'; readonly command: Command };

/** The live account after a commit. */
export interface AccountState {
  readonly type: 'account';
  /** Connected, and compared with its broker. */
  readonly isReady: boolean;
  /** Why the account or all trading is halted; null if neither is. */
  readonly halt: string | null;
  /** Orders that wait for an answer of the broker. */
  readonly waiting: number;
  /** Working orders. */
  readonly working: number;
  /** Signed lots of all positions. */
  readonly heldLots: number;
}

export type LiveOutput =
  | { readonly type: 'opened' }
  | AccountState
  | { readonly type: 'answer'; readonly isDone: boolean; readonly message: string };

const USER = 'ann';
const BOOK_ID = getBookId(USER, 'live');
const MARKS_FD = 3;
const [dataDir = '', port = '', account = '', instrumentId = ''] = process.argv.slice(2);
const instrument = findInstrument();

let aim: KillAim | null = null;

function findInstrument(): Instrument {
  const found = findMonthInstrument(instrumentId);
  if (!found) throw new Error(`${instrumentId} is a contract month`);
  return found;
}

const writeOutput = (line: LiveOutput): void => void writeSync(1, `${JSON.stringify(line)}\n`);
/** Does not return. */
const killProcess = (): void => void process.kill(process.pid, 'SIGKILL');

/** True at the commit of the aimed record. */
function isAimedCommit(types: readonly string[]): boolean {
  if (aim?.at !== 'commit') return false;
  const { record } = aim;
  const nth = aim.nth - types.filter((type) => type === record).length;
  const isAimed = aim.nth > 0 && nth <= 0;
  aim = { ...aim, nth };
  return isAimed;
}

/** Kills the process before or after the aimed transaction, or has it killed inside. */
const withKills = (journal: StoredJournal): StoredJournal => ({
  ...journal,
  commit: (commit) => {
    const isAimed = isAimedCommit(commit.records.map(({ type }) => type));
    const when = isAimed && aim?.at === 'commit' ? aim.when : null;
    if (when === 'before') killProcess();
    if (when === 'inside') writeSync(MARKS_FD, 'B');
    journal.commit(commit);
    if (when === 'inside') writeSync(MARKS_FD, 'E');
    // One that was not killed in time inside is killed here.
    if (when !== null) killProcess();
  },
});

function createBroker(state: () => DeskState): RemoteBroker {
  const broker = new IbkrBroker({
    address: {
      host: '127.0.0.1',
      port: Number(port),
      clientId: 7,
      account,
      requestsPerSecond: 2000,
    },
    findOrder: (id) => {
      const book = state().books[BOOK_ID];
      return book && findReportedOrder(book, id);
    },
    listInstruments: () => [instrument],
    nowMs: () => state().nowMs,
    setTimer: startTimer,
  });
  const { submitOrder } = broker;
  return Object.assign(broker, {
    submitOrder: (...call: Parameters<typeof submitOrder>) => {
      const reports = submitOrder.apply(broker, call);
      if (aim?.at === 'sending') killProcess();
      return reports;
    },
  });
}

const isWaiting = ({ state, cancelRequest }: Book['orders'][string]): boolean =>
  state === 'SENT' || state === 'UNKNOWN' || cancelRequest !== undefined;

function describeAccount({ books, links, trading }: DeskState): AccountState {
  const book = books[BOOK_ID];
  const orders = Object.values(book?.orders ?? {});
  return {
    type: 'account',
    isReady: links[BOOK_ID]?.state === 'ready',
    halt: trading.state === 'HALTED' ? trading.reason : (book?.halt?.reason ?? null),
    waiting: orders.filter(isWaiting).length,
    working: orders.length,
    heldLots: Object.values(book?.positions ?? {}).reduce(
      (sum, { direction, lots }) => sum + (direction === 'LONG' ? lots : -lots),
      0,
    ),
  };
}

function openDesk(): Terminal {
  const desk = openTerminal({
    dataDir,
    source: createQuoteSource(instrument, true),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    wrapJournal: withKills,
    createBrokers: (state) => ({ listUsers: () => [USER], openBroker: () => createBroker(state) }),
  });
  desk.onPublish((state) => writeOutput(describeAccount(state)));
  return desk;
}

async function executeCommand(desk: Terminal, command: Command): Promise<void> {
  const { outcome } = await desk.execute({ userId: USER, command, idempotencyKey: null });
  writeOutput({
    type: 'answer',
    isDone: outcome.ok,
    message: outcome.ok ? '' : outcome.refusal.message,
  });
}

async function runProcess(): Promise<void> {
  const desk = openDesk();
  writeOutput({ type: 'opened' });
  for await (const line of createInterface({ input: process.stdin })) {
    const input = JSON.parse(line) as ProcessInput;
    if (input.type === 'aim') ({ aim } = input);
    else void executeCommand(desk, input.command);
  }
  await desk.close();
  process.exit(0);
}

runProcess().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  process.exit(1);
});
