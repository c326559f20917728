/**
 * The chance that a hub's price spikes on a coming day, in closed form for each course of weather.
 */
import { assert } from '../../domain/outcome';
import { normalShare } from '../random-streams';
import type { Lane } from '../checkpointed-fold';
import type { Knowledge } from '../parts';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { Expectation } from './expectation';
import { hubRow, type HubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { type SpotState, recentMean } from './spot';
import { clamp, edgePrice, fuelPrice, spikeHigherThan } from './stack';

/** A day spikes when its highest hour passes so many times the mean of the latest 30 days. */
const SPIKE_MULTIPLE = 2.5;
const USE_MAX = 2.5;
const HALVINGS = 24;

/**
 * The use of capacity at which an hour without a spike costs `price`, by halving: prices rise with
 * use.
 */
function useAt(row: HubRow, factor: number, price: number): number {
  let [low, high] = [0, USE_MAX];
  for (let turn = 0; turn < HALVINGS; turn += 1) {
    const middle = (low + high) / 2;
    if (clamp(row, factor * fuelPrice(row, middle) + edgePrice(row, middle)) < price) low = middle;
    else high = middle;
  }
  return high;
}

export function spikeChances(
  lane: Lane<SpotState>,
  expectation: Expectation,
): (hub: number, known: Knowledge, lead: number) => number {
  return (hub, known, lead) => {
    assert(
      lead >= 0 && lead <= LEAD_DAYS_MAX,
      () => `spikes are foreseen for 0 to ${LEAD_DAYS_MAX} days, asked for ${lead}`,
    );
    const row = hubRow(hub);
    const threshold = SPIKE_MULTIPLE * (recentMean(lane.at(known.day), hub) ?? row.scale);
    const factor = expectation.factorAt(hub, known, lead);
    const needed = useAt(row, factor, threshold);
    let chance = 0;
    expectation.courses(hub, known, lead, (course) => {
      let quiet = 1;
      let highest = Number.NEGATIVE_INFINITY;
      for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
        const base = factor * fuelPrice(row, course.use[hour] ?? 0);
        quiet *= 1 - (course.entry[hour] ?? 0) * spikeHigherThan(row, threshold - base);
        highest = Math.max(
          highest,
          ((course.use[hour] ?? 0) - needed) / Math.max(1e-6, course.useSd[hour] ?? 0),
        );
      }
      chance += course.chance * (1 - (1 - normalShare(highest)) * quiet);
    });
    return Math.min(1, Math.max(0, chance));
  };
}
