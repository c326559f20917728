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
import { clampPrice, computeEdgePrice, computeFuelPrice, computeSpikeExceedance } from './stack';

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
      let highest = Number.NEGATIVE_INFINITY;
      for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
        const base =
          factor * computeFuelPrice(row, scenario.use[hour] ?? 0) + (scenario.edge[hour] ?? 0);
        noSpikeProbability *=
          1 -
          (scenario.spikeProbability[hour] ?? 0) * computeSpikeExceedance(row, threshold - base);
        highest = Math.max(
          highest,
          ((scenario.use[hour] ?? 0) - useAtThreshold) / Math.max(1e-6, scenario.useSd[hour] ?? 0),
        );
      }
      probability += scenario.chance * (1 - (1 - normalShare(highest)) * noSpikeProbability);
    });
    return Math.min(1, Math.max(0, probability));
  };
}
