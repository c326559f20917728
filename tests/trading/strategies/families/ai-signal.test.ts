// AI: target and strength from signals.
import { describe, expect, it } from 'vitest';
import type { SideSign } from '../../../../app/trading/domain/position';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import { decideSignal, toCallSide } from '../../../../app/trading/signals/decide-signal';
import { createEvaluator } from '../../../../app/trading/strategies/evaluate';
import type {
  Evaluator,
  InputBar,
  PlaybookTarget,
} from '../../../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../../../app/trading/strategies/playbooks/catalog';
import { computeEnd, getSides, inputBar, listTargets } from '../input-bars';

const row = findPlaybookRow('corn', 'AI_CORE');
if (!row) throw new Error('corn has no AI_CORE');
const evaluator: Evaluator = createEvaluator(row);
const DAY = '2024-03-04';

interface Given {
  readonly chanceUp?: number;
  readonly low?: number;
  readonly middle?: number;
  readonly high?: number;
  readonly roundTrip?: number;
  readonly skill?: number;
  readonly sigma?: number;
  readonly spike?: number;
  readonly age?: number;
}
const listInputs = ({
  chanceUp = 0.5,
  low = -6,
  middle = 0,
  high = 6,
  roundTrip = 0.2,
  skill = 1,
  sigma = 0,
  spike = 0,
  age = 0,
}: Given): readonly number[] => [chanceUp, low, middle, high, roundTrip, skill, sigma, spike, age];
const buildDays = (...signals: readonly Given[]): InputBar[] =>
  signals.map((given, day) => inputBar(computeEnd(DAY) + day * DAY_MS, 400, listInputs(given)));
const listDays = (...signals: readonly Given[]): readonly PlaybookTarget[] =>
  listTargets(evaluator, buildDays(...signals));

/** The signal that a moderate user sees for the moves of `listDays`. */
const decideMoves = (chanceUp: number, roundTrip: number, heldSide: SideSign) =>
  decideSignal(
    {
      network: '',
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      reasons: [],
      chanceUp,
      low: -6,
      middle: 0,
      high: 6,
    },
    { price: 400, roundTrip },
    'moderate',
    { heldSide },
  );

