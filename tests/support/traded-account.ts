// An account in a stored log with many small trades, and its equity at each valuation.
import { getDeskView } from '../../app/trading/desk-view';
import { toLots } from '../../app/trading/domain/units';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { DAY_MS, MINUTE_MS } from '../../app/trading/domain/time';
import { ScriptedDesk } from './scripted-desk';
import { createEmptyDatabase, openTestJournal } from './test-database';

export interface Valuation {
  readonly atMs: number;
  readonly dollars: number;
}

/** An account with a small gain or loss every six hours, its valuations, and its equity at each. */
export function createTradedAccount(days: number, everyMinutes = 60) {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(openTestJournal(db));
  desk.listMarket();
  const book = desk.openAccount('ada');
  const valuations: Valuation[] = [];
  const endMs = desk.nowMs + days * DAY_MS;
  for (let step = 0; desk.nowMs < endMs; step += 1) {
    desk.nowMs += everyMinutes * MINUTE_MS;
    if (step % 6 === 5) roundTrip(desk, book.id, ((step / 6) % 5) - 2.3);
    desk.recordValuation(book.id);
    valuations.push({ atMs: desk.nowMs, dollars: desk.getBook(book.id).equityMills / 1000 });
    if (step % 50 === 0) desk.commit();
  }
  desk.commit();
  return { db, desk, book, valuations, request: createRequest(db, desk) };
}

/** Buys and sells ten lots; the exit price differs by `move` hundred ticks, of gas ten cents. */
export function roundTrip(
  desk: ScriptedDesk,
  bookId: string,
  move: number,
  playbookId: string | null = null,
  instrumentId = 'NG',
): void {
  const entry = desk.placeOrder(bookId, {
    instrumentId,
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(10),
    positionId: desk.createId(),
    playbookId,
  });
  desk.sendOrder(entry);
  desk.fillOrder(entry.id, bookId, 10, 2800);
  const position = desk.getBook(bookId).positions[entry.positionId]!;
  const exit = desk.placeOrder(bookId, {
    instrumentId,
    side: 'SELL',
    purpose: 'EXIT',
    lots: toLots(10),
    positionId: position.id,
    playbookId,
  });
  desk.sendOrder(exit);
  desk.fillOrder(exit.id, bookId, 10, 2800 + Math.round(move * 100));
}

export const createRequest = (
  db: ReturnType<typeof createEmptyDatabase>['db'],
  desk: ScriptedDesk,
  userId = 'ada',
) => {
  const state = { ...EMPTY_DESK, ...desk.state, nowMs: desk.nowMs };
  return {
    db,
    state: () => state,
    getView: (user: string) => getDeskView(state, user, 'simulation'),
    timeZone: 'UTC',
    userId,
  };
};
