// Properties of every rule family: no look-ahead, independent copies, no position on missing input.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Evaluator,
  FAMILIES,
  type Family,
  type InputBar,
  type PlaybookState,
} from '../../app/trading/strategies/playbook';
import { computeEnd, evaluatorFor, inputBar } from '../trading/strategies/input-bars';
import { assertEqual, expectAllMet, property } from './property';
import { DAY_MS } from '../../app/trading/domain/time';

const inputs = ['x', 'y'];
const buildEvaluator = (family: Family, params: Record<string, unknown>): Evaluator =>
  evaluatorFor(family, params, { inputs });

/** Small windows, so that short histories reach every state; `GIVEN` rules need the first input. */
const PRICED = [
  buildEvaluator('MOM', { n: 3, e: 0.8 }),
  buildEvaluator('REV', { n: 4, e: 1, x: 0.2 }),
  buildEvaluator('BRK', { n: 4, k: 0.1 }),
  buildEvaluator('SEAS', {
    window: { from: '01-10', to: '01-25' },
    dir: 'LONG',
    filter: { n: 5, zMin: -1, zMax: null },
  }),
  buildEvaluator('VOLR', { n: 6, lo: 0.9, hi: 1.1, k: 0, e: 1, x: 0.2 }),
  buildEvaluator('SCALP', { n: 3, e: 0.7, from: 18, to: 20, zone: 'America/New_York' }),
  evaluatorFor(
    'MOM',
    { n: 3, e: 0.5 },
    {
      inputs,
      gates: [
        { input: 0, is: 'above', value: 0, ends: true, text: 'x is up' },
        { input: 1, is: 'below', value: 9, ends: false, text: 'y is low' },
      ],
    },
  ),
];
const GIVEN = [
  buildEvaluator('SEAS', {
    window: { from: '01-10', to: '01-25' },
    dir: 'INPUT',
    place: 0,
    least: 2,
  }),
  buildEvaluator('SPRD', { place: 0, n: 4, e: 1, x: 0.2 }),
  buildEvaluator('CARRY', { place: 0, e: 1.5, every: 3 }),
  buildEvaluator('FUND', { kind: 'gap', place: 0, n: 4, e: 1, x: 0.2 }),
  buildEvaluator('FUND', { kind: 'price', place: 0, n: 4, e: 1, x: 0.2 }),
  buildEvaluator('HEDGE', { place: 0, n: 3, e: 0.8 }),
  buildEvaluator('WXA', { place: 0, e: 5, hold: 2, sign: -1 }),
  buildEvaluator('WXA', {
    kind: 'anomaly',
    places: [0, 1],
    averageDays: 2,
    n: 3,
    e: 0.5,
    hold: 2,
    sign: 1,
  }),
  buildEvaluator('EVT', { kind: 'chance', place: 0, above: 8, exit: 4, hold: 2, dir: 'SHORT' }),
  buildEvaluator('EVT', { kind: 'report', since: 0, surprise: 1, e: 3, hold: 2 }),
  buildEvaluator('EVT', {
    kind: 'estimate',
    until: 0,
    estimate: 1,
    e: 3,
    pre: 6,
    hold: 2,
    sign: 1,
  }),
];

it('every family has properties, that of the signal in its own test', () =>
  expect(new Set([...PRICED, ...GIVEN].map(({ row }) => row.family).concat('AI'))).toEqual(
    new Set(FAMILIES),
  ));

