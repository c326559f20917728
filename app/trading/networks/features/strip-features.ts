/** The inputs of PowerNet: what one knows of a day's strip of power at a hub. */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { spotSeries } from '../../market/series-catalogue';

import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, inGroup, oneHot, seasonFeatures } from './feature';
import { impactRevision } from './impact-revision';
import { momentumFeatures, volatilityRatioFeature } from './price-features';
import { weekRevision } from './power-week';
import { DAY_MS } from '../../domain/time';

const week = inGroup('revisions of the week');
const wind = inGroup('wind and sun');
const gas = inGroup('gas');
const worth = inGroup('worth of the week');
const hubs = inGroup('other hubs');
const spot = inGroup('spot');

const getChain = (hub: string): string => `ET-${hub}`;
const getSigma = (view: PointInTimeView, hub: string): number =>
  view.marks(getChain(hub))?.sigma ?? NaN;

/** Mean of the other hubs' last moves. */
function otherMoves(view: PointInTimeView, hub: string): number {
  const rest = POWER_HUBS.filter((one) => one !== hub);
  return (
    rest.reduce((sum, one) => sum + (view.marks(getChain(one))?.scaledMove(0) ?? NaN), 0) /
    rest.length
  );
}

/** Mean of the spot index over the last days that are published, $/MWh. */
export function spotMean(
  view: PointInTimeView,
  hub: PowerHub,
  days: number,
  what: 'mean' | 'peak' | 'low' = 'mean',
): number {
  const { vintages, knownMs } = view.known;
  const found = vintages
    .history(spotSeries(hub, what), knownMs - (days + 4) * DAY_MS, knownMs, knownMs)
    .slice(-days);
  return found.length === days ? found.reduce((sum, { value }) => sum + value, 0) / days : NaN;
}

const daysToDelivery = (view: PointInTimeView, hub: string): number =>
  (Date.parse(view.known.curve(getChain(hub))[0]?.delivery ?? '') - view.stampMs) / DAY_MS;

export const STRIP_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2, 3].map((back) =>
    week.scaled(`revision of the week, ${back} days ago`, 'deviations', (view, hub) =>
      weekRevision(view, hub as PowerHub, back),
    ),
  ),
  week.scaled('revision of degree days, days 1 to 5', 'usual revisions', (view, hub) =>
    view.input(`wxa/hub/${hub}/degree-days/1-5/z`),
  ),
  week.scaled('revision of degree days where spot agrees', 'usual revisions', (view, hub) =>
    view.input(`wxa/hub/${hub}/degree-days/1-5/confirmed`),
  ),
  wind.scaled('revision of wind and sun, days 0 to 2', 'usual revisions', (view, hub) =>
    view.input(`wxa/hub/${hub}/renewables/0-2/z`),
  ),
  ...[0, 1].map((back) =>
    gas.scaled(
      `move of gas, ${back} days ago`,
      'deviations',
      (view) => view.marks('NG')?.scaledMove(back) ?? NaN,
    ),
  ),
  gas.scaled(
    'move of gas in five days',
    'deviations',
    (view) => view.marks('NG')?.scaledSum(5) ?? NaN,
  ),
  gas.scaled('revision of the gas balance', 'deviations', (view) => impactRevision(view, 'NG', 0)),
  worth.scaled(
    'worth by forecast and gas less the price',
    'deviations',
    (view, hub) => view.input(`fund/${hub}/strip-gap`) / getSigma(view, hub) / 5,
  ),
  worth.scaled('days to delivery', 'weeks', (view, hub) => daysToDelivery(view, hub) / 7),
  hubs.scaled(
    'strip over the mean of the hubs',
    'deviations',
    (view, hub) => view.input(`spread/ET/${hub}-mean`) / getSigma(view, hub) / 10,
  ),
  hubs.scaled('last move of the other hubs', 'deviations', otherMoves),
  spot.scaled(
    'spot of three days less the strip',
    'deviations',
    (view, hub) =>
      (spotMean(view, hub as PowerHub, 3) - view.input(`price/${getChain(hub)}`)) /
      getSigma(view, hub) /
      5,
  ),
  spot.scaled('chance of a spike tomorrow', 'chance', (view, hub) =>
    view.input(`evt/spike/${hub}/chance`),
  ),
  ...momentumFeatures(getChain),
  volatilityRatioFeature(getChain),
  ...seasonFeatures(),
  ...oneHot(POWER_HUBS, 'season and place'),
];
