// The engine against a small reference model: accounts of three users agree to the mill.
import type { LogRecord } from '../../app/trading/domain/record';
import { MARKET, createMemoryJournal, createTestConfig } from '../support/desk-harness';
import {
  ViewsByNumber,
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectSameBook,
  expectViewAddsUp,
} from './books';
import { ExpectedDesk } from './expected-desk';
import { assertEqual, expectMet, property } from './property';
import { CAPITAL, type Played, Session } from './session';
import { type Step, plainSteps } from './steps';

const FIVE_DAYS_MS = 5 * 86_400_000;
const totals: Record<string, number> = {};

/** Base of the daily loss: equity of the last valuation of an earlier day, else the capital. */
class Valuations {
  private readonly last = new Map<string, { day: string; start: number; equity: number }>();

  compareBooks(session: Session, desk: ExpectedDesk, records: readonly LogRecord[]): void {
    for (const record of records) {
      if (record.type === 'BookReset') this.last.delete(record.bookId ?? '');
      if (record.type !== 'PortfolioValued') continue;
      const book = desk.books.get(record.bookId ?? '');
      if (!book) throw new Error('only an open book is valued');
      const equity = Number(book.cash + book.unrealised(session.marks));
      const day = new Date(record.atMs).toISOString().slice(0, 10);
      const before = this.last.get(record.bookId ?? '') ?? {
        day: '',
        start: Number(CAPITAL),
        equity: Number(CAPITAL),
      };
      const start = before.day === day ? before.start : before.equity;
      const {
        equityMills,
        balanceMills,
        dayStartMills,
        positions,
        day: valuedDay,
      } = record.payload;
      assertEqual(
        [equityMills, balanceMills, dayStartMills, positions, valuedDay],
        [equity, Number(book.cash), start, book.positions.size, day],
        'a valuation',
      );
      this.last.set(record.bookId ?? '', { day, start, equity });
      totals['valuations'] = (totals['valuations'] ?? 0) + 1;
    }
  }
}

/** A command changes only accounts of its sender. */
function expectNoForeignChange({ envelope, before }: Played, session: Session): void {
  if (!envelope || envelope.userId === 'system') return;
  for (const [id, book] of Object.entries(before.books))
    if (book.userId !== envelope.userId)
      assertEqual(session.state.books[id] === book, true, `${id} is left alone`);
}

async function checkSteps(steps: readonly Step[]): Promise<void> {
  const session = new Session(
    createTestConfig({ getMarket: () => MARKET }),
    createMemoryJournal(),
    FIVE_DAYS_MS,
  );
  await session.open();
  const desk = new ExpectedDesk(session);
  const [views, valuations] = [new ViewsByNumber(), new Valuations()];
  for (const step of steps) {
    desk.recordBooks();
    const played = await session.playStep(step);
    desk.checkStep(step, played);
    expectNoForeignChange(played, session);
    expectBalancedEntries(played.records);
    for (const [id, reference] of desk.books) {
      const book = session.state.books[id];
      if (!book) throw new Error(`${id} is open`);
      expectSameBook(book, reference);
      expectReserves(book);
      expectViewAddsUp(session.state, book, reference);
    }
    valuations.compareBooks(session, desk, played.records);
    views.assertBooks(session.state);
    assertEqual(
      Object.keys(session.state.books).sort(),
      [...desk.books.keys()].sort(),
      'open books',
    );
  }
  expectPostedBalances(session.state, session.journal.records);
  desk.counts['sent twice at once'] = session.sentTwice;
  for (const [name, count] of Object.entries(desk.counts))
    totals[name] = (totals[name] ?? 0) + count;
}

property(
  'three users in any order match the reference ledger, to the mill',
  plainSteps,
  checkSteps,
  {
    runs: 1500,
    after: () => {
      for (const name of [
        'filled orders',
        'granted close-position',
        'granted close',
        'granted start',
        'granted stop',
        'granted reset',
        'granted mode',
        'repeats',
        'refused reuse',
        'valuations',
        'sent twice at once',
      ])
        expectMet(name, totals[name] ?? 0, 150);
      for (const code of [
        'SIZE',
        'HALTED',
        'MODE',
        'NOTIONAL',
        'UNKNOWN_POSITION',
        'NO_BROKER',
        'LIVE_NOT_RESETTABLE',
      ])
        expectMet(code, totals[`refused ${code}`] ?? 0, 0);
    },
  },
);
