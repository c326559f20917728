/** Inputs of GasNet. */
import { type FeatureSpec, createGroup, buildSeasonFeatures } from './feature';
import { computeExpectedImpact } from './expected-impact';
import { computeTenDayImpact, computeImpactRevision } from './impact-revision';
import { lifeFeature, computeRemainingSurprise } from './calendar-features';
import { carryFeature, buildMomentumFeatures, buildVolatilityRatioFeature } from './price-features';
import { getStormLevel, computeStormRevision } from './storms';

const demand = createGroup('revisions of demand');
const wells = createGroup('frozen wells');
const storms = createGroup('storms');
const storage = createGroup('storage');
const curve = createGroup('curve');
const economy = createGroup('economy');

const LAG_DAYS = [0, 1, 2, 3];

export const GAS_FEATURES: readonly FeatureSpec[] = [
  ...LAG_DAYS.map((back) =>
    demand.scaled(`revision of the gas balance, ${back} days ago`, 'sigma', (view) =>
      computeImpactRevision(view, 'NG', back),
    ),
  ),
  demand.scaled('revisions of the gas balance in ten days', 'sigma', (view) =>
    computeTenDayImpact(view, 'NG'),
  ),
  demand.scaled('revision of the gas balance, days 1 to 5', 'sigma', (view) =>
    view.getInput('wxa/NG/balance/1-5/z'),
  ),
  demand.scaled('revision of heating, days 6 to 14', 'sigma', (view) =>
    view.getInput('wxa/NG/heating/6-14/z'),
  ),
  demand.scaled('expected gas balance over the season', 'sigma', (view) =>
    computeExpectedImpact(view, 'NG'),
  ),
  demand.scaled('revision of wind power, days 1 to 5', 'sigma', (view) =>
    view.getInput('wxa/wind/ERCOT+MISO/1-5/z'),
  ),
  wells.scaled('chance of frozen wells', '', (view) =>
    view.getInput('evt/freeze-off/texas/chance'),
  ),
  wells.scaled(
    'change of that chance in a day',
    '',
    (view) =>
      view.getInput('evt/freeze-off/texas/chance') -
      view.getEarlierView(1).getInput('evt/freeze-off/texas/chance'),
  ),
  storms.scaled('expected category over the Gulf', 'categories', (view) =>
    getStormLevel(view, 'gulf'),
  ),
  ...[0, 1].map((back) =>
    storms.scaled(`change of expected storms, ${back} days ago`, 'categories', (view) =>
      computeStormRevision(view, 'gulf', back),
    ),
  ),
  storage.scaled('surprise of the last storage report', 'sigma', (view) =>
    computeRemainingSurprise(view, 'EIA-gas', 'NG'),
  ),
  storage.raw('own estimate of the next change of storage', 'Bcf', (view) =>
    view.getInput('evt/EIA-gas/own-estimate'),
  ),
  storage.raw('storage over its norm', 'Bcf', (view) => view.getInput('fund/NG/storage-gap')),
  storage.raw('days until the storage report', 'days', (view) =>
    view.getInput('evt/EIA-gas/days-until'),
  ),
  carryFeature,
  curve.raw('the first less the third month', '$/MMBtu', (view) =>
    view.getInput('spread/NG/F1-F3'),
  ),
  curve.raw('cash over the front month', 'log', (view) => view.getInput('fund/NG/cash')),
  lifeFeature,
  ...buildMomentumFeatures(),
  buildVolatilityRatioFeature(),
  ...buildSeasonFeatures(),
  economy.raw('trend of the world economy', 'log', (view) => view.getInput('gate/macro/trend')),
];
