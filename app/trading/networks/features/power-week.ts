/** How far the public forecast has moved the worth of a week of power. */
import type { PowerHub } from '../../domain/contract';
import { HUB_STACKS } from '../../market/inputs/power-stack';
import { weekPrice } from '../../market/inputs/state-inputs';
import type { ForecastRun } from '../../weather/bulletin';
import type { PointInTimeView } from './point-in-time-view';
import { getMidnight } from '../../domain/time';

/**
 * Gas at which weeks are compared, $/MMBtu, and how the level of power follows it (as in the public
 * model).
 */
const GAS = 3.6;
const GAS_POWER = 0.55;

const kept = new WeakMap<ForecastRun, Map<string, number>>();

/** The worth of a week by a run at the standard price of gas, worked out once. */
function computeWorth(hub: PowerHub, run: ForecastRun, startMs: number): number {
  const weeks = kept.get(run) ?? new Map<string, number>();
  if (weeks.size === 0) kept.set(run, weeks);
  const key = `${hub}/${startMs}`;
  const made = weeks.get(key) ?? weekPrice(hub, run, startMs, GAS);
  weeks.set(key, made);
  return made;
}

/**
 * The change of what the week in force is worth by the runs of 24 hours that ended so many days
 * ago, in deviations of a day's move of its price; NaN while runs are missing.
 */
export function weekRevision(view: PointInTimeView, hub: PowerHub, backDays: number): number {
  const { cell } = HUB_STACKS[hub];
  const delivery = view.known.curve(`ET-${hub}`)[0]?.delivery;
  const gas = view.known.curve('NG')[0]?.price;
  const [newer, older] = [view.run(cell, backDays), view.run(cell, backDays + 1)];
  if (!newer || !older || delivery === undefined || gas === undefined) return NaN;
  const startMs = getMidnight(Date.parse(delivery));
  const level = (Math.max(0.5, gas) / GAS) ** GAS_POWER;
  return (
    (level * (computeWorth(hub, newer, startMs) - computeWorth(hub, older, startMs))) /
    (view.marks(`ET-${hub}`)?.sigma ?? NaN)
  );
}
