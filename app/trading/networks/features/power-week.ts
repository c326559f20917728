/** Value of the active power week under successive forecast runs. */
import type { PowerHub } from '../../domain/contract';
import { HUB_STACKS } from '../../market/inputs/power-stack';
import { computeWeekPrice } from '../../market/inputs/state-inputs';
import type { ForecastRun } from '../../weather/bulletin';
import type { PointInTimeView } from './point-in-time-view';
import { getMidnight } from '../../domain/time';

/**
 * Standard gas price in $/MMBtu for comparison, and the elasticity of power to gas (as in the
 * public model).
 */
const STANDARD_GAS_PRICE = 3.6;
const GAS_ELASTICITY = 0.55;

const valuesByRun = new WeakMap<ForecastRun, Map<string, number>>();

/** Value of a week under a run at the standard gas price, NaN while unknown; cached. */
function computeWeekValue(hub: PowerHub, run: ForecastRun, startMs: number): number {
  const weeks = valuesByRun.get(run) ?? new Map<string, number>();
  if (weeks.size === 0) valuesByRun.set(run, weeks);
  const key = `${hub}/${startMs}`;
  const value = weeks.get(key) ?? computeWeekPrice(hub, run, startMs, STANDARD_GAS_PRICE) ?? NaN;
  weeks.set(key, value);
  return value;
}

/**
 * Change of the active week's value in the 24 hours that ended `backDays` ago, in standard
 * deviations of a daily move; NaN while runs, or their wind or sunshine, are missing.
 */
export function computeWeekRevision(
  view: PointInTimeView,
  hub: PowerHub,
  backDays: number,
): number {
  const { cell } = HUB_STACKS[hub];
  const delivery = view.publicData.listCurve(`ET-${hub}`)[0]?.delivery;
  const gas = view.publicData.listCurve('NG')[0]?.price;
  const [newer, older] = [view.findRun(cell, backDays), view.findRun(cell, backDays + 1)];
  if (!newer || !older || delivery === undefined || gas === undefined) return NaN;
  const startMs = getMidnight(Date.parse(delivery));
  const level = (Math.max(0.5, gas) / STANDARD_GAS_PRICE) ** GAS_ELASTICITY;
  return (
    (level * (computeWeekValue(hub, newer, startMs) - computeWeekValue(hub, older, startMs))) /
    (view.getMarks(`ET-${hub}`)?.sigma ?? NaN)
  );
}
