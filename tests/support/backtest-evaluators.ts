// Simple evaluators for tests of the kernel: sides by chance, by momentum, by two averages, by a
// table.
import type {
  Evaluator,
  InputBar,
  PlaybookRow,
  PlaybookState,
  SideSign,
} from '../../app/trading/strategies/playbook';
import { seededRandom } from '../../app/trading/random';

export function testRow(change: Partial<PlaybookRow> = {}): PlaybookRow {
  return {
    id: 'TEST',
    commodity: 'crude-oil',
    name: 'Test',
    description: '',
    icon: 'bolt',
    riskLevel: 'LOW',
    expectedReturn: { low: 0, high: 0 },
    timeframe: '',
    family: 'MOM',
    params: {},
    bar: '1d',
    inputs: [],
    gates: [],
    window: null,
    sides: 'BOTH',
    chains: null,
    legs: null,
    stopRanges: null,
    targetRatio: null,
    barsHeldMax: null,
    isRare: false,
    text: { what: '', when: '', how: '', why: '' },
    ...change,
  };
}

/** What a test double remembers: the closes it needs, a mean range, and its side. */
interface DoubleState extends PlaybookState {
  readonly closes: Float64Array;
  sum: number;
}

/**
 * An evaluator from a function of the last `n` closes and the bar; its range is the mean of high
 * less low of all bars, from the twentieth on.
 */
export function evaluatorBy(
  row: PlaybookRow,
  n: number,
  sideOf: (closes: Float64Array, bars: number, bar: InputBar, state: PlaybookState) => SideSign,
): Evaluator {
  return {
    row,
    init: (): DoubleState => ({
      side: 0,
      strength: 0,
      range: NaN,
      bars: 0,
      closes: new Float64Array(n),
      sum: 0,
    }),
    fold(state, bar) {
      const double = state as DoubleState;
      double.closes[double.bars % n] = bar.close;
      double.bars += 1;
      double.sum += bar.high - bar.low;
      double.range = double.bars >= 20 ? double.sum / double.bars : NaN;
      double.side = sideOf(double.closes, double.bars, bar, double);
      double.strength = double.side === 0 ? 0 : 0.5 + 0.5 * Math.abs(Math.sin(double.bars));
    },
    copy: (state) => ({ ...state, closes: (state as DoubleState).closes.slice() }) as DoubleState,
    target: ({ side, strength, range }) => ({
      side: side === 0 ? 'FLAT' : side === 1 ? 'LONG' : 'SHORT',
      strength,
      reason: `side ${side}`,
      range: Number.isNaN(range) ? null : range,
    }),
  };
}

/** Long above the close of n bars ago, short below it. */
export const momentumDouble = (n: number, row: Partial<PlaybookRow> = {}): Evaluator =>
  evaluatorBy(testRow(row), n, (closes, bars, bar) =>
    bars <= n ? 0 : (Math.sign(bar.close - (closes[bars % n] ?? 0)) as SideSign),
  );

/**
 * A side by chance for every hour, kept with a probability of `keep`: two months agree from their
 * first common change on.
 */
export function randomSides(seed: string, keep: number, row: Partial<PlaybookRow> = {}): Evaluator {
  const random = seededRandom(seed);
  return evaluatorBy(testRow(row), 1, (_closes, _bars, { endsMs }, { side }) => {
    const hour = Math.floor(endsMs / 3_600_000);
    return random.uniform('keep', hour) < keep
      ? side
      : ((Math.floor(random.uniform('side', hour) * 3) - 1) as SideSign);
  });
}

/** Long while the mean of the last `fast` closes is above that of the last `slow`, else short. */
export function averagesDouble(
  fast: number,
  slow: number,
  row: Partial<PlaybookRow> = {},
): Evaluator {
  const state = { row: testRow(row) };
  return evaluatorBy(state.row, slow, (closes, bars) => {
    if (bars < slow) return 0;
    let near = 0;
    let far = 0;
    for (let back = 0; back < slow; back += 1) {
      const close = closes[(bars - 1 - back) % slow] ?? 0;
      far += close;
      if (back < fast) near += close;
    }
    return near / fast > far / slow ? 1 : -1;
  });
}

/** The side that a function gives for the number of the bar, from 1. */
export const sidesBy = (
  sideAt: (bar: number, endsMs: number) => SideSign,
  row: Partial<PlaybookRow> = {},
): Evaluator => evaluatorBy(testRow(row), 1, (_closes, bars, bar) => sideAt(bars, bar.endsMs));
