// What holds of every family on any bars: no bar sees a later one, copies are alone, and nothing
// that is missing is held.
import fc from 'fast-check';
import { expect } from 'vitest';
import type {
  Evaluator,
  Family,
  InputBar,
  PlaybookState,
} from '../../app/trading/strategies/playbook';
import { computeEnd, evaluatorFor, inputBar } from '../trading/strategies/input-bars';
import { agree, property } from './property';
import { DAY_MS } from '../../app/trading/domain/time';

const inputs = ['x', 'y'];
const made = (family: Family, params: Record<string, unknown>): Evaluator =>
  evaluatorFor(family, params, { inputs });

/**
 * Small windows, so that short histories pass every state of every rule; those of `given` read the
 * first input and hold nothing without it.
 */
const PRICED = [
  made('MOM', { n: 3, e: 0.8 }),
  made('REV', { n: 4, e: 1, x: 0.2 }),
  made('BRK', { n: 4, k: 0.1 }),
  made('SEAS', {
    window: { from: '01-10', to: '01-25' },
    dir: 'LONG',
    filter: { n: 5, zMin: -1, zMax: null },
  }),
  made('VOLR', { n: 6, lo: 0.9, hi: 1.1, k: 0, e: 1, x: 0.2 }),
  made('SCALP', { n: 3, e: 0.7, from: 18, to: 20, zone: 'America/New_York' }),
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
  made('SEAS', { window: { from: '01-10', to: '01-25' }, dir: 'INPUT', place: 0, least: 2 }),
  made('SPRD', { place: 0, n: 4, e: 1, x: 0.2 }),
  made('CARRY', { place: 0, e: 1.5, every: 3 }),
  made('FUND', { kind: 'gap', place: 0, n: 4, e: 1, x: 0.2 }),
  made('FUND', { kind: 'price', place: 0, n: 4, e: 1, x: 0.2 }),
  made('HEDGE', { place: 0, n: 3, e: 0.8 }),
  made('WXA', { place: 0, e: 5, hold: 2, sign: -1 }),
  made('WXA', { kind: 'anomaly', places: [0, 1], averageDays: 2, n: 3, e: 0.5, hold: 2, sign: 1 }),
  made('EVT', { kind: 'chance', place: 0, above: 8, exit: 4, hold: 2, dir: 'SHORT' }),
  made('EVT', { kind: 'report', since: 0, surprise: 1, e: 3, hold: 2 }),
  made('EVT', { kind: 'estimate', until: 0, estimate: 1, e: 3, pre: 6, hold: 2, sign: 1 }),
];
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

/**
 * A walk that crosses zero at will, over dates that pass a year after thirty bars so that the
 * climate speaks.
 */
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
  readonly said: string;
}

/** After each bar a copy of the state and what was said; one bar object is filled again for all. */
function standsOver(evaluator: Evaluator, bars: readonly InputBar[]): Stand[] {
  const state = evaluator.init();
  const bar = inputBar(0, 0);
  return bars.map((next) => {
    evaluator.fold(state, Object.assign(bar, next));
    return { state: evaluator.copy(state), said: JSON.stringify(evaluator.target(state)) };
  });
}

const seen = new Set<string>();

property(
  'a family cannot see the bars after the one it is given',
  fc.tuple(moves, fc.nat(), fc.constantFrom(...PRICED, ...GIVEN)),
  ([steps, cut, evaluator]) => {
    const bars = buildBars(steps);
    const whole = standsOver(evaluator, bars);
    for (const { state } of whole) seen.add(`${formatName(evaluator)} ${state.side}`);
    const part = standsOver(evaluator, bars.slice(0, cut % (bars.length + 1)));
    agree(
      part.map(({ said }) => said),
      whole.slice(0, part.length).map(({ said }) => said),
      'of a part of the bars',
    );
  },
  {
    // The property says nothing about sides that never came up.
    after: () =>
      expect([...seen].filter((one) => !one.endsWith(' 0')).sort()).toEqual([
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
  'a copy and its original never touch each other',
  fc.tuple(moves, moves, fc.constantFrom(...PRICED, ...GIVEN)),
  ([first, second, evaluator]) => {
    const state = evaluator.init();
    for (const bar of buildBars(first)) evaluator.fold(state, bar);
    const before = structuredClone(state);
    const copy = evaluator.copy(state);
    agree(copy, before, 'the copy');
    for (const bar of buildBars(second)) evaluator.fold(copy, bar);
    agree(state, before, 'the original, when its copy has gone on');
    for (const bar of buildBars(second)) evaluator.fold(state, bar);
    agree(state, copy, 'the two after the same bars');
  },
);

property(
  'folding in place is folding copies',
  fc.tuple(moves, fc.constantFrom(...PRICED, ...GIVEN)),
  ([steps, evaluator]) => {
    const bars = buildBars(steps);
    let state = evaluator.init();
    const copied = bars.map((bar) => {
      state = evaluator.copy(state);
      evaluator.fold(state, bar);
      return JSON.stringify(evaluator.target(state));
    });
    agree(
      copied,
      standsOver(evaluator, bars).map(({ said }) => said),
      'by copies',
    );
  },
);

property(
  'nothing is held on an input that is missing, and every bar has a sentence with a number',
  fc.tuple(moves, fc.constantFrom(...GIVEN)),
  ([steps, evaluator]) => {
    const bars = buildBars(steps);
    standsOver(evaluator, bars).forEach(({ state, said }, index) => {
      const isMissing = Number.isNaN(bars[index]?.inputs[0] ?? NaN);
      if (isMissing) agree(state.side, 0, `${formatName(evaluator)} without x`);
      if (isMissing && evaluator.row.family !== 'SEAS')
        expect(said).toContain('no input: x is not known yet');
      expect(said).toMatch(/\d|no input/);
      expect(said).not.toContain('NaN');
      expect(
        state.strength >= 0 && state.strength <= 1 && (state.side !== 0 || state.strength === 0),
      ).toBe(true);
    });
  },
);
