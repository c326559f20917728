// Whole sessions, with playbooks, stops, targets and limits: the books are what the facts say, and
// no fact is out of place.
import fc from 'fast-check';
import type { LoggedDesk } from '../../app/trading/domain/book';
import { applyRecord } from '../../app/trading/engine/apply';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { memoryJournal } from '../support/desk-harness';
import {
  ViewsByNumber,
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectSameBook,
  expectViewAddsUp,
} from './books';
import { Observer } from './observe';
import { agree, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { type Step, anySteps } from './steps';

const STALE_MS = 20 * 60_000;
const totals: Record<string, number> = {};

/**
 * What the log tells of a desk: all but prices, the count of events and the time that went by since
 * the last fact.
 */
const told = ({ trading, listings, users, books, logSeq }: LoggedDesk): string =>
  JSON.stringify({ trading, listings, users, books, logSeq });

/** A desk at its start, which knows no prices: all that a recovery has. */
const { markets: _prices, ...NOTHING_TOLD }: DeskState = EMPTY_DESK;

function expectFolds(session: Session, moments: ReadonlyMap<number, string>): void {
  let state = NOTHING_TOLD;
  for (const record of session.journal.records) {
    state = applyRecord(state, record);
    const moment = moments.get(record.seq);
    if (moment !== undefined)
      agree(told(state), moment, `the desk folded up to record ${record.seq}`);
  }
}

async function check([fillsAtOnce, steps]: readonly [boolean, readonly Step[]]): Promise<void> {
  const session = new Session(sessionConfig(fillsAtOnce), memoryJournal(), STALE_MS);
  const observer = new Observer(fillsAtOnce ? 'at once' : 'at the next price');
  const views = new ViewsByNumber();
  /** The desk as it stood after each commit, by its last record. */
  const moments = new Map<number, string>();
  session.watch = (watched) => {
    observer.see(watched);
    expectBalancedEntries(watched.records);
    moments.set(watched.after.logSeq, told(watched.after));
    for (const [id, reference] of observer.books) {
      const book = watched.after.books[id];
      if (!book) throw new Error(`${id} is open`);
      if (book !== watched.before.books[id])
        expectSameBook(book, reference, (position) => position.id);
      expectReserves(book);
      expectViewAddsUp(watched.after, book, reference);
    }
    views.check(watched.after);
  };
  await session.open();
  for (const step of steps) await session.play(step);
  expectPostedBalances(session.state, session.journal.records);
  expectFolds(session, moments);
  for (const [name, count] of Object.entries(observer.counts))
    totals[name] = (totals[name] ?? 0) + count;
}

property(
  'the books of a session are what its facts say, and every prefix of the log is the desk of that moment',
  fc.tuple(fc.boolean(), anySteps),
  check,
  {
    runs: 1000,
    after: () => {
      const wanted = [
        'MARKET fills',
        'STOP fills',
        'LIMIT fills',
        'DecisionTaken',
        'OrderRefused',
        'OrderCancelled',
        'BookReset',
        'ModeSelected',
        'TradingHalted',
        'PortfolioValued',
      ];
      for (const name of wanted) expectMet(name, totals[name] ?? 0, 40);
    },
  },
);
