// Shadow accounts beside random desks: one without any change equals its account to the mill, and no
// account differs from one without shadows.
import fc from 'fast-check';
import type { Book } from '../../app/trading/domain/book';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { Runner } from '../../app/trading/engine/runner';
import { ROLL_MS, chainConfig, chainDesk, until, MONTHS } from '../support/chain-desk';
import { levelPlaybook, memoryJournal } from '../support/desk-harness';
import { getFigures, buildIdentical, withIdentical } from '../support/twin-figures';
import { ChainPlayer, type ChainStep, chainStep } from './chain-player';
import { agree, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { type Step, anySteps } from './steps';
import { playTape } from './tape';

const STALE_MS = 20 * 60_000;
const totals: Record<string, number> = {};
const count = (name: string, by = 1): void => void (totals[name] = (totals[name] ?? 0) + by);

/** Every book that is not being reset has done exactly what its identical twin did. */
function expectIdentical({ state, twins }: Pick<Runner, 'state' | 'twins'>): void {
  for (const [kind, { fault }] of Object.entries(twins()))
    agree(fault, null, `the fault of ${kind}`);
  for (const book of Object.values(state().books)) {
    if (book.mode === 'live') continue;
    const twin = buildIdentical(twins(), book.id);
    agree(twin.equityMills, book.equityMills, 'the equity at the last valuation');
    agree(twin.balances, book.balances, 'the balances');
    if (!book.isResetPending)
      agree(getFigures(twin), getFigures(book), 'the book of the identical twin');
    see(book, twins());
  }
}

function see(book: Book, twins: ReturnType<Runner['twins']>): void {
  if (book.closed > 0) count('books that closed something');
  if (book.drawdown) count('books that were stopped');
  for (const kind of ['NO_GUARDS', 'BUY_AND_HOLD'])
    if (twins[kind]?.books[book.id]?.equityMills !== book.equityMills) count(`${kind} that differ`);
}

/** Gas below 2.8 dollars against crude: two legs of one decision, in a desk with breakers. */
const spreadConfig = (fillsAtOnce: boolean): EngineConfig => {
  const whole = levelPlaybook('natural-gas', 2.8, null, 0.05, '15m');
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
    playbooksOf: (key) =>
      key === 'natural-gas' ? [evaluator] : sessionConfig(fillsAtOnce).playbooksOf(key),
  };
};

const breaking = (fillsAtOnce: boolean): EngineConfig => ({
  ...sessionConfig(fillsAtOnce),
  hasBreakers: true,
});

property(
  'beside any session the records are the same to the byte, and the identical twin is its book',
  fc.tuple(fc.boolean(), fc.boolean(), anySteps, fc.constantFrom(1, 7, 256)),
  async ([fillsAtOnce, hasSpreads, steps, batchMax]: readonly [
    boolean,
    boolean,
    readonly Step[],
    number,
  ]) => {
    const config = hasSpreads ? spreadConfig(fillsAtOnce) : breaking(fillsAtOnce);
    const session = new Session(config, memoryJournal(), STALE_MS);
    await session.open();
    for (const step of steps) await session.play(step);
    const journal = memoryJournal();
    const again = await playTape(session.tape, config, journal, {
      batchMax,
      drainsAfter: (index) => index % 3 === 0,
      twins: withIdentical(config),
      watch: expectIdentical,
    });
    agree(
      JSON.stringify(journal.records),
      JSON.stringify(session.journal.records),
      'the records of the desk',
    );
    agree(again.state, session.state, 'the desk at the end');
    count('records', journal.records.length);
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

const BEGUN: readonly ChainStep[] = [
  { do: 'bars', moves: [0, 0, 0] },
  { do: 'quotes', moves: [0, 0, 0], locks: [] },
  { do: 'tell', userId: 'ann', command: { type: 'StartTrading', commodity: 'natural-gas' } },
];
const [HOUR_MS, BAR_MS] = [3_600_000, 900_000];
const buildBars = (by: number): ChainStep => ({ do: 'bars', moves: [by, by, by] });
/**
 * Bought low and risen since: what stops are trailed behind. An hour is left to the roll, whatever
 * came before.
 */
const RISEN: readonly ChainStep[] = [
  buildBars(-40),
  buildBars(-40),
  buildBars(-40),
  ...BEGUN,
  buildBars(0),
  buildBars(30),
  buildBars(30),
  buildBars(30),
];

property(
  'through rolls, locks, stops and trails the identical twin is its book',
  fc.tuple(
    fc.boolean(),
    fc.constantFrom([], BEGUN, RISEN),
    fc.array(chainStep, { minLength: 8, maxLength: 24, size: 'max' }),
  ),
  async ([fillsAtOnce, before, steps]: readonly [
    boolean,
    readonly ChainStep[],
    readonly ChainStep[],
  ]) => {
    const config = chainConfig({ fillsAtOnce, hasBreakers: true }, 0.15, '15m');
    const [desk, bare] = [
      await chainDesk(config, MONTHS, withIdentical(config)),
      await chainDesk(config),
    ];
    for (const one of [desk, bare]) {
      until(one, ROLL_MS - HOUR_MS - BAR_MS * before.filter((each) => each.do === 'bars').length);
      const player = new ChainPlayer(one);
      for (const each of [...before, ...steps]) {
        await player.play(each);
        if (one === desk) expectIdentical(desk.runner);
      }
    }
    agree(
      JSON.stringify(desk.journal.records),
      JSON.stringify(bare.journal.records),
      'the records of the desk',
    );
    count(
      'rolls',
      desk.journal.records.filter(
        ({ type, payload }) =>
          type === 'DecisionTaken' && 'action' in payload && payload.action === 'ROLL',
      ).length,
    );
    count(
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
