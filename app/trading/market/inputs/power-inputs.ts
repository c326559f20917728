/**
 * Power inputs from two sources: forecast revisions confirmed by spot, and strip price against fair
 * value.
 */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { getSpotSeries } from '../series-catalog';
import type { InputInfo, PublicData, PublishedValue } from './public-data';
import { getFrontPrice, publishValue } from './published-values';
import { buildDegreeDayFlow } from './power-stack';
import { computeScaledRevision } from './revisions';
import { computeStripFairValue } from './state-inputs';
import { DAY_MS } from '../../domain/time';

const MOVE_DAYS = 10;
/** Minimum spot move in sigma that confirms a revision. */
const AGREEMENT_SIGMAS = 0.3;

/** Ten-day move of daily spot means in sigma: change / (rms of daily changes x sqrt 10). */
function computeSpotMove(data: PublicData, hub: PowerHub): PublishedValue | null {
  const found = data.vintages
    .listHistory(
      getSpotSeries(hub, 'mean'),
      data.knownMs - (MOVE_DAYS + 4) * DAY_MS,
      data.knownMs,
      data.knownMs,
    )
    .slice(-(MOVE_DAYS + 1));
  if (found.length <= MOVE_DAYS) return null;
  const values = found.map(({ value }) => value);
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const scale = Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0));
  return publishValue(
    scale > 0 ? steps.reduce((sum, step) => sum + step, 0) / scale : 0,
    Math.max(...found.map(({ publishedMs }) => publishedMs)),
  );
}

/**
 * Scaled degree-day revision of a hub if spot moved the same way, else 0; null while either is
 * missing.
 */
function computeConfirmedRevision(data: PublicData, hub: PowerHub): PublishedValue | null {
  const revision = computeScaledRevision(buildDegreeDayFlow(hub), [1, 5], data);
  const move = computeSpotMove(data, hub);
  if (!revision || !move) return null;
  return publishValue(
    Math.sign(revision.value) * move.value >= AGREEMENT_SIGMAS ? revision.value : 0,
    Math.max(revision.publishedMs, move.publishedMs),
  );
}

/** Model value of the front strip minus its price. */
function computeStripGap(data: PublicData, hub: PowerHub): PublishedValue | null {
  const fair = computeStripFairValue(data, hub);
  const price = getFrontPrice(data, `ET-${hub}`);
  return fair && price !== null ? publishValue(fair.value - price, fair.publishedMs) : null;
}

export const POWER_INPUTS: readonly InputInfo[] = POWER_HUBS.flatMap(
  (hub): readonly InputInfo[] => [
    {
      id: `wxa/hub/${hub}/degree-days/1-5/confirmed`,
      unit: 'sigma',
      description: `degree-day revision of ${hub} (days 1–5); 0 unless ten days of spot power moved at least ${AGREEMENT_SIGMAS} sigma the same way`,
      resolve: (data) => computeConfirmedRevision(data, hub),
    },
    {
      id: `fund/${hub}/strip-gap`,
      unit: '$/MWh',
      description: `model value of the front strip of ${hub} minus its price; from forecasts, gas and public data on plants`,
      resolve: (data) => computeStripGap(data, hub),
    },
  ],
);
