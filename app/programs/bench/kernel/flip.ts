// One rule in three implementations: moving average crossover as an evaluator, as a plain loop, and
// in another library if installed.
import type { BacktestOptions } from '../../../trading/backtest/options';
import type { BarColumns } from '../../../trading/backtest/tape';
import { toLots, toMills } from '../../../trading/domain/units';
import type { Evaluator, PlaybookRow, PlaybookState } from '../../../trading/strategies/playbook';
import { findPlaybookRow } from '../../../trading/strategies/playbooks/catalog';

export const FAST_BARS = 10;
export const SLOW_BARS = 30;
/** Fee per side, as a ratio of the notional. */
const FEE_RATIO = 0.0001;
const CAPITAL_DOLLARS = 1_000_000;
/** Barrels per position, and dollars per tick and barrel. */
const POSITION_BARRELS = 1000;
const TICK_DOLLARS = 0.01;

/** Backtest options equal to the plain loop: fixed size, a fee and no spread. */
export const FLIP_OPTIONS: Partial<BacktestOptions> = {
  capitalMills: toMills(CAPITAL_DOLLARS * 1000),
  fixedLots: toLots(POSITION_BARRELS),
  getFriction: () => ({ feeBasisPoints: FEE_RATIO * 10_000, halfSpreadTicks: 0, slippageTicks: 0 }),
};

interface FlipState extends PlaybookState {
  readonly closes: Float64Array;
  head: number;
  fast: number;
  slow: number;
}

function buildFlipRow(): PlaybookRow {
  const row = findPlaybookRow('crude-oil', 'TREND_FOLLOW');
  if (!row) throw new RangeError('crude oil needs a TREND_FOLLOW strategy');
  return { ...row, id: 'FLIP', bar: '1h', stopRanges: null, targetRatio: null, barsHeldMax: null };
}

/** Long while the mean of the last 10 closes exceeds that of the last 30, else short. */
export const createFlipEvaluator = (): Evaluator => ({
  row: buildFlipRow(),
  createState: (): FlipState => ({
    side: 0,
    strength: 0,
    range: NaN,
    bars: 0,
    closes: new Float64Array(SLOW_BARS),
    head: 0,
    fast: 0,
    slow: 0,
  }),
  fold(state, { close }) {
    const flip = state as FlipState;
    const { closes, head } = flip;
    flip.slow += close - (closes[head] ?? 0);
    flip.fast +=
      close - (closes[head < FAST_BARS ? head + SLOW_BARS - FAST_BARS : head - FAST_BARS] ?? 0);
    closes[head] = close;
    flip.head = head + 1 === SLOW_BARS ? 0 : head + 1;
    flip.bars += 1;
    if (flip.bars < SLOW_BARS) return;
    flip.side = flip.fast * SLOW_BARS > flip.slow * FAST_BARS ? 1 : -1;
    flip.strength = 1;
  },
  copyState: (state) => ({ ...state, closes: (state as FlipState).closes.slice() }) as FlipState,
  buildTarget: ({ side, strength }) => ({
    side: side === 0 ? 'FLAT' : side === 1 ? 'LONG' : 'SHORT',
    strength,
    reason: '',
    range: null,
  }),
});

/**
 * The same crossover as a plain loop without checks, account or spread. Returns dollars after the
 * final liquidation.
 */
export function runBareFlip({ open, close }: BarColumns): number {
  let [cash, position, entryPrice, order, fast, slow] = [CAPITAL_DOLLARS, 0, 0, 0, 0, 0];
  for (let bar = 0; bar < close.length; bar += 1) {
    const price = (open[bar] ?? 0) * TICK_DOLLARS;
    if (order !== 0) {
      cash -= price * POSITION_BARRELS * FEE_RATIO;
      if (position !== 0) cash += position * (price - entryPrice) * POSITION_BARRELS;
      position = position === 0 ? order : 0;
      entryPrice = price;
    }
    const closePrice = close[bar] ?? 0;
    // An index before the first bar reads undefined.
    fast += closePrice - (close[bar - FAST_BARS] ?? 0);
    slow += closePrice - (close[bar - SLOW_BARS] ?? 0);
    const side = bar < SLOW_BARS - 1 ? 0 : fast * SLOW_BARS > slow * FAST_BARS ? 1 : -1;
    order = position === 0 ? side : side === position ? 0 : -position;
  }
  const last = (close[close.length - 1] ?? 0) * TICK_DOLLARS;
  return (
    cash +
    position * (last - entryPrice) * POSITION_BARRELS -
    Math.abs(position) * last * POSITION_BARRELS * FEE_RATIO
  );
}
