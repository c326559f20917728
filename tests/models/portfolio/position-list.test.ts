// Position list: open positions and those closed within 24 hours.
import { expect, it } from 'vitest';
import type { Terminal } from '../../../app/models/desk/terminal';
import { getDeskView } from '../../../app/trading/desk-view';
import { toLots } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  listClosedDtos,
  listPositionDtos,
} from '../../../app/models/portfolio/serialize-book.server';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import { ScriptedDesk } from '../../support/scripted-desk';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const HOUR_MS = 60 * MINUTE_MS;

function createTradedAccount() {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(openTestJournal(db));
  desk.listMarket();
  const book = desk.openAccount('ada');
  const openPosition = (): string => {
    const entry = desk.placeOrder(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(10),
      positionId: desk.createId(),
      playbookId: null,
    });
    desk.sendOrder(entry);
    desk.fillOrder(entry.id, book.id, 10, 2800);
    return entry.positionId;
  };
  const closePosition = (positionId: string): void => {
    const exit = desk.placeOrder(book.id, {
      instrumentId: 'NG',
      side: 'SELL',
      purpose: 'EXIT',
      lots: toLots(10),
      positionId,
      playbookId: null,
    });
    desk.sendOrder(exit);
    desk.fillOrder(exit.id, book.id, 10, 2810);
  };
  const createRequest = () => {
    desk.commit();
    const state = { ...EMPTY_DESK, ...desk.state, nowMs: desk.nowMs };
    const view = getDeskView(state, 'ada', 'simulation');
    if (!view) throw new Error('the book is open');
    return [{ db, state: () => state } as unknown as Terminal, view, 'ada'] as const;
  };
  return { desk, buy: openPosition, sell: closePosition, asked: createRequest };
}

it('lists open positions and those closed within 24 hours, newest first', () => {
  const {
    desk,
    buy: openPosition,
    sell: closePosition,
    asked: createRequest,
  } = createTradedAccount();
  const [old, recent] = [openPosition(), openPosition()];
  closePosition(old);
  desk.nowMs += 2 * HOUR_MS;
  const open = openPosition();
  desk.nowMs += HOUR_MS;
  closePosition(recent);
  expect(listPositionDtos(...createRequest()).map(({ id, status }) => [id, status])).toEqual([
    [recent, 'CLOSED'],
    [open, 'ACTIVE'],
    [old, 'CLOSED'],
  ]);
  desk.nowMs += 21 * HOUR_MS; // the first one was closed 24 hours ago
  expect(listPositionDtos(...createRequest()).map(({ id }) => id)).toEqual([recent, open, old]);
  desk.nowMs += MINUTE_MS;
  expect(listPositionDtos(...createRequest()).map(({ id }) => id)).toEqual([recent, open]);
  expect(listClosedDtos(...createRequest()).map(({ id }) => id)).toEqual([recent, old]);
});

it('lists at most 20 closed positions', () => {
  const {
    desk,
    buy: openPosition,
    sell: closePosition,
    asked: createRequest,
  } = createTradedAccount();
  const closed: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    const id = openPosition();
    desk.nowMs += MINUTE_MS;
    closePosition(id);
    closed.unshift(id);
  }
  const open = openPosition();
  expect(listPositionDtos(...createRequest()).map(({ id }) => id)).toEqual([
    open,
    ...closed.slice(0, 20),
  ]);
});
