// Shadow accounts beside random desks: one without any change equals its account to the mill, and no
// account differs from one without shadows.
import fc from 'fast-check';
import type { Book } from '../../app/trading/domain/book';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { Runner } from '../../app/trading/engine/runner';
import {
  ROLL_MS,
  createChainConfig,
  openChainDesk,
  advanceTo,
  MONTHS,
} from '../support/chain-desk';
import { createLevelPlaybook, createMemoryJournal } from '../support/desk-harness';
import {
  getComparableFigures,
  getIdenticalShadow,
  createShadowOptions,
} from '../support/shadow-figures';
import { ChainPlayer, type ChainStep, chainStep } from './chain-player';
import { assertEqual, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { type Step, anySteps } from './steps';
import { playTape } from './tape';

const STALE_MS = 20 * 60_000;
const totals: Record<string, number> = {};
const addCount = (name: string, by = 1): void => void (totals[name] = (totals[name] ?? 0) + by);

/** Every account outside a reset equals its identical shadow account. */
function expectIdentical({ state, shadows }: Pick<Runner, 'state' | 'shadows'>): void {
  for (const [kind, { fault }] of Object.entries(shadows()))
    assertEqual(fault, null, `the fault of ${kind}`);
  for (const book of Object.values(state().books)) {
    if (book.mode === 'live') continue;
    const shadowAccount = getIdenticalShadow(shadows(), book.id);
    assertEqual(shadowAccount.equityMills, book.equityMills, 'the equity at the last valuation');
    assertEqual(shadowAccount.balances, book.balances, 'the balances');
    if (!book.isResetPending)
      assertEqual(
        getComparableFigures(shadowAccount),
        getComparableFigures(book),
        'the book of the identical twin',
      );
    countDifferences(book, shadows());
  }
}

function countDifferences(book: Book, shadows: ReturnType<Runner['shadows']>): void {
  if (book.closed > 0) addCount('books that closed something');
  if (book.drawdown) addCount('books that were stopped');
  for (const kind of ['NO_GUARDS', 'BUY_AND_HOLD'])
    if (shadows[kind]?.books[book.id]?.equityMills !== book.equityMills)
      addCount(`${kind} that differ`);
}

/** Gas below $2.80 against crude: a spread, with breakers. */
const spreadConfig = (fillsAtOnce: boolean): EngineConfig => {
  const whole = createLevelPlaybook('natural-gas', 2.8, null, 0.05, '15m');
  const evaluator = {
    ...whole,
    row: {
      ...whole.row,
      id: 'SPREAD',
      legs: {
        first: { chain: 'NG', month: 1 as const },
        second: { chain: 'CL', month: 1 as const },
        ratio: 0.05,
      },
    },
  };
  return {
    ...sessionConfig(fillsAtOnce),
    hasBreakers: true,
    listPlaybooks: (key) =>
      key === 'natural-gas' ? [evaluator] : sessionConfig(fillsAtOnce).listPlaybooks(key),
  };
};

const createBreakerConfig = (fillsAtOnce: boolean): EngineConfig => ({
  ...sessionConfig(fillsAtOnce),
  hasBreakers: true,
});

property(
  'shadow accounts change no record, and the identical one equals its account',
  fc.tuple(fc.boolean(), fc.boolean(), anySteps, fc.constantFrom(1, 7, 256)),
  async ([fillsAtOnce, hasSpreads, steps, batchMax]: readonly [
    boolean,
    boolean,
    readonly Step[],
    number,
  ]) => {
    const config = hasSpreads ? spreadConfig(fillsAtOnce) : createBreakerConfig(fillsAtOnce);
    const session = new Session(config, createMemoryJournal(), STALE_MS);
    await session.open();
    for (const step of steps) await session.playStep(step);
    const journal = createMemoryJournal();
    const again = await playTape(session.tape, config, journal, {
      batchMax,
      drainsAfter: (index) => index % 3 === 0,
      shadows: createShadowOptions(config),
      watch: expectIdentical,
    });
    assertEqual(
      JSON.stringify(journal.records),
      JSON.stringify(session.journal.records),
      'the records of the desk',
    );
    assertEqual(again.state, session.state, 'the desk at the end');
    addCount('records', journal.records.length);
  },
  {
    after: () =>
      void [
        'books that closed something',
        'NO_GUARDS that differ',
        'BUY_AND_HOLD that differ',
      ].forEach((name) => expectMet(name, totals[name] ?? 0, 100)),
  },
);

const START_STEPS: readonly ChainStep[] = [
  { do: 'bars', moves: [0, 0, 0] },
  { do: 'quotes', moves: [0, 0, 0], locks: [] },
  { do: 'tell', userId: 'ann', command: { type: 'StartTrading', commodity: 'natural-gas' } },
];
const [HOUR_MS, BAR_MS] = [3_600_000, 900_000];
const buildBars = (by: number): ChainStep => ({ do: 'bars', moves: [by, by, by] });
/** Bought low and risen, so that stops trail. One hour before the roll. */
const RISEN: readonly ChainStep[] = [
  buildBars(-40),
  buildBars(-40),
  buildBars(-40),
  ...START_STEPS,
  buildBars(0),
  buildBars(30),
  buildBars(30),
  buildBars(30),
];

property(
  'the identical shadow account equals its account through rolls, locks and stops',
  fc.tuple(
    fc.boolean(),
    fc.constantFrom([], START_STEPS, RISEN),
    fc.array(chainStep, { minLength: 8, maxLength: 24, size: 'max' }),
  ),
  async ([fillsAtOnce, before, steps]: readonly [
    boolean,
    readonly ChainStep[],
    readonly ChainStep[],
  ]) => {
    const config = createChainConfig({ fillsAtOnce, hasBreakers: true }, 0.15, '15m');
    const [desk, bare] = [
      await openChainDesk(config, MONTHS, createShadowOptions(config)),
      await openChainDesk(config),
    ];
    for (const one of [desk, bare]) {
      advanceTo(
        one,
        ROLL_MS - HOUR_MS - BAR_MS * before.filter((each) => each.do === 'bars').length,
      );
      const player = new ChainPlayer(one);
      for (const each of [...before, ...steps]) {
        await player.playStep(each);
        if (one === desk) expectIdentical(desk.runner);
      }
    }
    assertEqual(
      JSON.stringify(desk.journal.records),
      JSON.stringify(bare.journal.records),
      'the records of the desk',
    );
    addCount(
      'rolls',
      desk.journal.records.filter(
        ({ type, payload }) =>
          type === 'DecisionTaken' && 'action' in payload && payload.action === 'ROLL',
      ).length,
    );
    addCount(
      'trails',
      desk.journal.records.filter(
        (record) => record.type === 'OrderCancelled' && record.payload.reason === 'trailed',
      ).length,
    );
  },
  {
    after: () => void ['rolls', 'trails'].forEach((name) => expectMet(name, totals[name] ?? 0, 20)),
  },
);
