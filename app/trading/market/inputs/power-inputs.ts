/**
 * Inputs of power alone that join two sources: revisions that spot prices confirm, and the gap
 * between a strip and its modelled worth.
 */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { spotSeries } from '../series-catalogue';
import {
  type InputInfo,
  type PublicKnowledge,
  type PublishedValue,
  frontPrice,
  publishValue,
} from './knowledge';
import { hubDegrees } from './power-stack';
import { scaledRevision } from './revisions';
import { stripFair } from './state-inputs';
import { DAY_MS } from '../../domain/time';

const MOVE_DAYS = 10;
/** Deviations that spot must have moved for it to agree with the forecast. */
const AGREES = 0.3;

/**
 * The move of daily spot means over ten days in deviations of such a move: difference over (root
 * mean square of the daily differences times the root of ten).
 */
function spotMove(known: PublicKnowledge, hub: PowerHub): PublishedValue | null {
  const found = known.vintages
    .history(
      spotSeries(hub, 'mean'),
      known.knownMs - (MOVE_DAYS + 4) * DAY_MS,
      known.knownMs,
      known.knownMs,
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
 * The scaled revision of a hub's degree days where spot power has gone the same way, else 0; null
 * while either is unknown.
 */
function confirmedRevision(known: PublicKnowledge, hub: PowerHub): PublishedValue | null {
  const revision = scaledRevision(hubDegrees(hub), [1, 5], known);
  const move = spotMove(known, hub);
  if (!revision || !move) return null;
  return publishValue(
    Math.sign(revision.value) * move.value >= AGREES ? revision.value : 0,
    Math.max(revision.publishedMs, move.publishedMs),
  );
}

/** Worth of the front strip by forecast and gas, less its price. */
function stripGap(known: PublicKnowledge, hub: PowerHub): PublishedValue | null {
  const fair = stripFair(known, hub);
  const price = frontPrice(known, `ET-${hub}`);
  return fair && price !== null ? publishValue(fair.value - price, fair.publishedMs) : null;
}

export const POWER_INPUTS: readonly InputInfo[] = POWER_HUBS.flatMap(
  (hub): readonly InputInfo[] => [
    {
      id: `wxa/hub/${hub}/degree-days/1-5/confirmed`,
      unit: 'usual revisions',
      description: `revision of the degree days of ${hub}, days 1 to 5, where ten days of spot power have moved at least ${AGREES} deviations the same way; else 0`,
      resolve: (known) => confirmedRevision(known, hub),
    },
    {
      id: `fund/${hub}/strip-gap`,
      unit: '$/MWh',
      description: `what the front strip of ${hub} should cost by forecast, gas and a public model, less its price`,
      resolve: (known) => stripGap(known, hub),
    },
  ],
);
