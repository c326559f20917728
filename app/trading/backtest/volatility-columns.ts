/**
 * Price scale and variance over a whole tape. They depend on the bars only, so that all backtests of
 * the same bars share them.
 */
import { updatePriceScale, updateVariance } from '../risk/bar-volatility';
import type { BarColumns } from './tape';

/** Entry n is the state after n bars; entry 0 is before the first. */
export interface VolatilityColumns {
  /** Mean absolute price, ticks. */
  readonly scaleTicks: Float64Array;
  /** Mean squared relative change per bar. */
  readonly variance: Float64Array;
}

const cachedColumns = new WeakMap<BarColumns, VolatilityColumns>();

/** Columns of these bars, computed once; the bars must not change afterwards. */
export function getVolatilityColumns(bars: BarColumns): VolatilityColumns {
  const columns = cachedColumns.get(bars) ?? computeColumns(bars);
  cachedColumns.set(bars, columns);
  return columns;
}

function computeColumns({ startsMs, endsMs, close }: BarColumns): VolatilityColumns {
  const { length } = close;
  const scaleTicks = new Float64Array(length + 1);
  const variance = new Float64Array(length + 1);
  let previousTicks = close[0] ?? 0;
  for (let bar = 0; bar < length; bar += 1) {
    const lastTicks = close[bar] ?? 0;
    const scale = updatePriceScale(bar, scaleTicks[bar] ?? 0, lastTicks);
    scaleTicks[bar + 1] = scale;
    variance[bar + 1] = updateVariance(
      bar,
      variance[bar] ?? 0,
      lastTicks - previousTicks,
      scale,
      (endsMs[bar] ?? 0) - (startsMs[bar] ?? 0) + 1,
    );
    previousTicks = lastTicks;
  }
  return { scaleTicks, variance };
}
