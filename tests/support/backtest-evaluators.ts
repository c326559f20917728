// Simple evaluators for kernel tests: random, momentum, moving averages, table.
import type { SideSign } from '../../app/trading/domain/position';
import type {
  Evaluator,
  InputBar,
  PlaybookRow,
  PlaybookState,
} from '../../app/trading/strategies/playbook';
import { createSeededRandom } from '../../app/trading/random';

export function createTestRow(change: Partial<PlaybookRow> = {}): PlaybookRow {
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

/** State of a test evaluator. */
interface DoubleState extends PlaybookState {
  readonly closes: Float64Array;
  sum: number;
}

/**
 * Evaluator from a function of the last `n` closes and the bar. Its range is the mean high - low,
 * from bar 20.
 */
export function createEvaluatorFrom(
  row: PlaybookRow,
  n: number,
  getSide: (closes: Float64Array, bars: number, bar: InputBar, state: PlaybookState) => SideSign,
): Evaluator {
  return {
    row,
    createState: (): DoubleState => ({
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
      double.side = getSide(double.closes, double.bars, bar, double);
      double.strength = double.side === 0 ? 0 : 0.5 + 0.5 * Math.abs(Math.sin(double.bars));
    },
    copyState: (state) =>
      ({ ...state, closes: (state as DoubleState).closes.slice() }) as DoubleState,
    buildTarget: ({ side, strength, range }) => ({
      side: side === 0 ? 'FLAT' : side === 1 ? 'LONG' : 'SHORT',
      strength,
      reason: `side ${side}`,
      range: Number.isNaN(range) ? null : range,
    }),
  };
}

/** Long above the close of n bars ago, short below it. */
export const createMomentumEvaluator = (n: number, row: Partial<PlaybookRow> = {}): Evaluator =>
  createEvaluatorFrom(createTestRow(row), n, (closes, bars, bar) =>
    bars <= n ? 0 : (Math.sign(bar.close - (closes[bars % n] ?? 0)) as SideSign),
  );

/**
 * Random side per hour, unchanged with probability `keep`; two months agree after their first
 * common change.
 */
export function createRandomEvaluator(
  seed: string,
  persistence: number,
  row: Partial<PlaybookRow> = {},
): Evaluator {
  const random = createSeededRandom(seed);
  return createEvaluatorFrom(createTestRow(row), 1, (_closes, _bars, { endsMs }, { side }) => {
    const hour = Math.floor(endsMs / 3_600_000);
    return random.uniform('keep', hour) < persistence
      ? side
      : ((Math.floor(random.uniform('side', hour) * 3) - 1) as SideSign);
  });
}

/** Long while the mean of the last `fast` closes is above that of the last `slow`, else short. */
export function createAveragesEvaluator(
  fast: number,
  slow: number,
  row: Partial<PlaybookRow> = {},
): Evaluator {
  const state = { row: createTestRow(row) };
  return createEvaluatorFrom(state.row, slow, (closes, bars) => {
    if (bars < slow) return 0;
    let fastSum = 0;
    let slowSum = 0;
    for (let back = 0; back < slow; back += 1) {
      const close = closes[(bars - 1 - back) % slow] ?? 0;
      slowSum += close;
      if (back < fast) fastSum += close;
    }
    return fastSum / fast > slowSum / slow ? 1 : -1;
  });
}

/** The side that a function gives for the number of the bar, from 1. */
export const createTableEvaluator = (
  sideAt: (bar: number, endsMs: number) => SideSign,
  row: Partial<PlaybookRow> = {},
): Evaluator =>
  createEvaluatorFrom(createTestRow(row), 1, (_closes, bars, bar) => sideAt(bars, bar.endsMs));
