// Full sessions with playbooks, stops, targets and limits: accounts follow from the records.
import fc from 'fast-check';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { createMemoryJournal } from '../support/desk-harness';
import { EMPTY_LOGGED_STATE, formatLoggedState } from '../support/logged-state';
import {
  ViewsByNumber,
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectSameBook,
  expectViewAddsUp,
} from './books';
import { Observer } from './observe';
import { assertEqual, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { type Step, anySteps } from './steps';

const STALE_MS = 20 * 60_000;
const totals: Record<string, number> = {};

function expectFolds(session: Session, moments: ReadonlyMap<number, string>): void {
  let state = EMPTY_LOGGED_STATE;
  for (const record of session.journal.records) {
    state = applyRecord(state, record);
    const moment = moments.get(record.seq);
    if (moment !== undefined)
      assertEqual(formatLoggedState(state), moment, `the desk folded up to record ${record.seq}`);
  }
}

async function checkSteps([fillsAtOnce, steps]: readonly [
  boolean,
  readonly Step[],
]): Promise<void> {
  const session = new Session(sessionConfig(fillsAtOnce), createMemoryJournal(), STALE_MS);
  const observer = new Observer(fillsAtOnce ? 'at once' : 'at the next price');
  const views = new ViewsByNumber();
  /** State after each commit, by last record. */
  const moments = new Map<number, string>();
  session.watch = (watched) => {
    observer.observeStep(watched);
    expectBalancedEntries(watched.records);
    moments.set(watched.after.logSeq, formatLoggedState(watched.after));
    for (const [id, reference] of observer.books) {
      const book = watched.after.books[id];
      if (!book) throw new Error(`${id} is open`);
      if (book !== watched.before.books[id])
        expectSameBook(book, reference, (position) => position.id);
      expectReserves(book);
      expectViewAddsUp(watched.after, book, reference);
    }
    views.assertBooks(watched.after);
  };
  await session.open();
  for (const step of steps) await session.playStep(step);
  expectPostedBalances(session.state, session.journal.records);
  expectFolds(session, moments);
  for (const [name, count] of Object.entries(observer.counts))
    totals[name] = (totals[name] ?? 0) + count;
}

property(
  'accounts follow from the log, and every prefix of the log gives the state at that time',
  fc.tuple(fc.boolean(), anySteps),
  checkSteps,
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
