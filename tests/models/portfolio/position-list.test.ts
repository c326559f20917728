// The positions of a screen: what is open, and what was closed within a day.
import { expect, it } from 'vitest';
import type { Terminal } from '../../../app/models/desk/terminal';
import { deskView } from '../../../app/trading/desk';
import { toLots } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { closedList, positionList } from '../../../app/models/portfolio/serialize-book.server';
import { emptyBooks, testJournal } from '../../support/books';
import { ScriptedDesk } from '../../support/scripted-desk';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const HOUR_MS = 60 * MINUTE_MS;

function traded() {
  const { db } = emptyBooks();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(testJournal(db));
  desk.list();
  const book = desk.open('ada');
  const buy = (): string => {
    const entry = desk.place(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(10),
      positionId: desk.id(),
      playbookId: null,
    });
    desk.send(entry);
    desk.fill(entry.id, book.id, 10, 2800);
    return entry.positionId;
  };
  const sell = (positionId: string): void => {
    const exit = desk.place(book.id, {
      instrumentId: 'NG',
      side: 'SELL',
      purpose: 'EXIT',
      lots: toLots(10),
      positionId,
      playbookId: null,
    });
    desk.send(exit);
    desk.fill(exit.id, book.id, 10, 2810);
  };
  const asked = () => {
    desk.commit();
    const state = { ...EMPTY_DESK, ...desk.state, nowMs: desk.nowMs };
    const view = deskView(state, 'ada', 'simulation');
    if (!view) throw new Error('the book is open');
    return [{ db, state: () => state } as unknown as Terminal, view, 'ada'] as const;
  };
  return { desk, buy, sell, asked };
}

it('holds what is open and what closed within a day, newest first', () => {
  const { desk, buy, sell, asked } = traded();
  const [old, recent] = [buy(), buy()];
  sell(old);
  desk.nowMs += 2 * HOUR_MS;
  const open = buy();
  desk.nowMs += HOUR_MS;
  sell(recent);
  expect(positionList(...asked()).map(({ id, status }) => [id, status])).toEqual([
    [recent, 'CLOSED'],
    [open, 'ACTIVE'],
    [old, 'CLOSED'],
  ]);
  desk.nowMs += 21 * HOUR_MS; // the first one was closed 24 hours ago
  expect(positionList(...asked()).map(({ id }) => id)).toEqual([recent, open, old]);
  desk.nowMs += MINUTE_MS;
  expect(positionList(...asked()).map(({ id }) => id)).toEqual([recent, open]);
  expect(closedList(...asked()).map(({ id }) => id)).toEqual([recent, old]);
});

it('has twenty closed ones at most', () => {
  const { desk, buy, sell, asked } = traded();
  const closed: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    const id = buy();
    desk.nowMs += MINUTE_MS;
    sell(id);
    closed.unshift(id);
  }
  const open = buy();
  expect(positionList(...asked()).map(({ id }) => id)).toEqual([open, ...closed.slice(0, 20)]);
});