const formatName = ({ row }: Evaluator): string =>
  `${row.family}/${String(row.params['kind'] ?? row.params['dir'] ?? row.gates.length)}`;

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 1, arbitrary: fc.constant(NaN) },
);
const moves = fc.array(
  fc.record({
    move: fc.integer({ min: -40, max: 40 }),
    wide: fc.integer({ min: 0, max: 9 }),
    x: value,
    y: value,
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** A random walk across zero; after 30 bars dates skip a year, so that climatology is available. */
function buildBars(
  steps: readonly { move: number; wide: number; x: number; y: number }[],
): InputBar[] {
  let close = 20;
  return steps.map(({ move, wide, x, y }, index) => {
    close += move;
    const day = index < 30 ? index : index + 335;
    return inputBar(computeEnd('2023-01-01') + day * DAY_MS, close, [x, y], {
      high: close + wide,
      low: close - wide,
    });
  });
}

interface Stand {
  readonly state: PlaybookState;
  readonly targetText: string;
}

/** State and reason after each bar; one bar object is reused. */
function listStates(evaluator: Evaluator, bars: readonly InputBar[]): Stand[] {
  const state = evaluator.createState();
  const bar = inputBar(0, 0);
  return bars.map((next) => {
    evaluator.fold(state, Object.assign(bar, next));
    return {
      state: evaluator.copyState(state),
      targetText: JSON.stringify(evaluator.buildTarget(state)),
    };
  });
}

const seenSides = new Set<string>();

property(
  'a family does not depend on later bars',
  fc.tuple(moves, fc.nat(), fc.constantFrom(...PRICED, ...GIVEN)),
  ([steps, cut, evaluator]) => {
    const bars = buildBars(steps);
    const whole = listStates(evaluator, bars);
    for (const { state } of whole)
      if (state.side !== 0) seenSides.add(`${formatName(evaluator)} ${state.side}`);
    const part = listStates(evaluator, bars.slice(0, cut % (bars.length + 1)));
    assertEqual(
      part.map(({ targetText }) => targetText),
      whole.slice(0, part.length).map(({ targetText }) => targetText),
      'of a part of the bars',
    );
  },
  {
    // Sides that never occur are not tested.
    after: () =>
      expectAllMet(seenSides, [
        'BRK/0 -1',
        'BRK/0 1',
        'CARRY/0 -1',
        'CARRY/0 1',
        'EVT/chance -1',
        'EVT/estimate -1',
        'EVT/estimate 1',
        'EVT/report -1',
        'EVT/report 1',
        'FUND/gap -1',
        'FUND/gap 1',
        'FUND/price -1',
        'FUND/price 1',
        'HEDGE/0 -1',
        'HEDGE/0 1',
        'MOM/0 -1',
        'MOM/0 1',
        'MOM/2 -1',
        'MOM/2 1',
        'REV/0 -1',
        'REV/0 1',
        'SCALP/0 -1',
        'SCALP/0 1',
        'SEAS/INPUT -1',
        'SEAS/INPUT 1',
        'SEAS/LONG 1',
        'SPRD/0 -1',
        'SPRD/0 1',
        'VOLR/0 -1',
        'VOLR/0 1',
        'WXA/0 -1',
        'WXA/0 1',
        'WXA/anomaly -1',
        'WXA/anomaly 1',
      ]),
  },
);

property(
  'a copied state is independent of its original',
  fc.tuple(moves, moves, fc.constantFrom(...PRICED, ...GIVEN)),
  ([first, second, evaluator]) => {
    const state = evaluator.createState();
    for (const bar of buildBars(first)) evaluator.fold(state, bar);
    const before = structuredClone(state);
    const copy = evaluator.copyState(state);
    assertEqual(copy, before, 'the copy');
    for (const bar of buildBars(second)) evaluator.fold(copy, bar);
    assertEqual(state, before, 'the original, when its copy has gone on');
    for (const bar of buildBars(second)) evaluator.fold(state, bar);
    assertEqual(state, copy, 'the two after the same bars');
  },
);

property(
  'folding in place equals folding copies',
  fc.tuple(moves, fc.constantFrom(...PRICED, ...GIVEN)),
  ([steps, evaluator]) => {
    const bars = buildBars(steps);
    let state = evaluator.createState();
    const copied = bars.map((bar) => {
      state = evaluator.copyState(state);
      evaluator.fold(state, bar);
      return JSON.stringify(evaluator.buildTarget(state));
    });
    assertEqual(
      copied,
      listStates(evaluator, bars).map(({ targetText }) => targetText),
      'by copies',
    );
  },
);

property(
  'a missing input gives no position, and every bar has a reason with a number',
  fc.tuple(moves, fc.constantFrom(...GIVEN)),
  ([steps, evaluator]) => {
    const bars = buildBars(steps);
    listStates(evaluator, bars).forEach(({ state, targetText }, index) => {
      const isMissing = Number.isNaN(bars[index]?.inputs[0] ?? NaN);
      if (isMissing) assertEqual(state.side, 0, `${formatName(evaluator)} without x`);
      if (isMissing && evaluator.row.family !== 'SEAS')
        expect(targetText).toContain('input missing: x');
      expect(targetText).toMatch(/\d|no input/);
      expect(targetText).not.toContain('NaN');
      expect(
        state.strength >= 0 && state.strength <= 1 && (state.side !== 0 || state.strength === 0),
      ).toBe(true);
    });
  },
);
