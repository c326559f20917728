// One rule three times: a flip of two averages as an evaluator, as a bare loop over typed arrays,
// and in another library where that is installed.
import type { BacktestOptions } from '../../../trading/backtest/options';
import type { BarColumns } from '../../../trading/backtest/tape';
import { toLots, toMills } from '../../../trading/domain/units';
import type { Evaluator, PlaybookRow, PlaybookState } from '../../../trading/strategies/playbook';
import { findPlaybookRow } from '../../../trading/strategies/playbooks/catalogue';

export const FAST = 10;
export const SLOW = 30;
/** Of the value, a side. */
const FEE_RATIO = 0.0001;
const CAPITAL_DOLLARS = 1_000_000;
/** Barrels that are held, one lot each, and dollars of a tick. */
const SIZE = 1000;
const TICK = 0.01;

/**
 * What the kernel is told, so that it does what the bare loop does: one size, a fee and no spread.
 */
export const FLIP: Partial<BacktestOptions> = {
  capitalMills: toMills(CAPITAL_DOLLARS * 1000),
  fixedLots: toLots(SIZE),
  frictionOf: () => ({ feeBasisPoints: FEE_RATIO * 10_000, halfSpreadTicks: 0, slippageTicks: 0 }),
};

interface FlipState extends PlaybookState {
  readonly closes: Float64Array;
  head: number;
  fast: number;
  slow: number;
}

function rowOfFlip(): PlaybookRow {
  const row = findPlaybookRow('crude-oil', 'TREND_FOLLOW');
  if (!row) throw new RangeError('the catalogue has a trend rule of crude oil');
  return { ...row, id: 'FLIP', bar: '1h', stopRanges: null, targetRatio: null, barsHeldMax: null };
}

/** Long while the mean of the last ten closes is above that of the last thirty, else short. */
export const flipEvaluator = (): Evaluator => ({
  row: rowOfFlip(),
  init: (): FlipState => ({
    side: 0,
    strength: 0,
    range: NaN,
    bars: 0,
    closes: new Float64Array(SLOW),
    head: 0,
    fast: 0,
    slow: 0,
  }),
  fold(state, { close }) {
    const flip = state as FlipState;
    const { closes, head } = flip;
    flip.slow += close - (closes[head] ?? 0);
    flip.fast += close - (closes[head < FAST ? head + SLOW - FAST : head - FAST] ?? 0);
    closes[head] = close;
    flip.head = head + 1 === SLOW ? 0 : head + 1;
    flip.bars += 1;
    if (flip.bars < SLOW) return;
    flip.side = flip.fast * SLOW > flip.slow * FAST ? 1 : -1;
    flip.strength = 1;
  },
  copy: (state) => ({ ...state, closes: (state as FlipState).closes.slice() }) as FlipState,
  target: ({ side, strength }) => ({
    side: side === 0 ? 'FLAT' : side === 1 ? 'LONG' : 'SHORT',
    strength,
    reason: '',
    range: null,
  }),
});

/**
 * The same flip of crude oil and nothing else: no gate, no book, no spread. Dollars at the end,
 * when what is held is sold.
 */
export function bareFlip({ open, close }: BarColumns): number {
  let [cash, held, paid, order, fast, slow] = [CAPITAL_DOLLARS, 0, 0, 0, 0, 0];
  for (let bar = 0; bar < close.length; bar += 1) {
    const at = (open[bar] ?? 0) * TICK;
    if (order !== 0) {
      cash -= at * SIZE * FEE_RATIO;
      if (held !== 0) cash += held * (at - paid) * SIZE;
      held = held === 0 ? order : 0;
      paid = at;
    }
    const now = close[bar] ?? 0;
    // Before the first bar a column is not there.
    fast += now - (close[bar - FAST] ?? 0);
    slow += now - (close[bar - SLOW] ?? 0);
    const side = bar < SLOW - 1 ? 0 : fast * SLOW > slow * FAST ? 1 : -1;
    order = held === 0 ? side : side === held ? 0 : -held;
  }
  const last = (close[close.length - 1] ?? 0) * TICK;
  return cash + held * (last - paid) * SIZE - Math.abs(held) * last * SIZE * FEE_RATIO;
}
