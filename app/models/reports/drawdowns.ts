/** Drawdown of an equity curve over time. */
import { computeMoneyChange } from '../../trading/domain/change';
import { type EpochMs, NO_MILLS } from '../../trading/domain/units';
import type { CurvePoint } from './report-model';

interface DrawdownPoint {
  readonly atMs: EpochMs;
  readonly value: number;
}

/** Drawdown in percent of the peak, <= 0; NaN while the peak is not above zero. */
export function computeDrawdowns(points: readonly CurvePoint[]): DrawdownPoint[] {
  let peak = points[0]?.equityMills ?? NO_MILLS;
  return points.map(({ atMs, equityMills }) => {
    if (equityMills > peak) peak = equityMills;
    return { atMs, value: peak > 0 ? (computeMoneyChange(peak, equityMills).percent ?? NaN) : NaN };
  });
}
