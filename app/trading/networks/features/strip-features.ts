/** Inputs of PowerNet. */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { getSpotSeries } from '../../market/series-catalog';

import type { PointInTimeView } from './point-in-time-view';
import {
  type FeatureSpec,
  SEASON_GROUP,
  createGroup,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { computeImpactRevision } from './impact-revision';
import { buildMomentumFeatures, buildVolatilityRatioFeature } from './price-features';
import { computeWeekRevision } from './power-week';
import { DAY_MS } from '../../domain/time';

const week = createGroup('revisions of the week');
const wind = createGroup('wind and sun');
const gas = createGroup('gas');
const valueGap = createGroup('worth of the week');
const hubs = createGroup('other hubs');
const spot = createGroup('spot');

const getChain = (hub: string): string => `ET-${hub}`;
const getSigma = (view: PointInTimeView, hub: string): number =>
  view.getMarks(getChain(hub))?.sigma ?? NaN;

/** Mean of the last moves of the other hubs. */
function computeOtherHubsMove(view: PointInTimeView, hub: string): number {
  const rest = POWER_HUBS.filter((one) => one !== hub);
  return (
    rest.reduce((sum, one) => sum + (view.getMarks(getChain(one))?.getScaledMove(0) ?? NaN), 0) /
    rest.length
  );
}

/** Mean spot index over the last published days, $/MWh. */
export function computeSpotMean(
  view: PointInTimeView,
  hub: PowerHub,
  days: number,
  statistic: 'mean' | 'peak' | 'low' = 'mean',
): number {
  const { vintages, knownMs } = view.publicData;
  const found = vintages
    .listHistory(getSpotSeries(hub, statistic), knownMs - (days + 4) * DAY_MS, knownMs, knownMs)
    .slice(-days);
  return found.length === days ? found.reduce((sum, { value }) => sum + value, 0) / days : NaN;
}

const computeDaysToDelivery = (view: PointInTimeView, hub: string): number =>
  (Date.parse(view.publicData.listCurve(getChain(hub))[0]?.delivery ?? '') - view.stampMs) / DAY_MS;

export const STRIP_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2, 3].map((back) =>
    week.scaled(`revision of the week, ${back} days ago`, 'sigma', (view, hub) =>
      computeWeekRevision(view, hub as PowerHub, back),
    ),
  ),
  week.scaled('revision of degree days, days 1 to 5', 'sigma', (view, hub) =>
    view.getInput(`wxa/hub/${hub}/degree-days/1-5/z`),
  ),
  week.scaled('revision of degree days where spot agrees', 'sigma', (view, hub) =>
    view.getInput(`wxa/hub/${hub}/degree-days/1-5/confirmed`),
  ),
  wind.scaled('revision of wind and sun, days 0 to 2', 'sigma', (view, hub) =>
    view.getInput(`wxa/hub/${hub}/renewables/0-2/z`),
  ),
  ...[0, 1].map((back) =>
    gas.scaled(
      `move of gas, ${back} days ago`,
      'sigma',
      (view) => view.getMarks('NG')?.getScaledMove(back) ?? NaN,
    ),
  ),
  gas.scaled(
    'move of gas in five days',
    'sigma',
    (view) => view.getMarks('NG')?.computeScaledSum(5) ?? NaN,
  ),
  gas.scaled('revision of the gas balance', 'sigma', (view) =>
    computeImpactRevision(view, 'NG', 0),
  ),
  valueGap.scaled(
    'worth by forecast and gas less the price',
    'sigma',
    (view, hub) => view.getInput(`fund/${hub}/strip-gap`) / getSigma(view, hub) / 5,
  ),
  valueGap.scaled('days to delivery', 'weeks', (view, hub) => computeDaysToDelivery(view, hub) / 7),
  hubs.scaled(
    'strip over the mean of the hubs',
    'sigma',
    (view, hub) => view.getInput(`spread/ET/${hub}-mean`) / getSigma(view, hub) / 10,
  ),
  hubs.scaled('last move of the other hubs', 'sigma', computeOtherHubsMove),
  spot.scaled(
    'spot of three days less the strip',
    'sigma',
    (view, hub) =>
      (computeSpotMean(view, hub as PowerHub, 3) - view.getInput(`price/${getChain(hub)}`)) /
      getSigma(view, hub) /
      5,
  ),
  spot.scaled('chance of a spike tomorrow', '', (view, hub) =>
    view.getInput(`evt/spike/${hub}/chance`),
  ),
  ...buildMomentumFeatures(getChain),
  buildVolatilityRatioFeature(getChain),
  ...buildSeasonFeatures(),
  ...buildOneHotFeatures(POWER_HUBS, SEASON_GROUP),
];