describe('the target of AI_CORE', () => {
  /** Sigma is 12 / 2.563 = 4.682, the mean absolute move 3.735 of a price of 400. */
  it.each([
    ['buys above the margin and the hurdle', { chanceUp: 0.55 }, 'LONG', 1],
    ['sells on the other side', { chanceUp: 0.45 }, 'SHORT', 1],
    ['takes half Kelly', { chanceUp: 0.525, low: -60, high: 60, roundTrip: 1 }, 'LONG', 0.17],
    ['takes the deviation of VolNet', { chanceUp: 0.55, sigma: 30 }, 'LONG', 0.083],
    ['shrinks a short by the chance of a spike', { chanceUp: 0.45, spike: 0.3 }, 'SHORT', 0.7],
    ['leaves a long at any chance of a spike', { chanceUp: 0.55, spike: 0.3 }, 'LONG', 1],
    ['stays out inside the margin', { chanceUp: 0.524 }, 'FLAT', 0],
    ['buys above 1.5 round trips while held', { chanceUp: 0.55, roundTrip: 0.49 }, 'LONG', 1],
    ['stays out below 1.5 round trips', { chanceUp: 0.55, roundTrip: 0.5 }, 'FLAT', 0],
    ['stays out without proven skill', { chanceUp: 0.7, skill: 0 }, 'FLAT', 0],
    ['stays out of a stale signal', { chanceUp: 0.7, age: 24.1 }, 'FLAT', 0],
    ['takes a signal of 24 hours', { chanceUp: 0.7, age: 24 }, 'LONG', 1],
    ['stays out without a signal', { chanceUp: NaN }, 'FLAT', 0],
    ['stays out without costs', { chanceUp: 0.7, roundTrip: NaN }, 'FLAT', 0],
  ] as const)('%s', (_name, given, side, strength) => {
    const [target] = listDays(given);
    expect(target?.side).toBe(side);
    expect(target?.strength).toBeCloseTo(strength, 2);
  });

  it('enters where the signal shown to a moderate user is BUY or SELL, and nowhere else', () => {
    for (const chanceUp of [0.3, 0.45, 0.475, 0.48, 0.5, 0.52, 0.525, 0.53, 0.6])
      for (const roundTrip of [0.02, 0.1, 0.2, 0.4]) {
        const { word } = decideMoves(chanceUp, roundTrip, 0);
        const side = word === 'BUY' ? 'LONG' : word === 'SELL' ? 'SHORT' : 'FLAT';
        expect(listDays({ chanceUp, roundTrip })[0]?.side, `${chanceUp} ${roundTrip}`).toBe(side);
      }
  });

  it('follows the calls of a moderate user day after day', () => {
    const chances = [0.6, 0.51, 0.49, 0.45, 0.48, 0.52, 0.53, 0.505, 0.5, 0.51, 0.4, 0.6];
    for (const roundTrip of [0.02, 0.2, 0.4, 1]) {
      let heldSide: SideSign = 0;
      const calls = chances.map((chanceUp) => {
        const { word } = decideMoves(chanceUp, roundTrip, heldSide);
        heldSide = toCallSide(word);
        return { BUY: 'L', SELL: 'S', HOLD: 'F' }[word];
      });
      expect(getSides(listDays(...chances.map((chanceUp) => ({ chanceUp, roundTrip }))))).toBe(
        calls.join(''),
      );
    }
  });

  it('holds until the signal turns, without strength for a new entry', () => {
    const targets = listDays(
      { chanceUp: 0.6 },
      { chanceUp: 0.51 },
      { chanceUp: 0.5 },
      { chanceUp: 0.6 },
      { chanceUp: 0.49 },
      { chanceUp: 0.4 },
      { chanceUp: 0.6 },
    );
    expect(getSides(targets)).toBe('LLFLFSL');
    expect(targets.map(({ strength }) => strength > 0)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('ends with the signal, the skill or the input', () => {
    expect(getSides(listDays({ chanceUp: 0.6 }, { chanceUp: 0.6, age: 25 }))).toBe('LF');
    expect(getSides(listDays({ chanceUp: 0.6 }, { chanceUp: 0.6, skill: 0 }))).toBe('LF');
    expect(getSides(listDays({ chanceUp: 0.6 }, { chanceUp: NaN }))).toBe('LF');
  });

  it('sets its stop by the expected range where a volatility is proven', () => {
    const calm = Array.from({ length: 25 }, () => ({ chanceUp: 0.6 }));
    const ranges = listDays(...calm, { chanceUp: 0.6, sigma: 10 }).map(({ range }) => range);
    expect(ranges[10]).toBeNull();
    expect(ranges.at(-2)).toBeCloseTo(2, 9);
    expect(ranges.at(-1)).toBeCloseTo(10 * Math.sqrt(8 / Math.PI), 9);
  });

  it('names what rules out an entry', () => {
    const [near, costly] = listDays({ chanceUp: 0.51 }, { chanceUp: 0.6, roundTrip: 2 }).map(
      ({ reason }) => reason,
    );
    expect(near).toMatch(/too near 50\/50, entry from 52\.5% for one side$/);
    expect(costly).toMatch(/against 2 of costs; entry above 1\.5 round trips$/);
  });

  it('gives the reason', () => {
    const [buys, missing, stale, silent] = listDays(
      { chanceUp: 0.6 },
      { chanceUp: NaN },
      { age: 30 },
      { skill: 0 },
    ).map(({ reason }) => reason);
    expect(buys).toMatch(
      /AI signal 60\.0% for a rise, expected gain 1\.4\d+ while held against 0\.2 .*long/,
    );
    expect(missing).toMatch(/input missing/);
    expect(stale).toMatch(/older than 24 hours/);
    expect(silent).toMatch(/no proven skill/);
  });
});

describe('a signal between two daily bars', () => {
  /** Folds one day, then refreshes with quarter hours: hours after the close and signals. */
  function listSides(first: Given, ...later: readonly (readonly [hours: number, given: Given])[]) {
    const state = evaluator.createState();
    const [bar] = buildDays(first);
    if (!bar || !evaluator.refreshInputs) throw new Error('no bar or no refresh');
    evaluator.fold(state, bar);
    return [
      state.side,
      ...later.map(([hours, given]) => {
        evaluator.refreshInputs?.(
          state,
          inputBar(bar.endsMs + hours * HOUR_MS, 400, listInputs({ age: 0, ...given })),
        );
        return state.side;
      }),
    ];
  }

  it('is taken once, when it was issued at the close or later', () => {
    expect(
      listSides({ chanceUp: 0.6 }, [4, { chanceUp: 0.4 }], [24, { chanceUp: 0.6, age: 24 }]),
      'the day has its signal',
    ).toEqual([1, 1, 1]);
    expect(
      listSides(
        { chanceUp: 0.6, age: 2 },
        [0.25, { chanceUp: 0.6, age: 2.25 }],
        [0.5, { chanceUp: 0.4, age: 0.5 }],
        [4, { chanceUp: 0.6 }],
      ),
      'the signal of the evening, then that of midnight',
    ).toEqual([1, 1, -1, -1]);
  });

  it('ends the side at its expiry or on a demotion', () => {
    expect(listSides({ chanceUp: 0.6 }, [20, { chanceUp: NaN }])).toEqual([1, 0]);
    expect(listSides({ chanceUp: 0.6 }, [20, { chanceUp: 0.6, age: 20, skill: 0 }])).toEqual([
      1, 0,
    ]);
  });

  it('reports a change of the target only', () => {
    const state = evaluator.createState();
    const [bar] = buildDays({ chanceUp: 0.6 });
    if (!bar || !evaluator.refreshInputs) throw new Error('no bar or no refresh');
    evaluator.fold(state, bar);
    const refresh = (hours: number, given: Given) =>
      evaluator.refreshInputs?.(
        state,
        inputBar(bar.endsMs + hours * HOUR_MS, 400, listInputs({ age: 0, ...given })),
      );
    expect(refresh(4, { chanceUp: 0.4 }), 'the day has its signal').toBe(false);
    expect(refresh(20, { chanceUp: NaN }), 'the signal has expired').toBe(true);
  });

  it('is not asked for by other families', () => {
    const momentum = findPlaybookRow('crude-oil', 'TREND_FOLLOW');
    expect(momentum && 'refreshInputs' in createEvaluator(momentum)).toBe(false);
  });
});
