/** Probability of a price spike on a coming day, in closed form per weather scenario. */
import { assert } from '../../domain/outcome';
import { normalShare } from '../random-streams';
import type { CheckpointedFold } from '../checkpointed-fold';
import type { AsOfCycle } from '../market-models';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { Expectation } from './expectation';
import { getHubRow, type HubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { type SpotState, computeRecentMean } from './spot';
import {
  LOCAL_MEMORY,
  clampPrice,
  computeEdgePrice,
  computeFuelPrice,
  computeSpikeExceedance,
} from './stack';

/** A spike day's highest hour exceeds this multiple of the 30-day mean. */
const SPIKE_MULTIPLE = 2.5;
const USE_MAX = 2.5;
const HALVINGS = 24;

/** Use at which an hour without a spike costs `price`, by bisection: prices rise with use. */
function findUseAtPrice(row: HubRow, factor: number, price: number): number {
  let [low, high] = [0, USE_MAX];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (
      clampPrice(row, factor * computeFuelPrice(row, middle) + computeEdgePrice(row, middle)) <
      price
    )
      low = middle;
    else high = middle;
  }
  return high;
}

/** Correlation of local use between hours of a day, by distance. */
const LOCAL_CORRELATION = Float64Array.from(
  { length: HOURS_PER_DAY },
  (_, distance) => LOCAL_MEMORY ** distance,
);
/** Lowest margin, in standard deviations, at which another hour is considered. */
const MARGIN_MIN = -3;

/**
 * Probability that use exceeds the threshold in any hour: the hour with the largest margin, and the
 * hour that adds most to it. Given that the first stays below, the probability of the second is
 * reduced by sqrt(1 - r) at correlation r, an approximation within 0.03 of the bivariate normal for
 * probabilities from 0.1 to 0.5.
 */
function computeAnyExceedance(row: HubRow, margins: Float64Array, useSd: Float64Array): number {
  let first = 0;
  for (let hour = 1; hour < HOURS_PER_DAY; hour += 1)
    if ((margins[hour] ?? 0) > (margins[first] ?? 0)) first = hour;
  const probability = normalShare(margins[first] ?? 0);
  const localShare = Math.min(1, (row.local / Math.max(1e-6, useSd[first] ?? 0)) ** 2);
  let added = 0;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    const margin = margins[hour] ?? 0;
    if (hour === first || margin < MARGIN_MIN) continue;
    const unshared = localShare * (1 - (LOCAL_CORRELATION[Math.abs(hour - first)] ?? 0));
    added = Math.max(added, Math.sqrt(unshared) * normalShare(margin));
  }
  return probability + (1 - probability) * added;
}

const margins = new Float64Array(HOURS_PER_DAY);

export function createSpikeProbability(
  states: CheckpointedFold<SpotState>,
  expectation: Expectation,
): (hub: number, asOf: AsOfCycle, lead: number) => number {
  return (hub, asOf, lead) => {
    assert(
      lead >= 0 && lead <= LEAD_DAYS_MAX,
      () => `spikes are forecast for 0 to ${LEAD_DAYS_MAX} days, got ${lead}`,
    );
    const row = getHubRow(hub);
    const threshold =
      SPIKE_MULTIPLE * (computeRecentMean(states.getState(asOf.day), hub) ?? row.scale);
    const factor = expectation.getFuelFactor(hub, asOf, lead);
    const useAtThreshold = findUseAtPrice(row, factor, threshold);
    let probability = 0;
    expectation.visitScenarios(hub, asOf, lead, (scenario) => {
      let noSpikeProbability = 1;
      for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
        const base =
          factor * computeFuelPrice(row, scenario.use[hour] ?? 0) + (scenario.edge[hour] ?? 0);
        noSpikeProbability *=
          1 -
          (scenario.spikeProbability[hour] ?? 0) * computeSpikeExceedance(row, threshold - base);
        margins[hour] =
          ((scenario.use[hour] ?? 0) - useAtThreshold) / Math.max(1e-6, scenario.useSd[hour] ?? 0);
      }
      probability +=
        scenario.chance *
        (1 - (1 - computeAnyExceedance(row, margins, scenario.useSd)) * noSpikeProbability);
    });
    return Math.min(1, Math.max(0, probability));
  };
}
