// Carries out stored halts while no terminal runs: opens the accounts without prices and pages, lets their brokers
// cancel and close, and closes them again.
import { setTimeout as pause } from 'node:timers/promises';
import { listUsers } from '../../models/account/user.server';
import type { Terminal } from '../../models/desk/terminal';
import { type TerminalOptions, openTerminal } from '../../server/desk/terminal.server';
import { createUnconnectedSource } from '../../server/feeds/unconnected-source.server';
import { getEnv } from '../../server/platform/env.server';
import type { Book } from '../../trading/domain/book';
import { getCode } from '../../trading/domain/instrument';
import type { Order } from '../../trading/domain/order';
import type { Position } from '../../trading/domain/position';
import { listPendingCloses } from '../../trading/engine/close-positions';
import { getListedInstrument } from '../../trading/engine/order-settlement';
import type { RequestCommand } from '../../models/account/operator-request.server';

export type HaltRequest = Extract<RequestCommand, { type: 'HaltAccounts' }>;

const POLL_INTERVAL_MS = 50;

/**
 * What the halt was to end and the broker has not ended in time, a line each. Throws LockError while
 * a terminal runs. `replaced`: parts that tests replace.
 */
export async function haltWithoutTerminal(
  dataDir: string,
  request: HaltRequest,
  seconds: number,
  replaced: Pick<TerminalOptions, 'createBrokers' | 'clockSource'> = {},
): Promise<readonly string[]> {
  const desk = openTerminal({
    dataDir,
    source: createUnconnectedSource(),
    timeZone: getEnv().MARKET_TIME_ZONE,
    auditsInBackground: false,
    // Real accounts too: no account is armed, so only cancellations and exits leave.
    isLiveTradingOn: true,
    ...replaced,
  });
  try {
    const untilMs = performance.now() + seconds * 1000;
    while (listOpen(desk, request).length > 0 && performance.now() < untilMs)
      await pause(POLL_INTERVAL_MS);
    return listOpen(desk, request);
  } finally {
    await desk.close();
  }
}

function listOpen(desk: Terminal, request: HaltRequest): readonly string[] {
  const names = new Map(listUsers(desk.db).map(({ id, username }) => [id, username]));
  return listHaltedBooks(desk, request).flatMap((book) => {
    const name = names.get(book.userId) ?? book.userId;
    return describeOpen(desk, book, request).map((text) => `${name}: ${text}`);
  });
}

const listHaltedBooks = (desk: Terminal, { userId }: HaltRequest): readonly Book[] =>
  Object.values(desk.state().books).filter(
    (book) =>
      book.mode === 'live' && book.halt !== null && (userId === null || book.userId === userId),
  );

/** Nothing at level 5, which disconnects. */
function describeOpen(
  desk: Terminal,
  book: Book,
  { level, instrumentId }: HaltRequest,
): readonly string[] {
  if (level === 5) return [];
  const orders = Object.values(book.orders).filter(
    ({ purpose }) => purpose === 'ENTRY' && level >= 2,
  );
  const positions = Object.values(book.positions).filter(
    (position) => level === 4 || (level === 3 && position.instrumentId === instrumentId),
  );
  return [
    ...orders.map((order) => describeOrder(desk, book, order)),
    ...positions.map((position) => describePosition(desk, book, position)),
  ];
}

function describeOrder(desk: Terminal, book: Book, order: Order): string {
  const code = getCode(getListedInstrument(desk.state(), book, order.instrumentId));
  const blocked = desk.getModeBlock(book);
  return `the order to ${order.side.toLowerCase()} ${code} is not cancelled: ${blocked ?? 'the broker has not confirmed it.'}`;
}

function describePosition(desk: Terminal, book: Book, { id, instrumentId }: Position): string {
  const code = getCode(getListedInstrument(desk.state(), book, instrumentId));
  const [waiting] = listPendingCloses(desk.state(), desk.configFor(book.market), [id]);
  return `${code} is still open. ${waiting?.reason ?? ''}`.trimEnd();
}
