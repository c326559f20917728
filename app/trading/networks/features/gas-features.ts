/** The inputs of GasNet: what one knows of a day's natural gas. */
import { type FeatureSpec, inGroup, seasonFeatures } from './feature';
import { impactExpected, impactOfTenDays, impactRevision } from './impact-revision';
import {
  carryFeature,
  lifeFeature,
  momentumFeatures,
  surpriseLeft,
  volatilityRatioFeature,
} from './price-features';
import { stormLevel, stormRevision } from './storms';

const demand = inGroup('revisions of demand');
const wells = inGroup('frozen wells');
const storms = inGroup('storms');
const storage = inGroup('storage');
const curve = inGroup('curve');
const economy = inGroup('economy');

const LAGS = [0, 1, 2, 3];

export const GAS_FEATURES: readonly FeatureSpec[] = [
  ...LAGS.map((back) =>
    demand.scaled(`revision of the gas balance, ${back} days ago`, 'deviations', (view) =>
      impactRevision(view, 'NG', back),
    ),
  ),
  demand.scaled('revisions of the gas balance in ten days', 'deviations', (view) =>
    impactOfTenDays(view, 'NG'),
  ),
  demand.scaled('revision of the gas balance, days 1 to 5', 'usual revisions', (view) =>
    view.input('wxa/NG/balance/1-5/z'),
  ),
  demand.scaled('revision of heating, days 6 to 14', 'usual revisions', (view) =>
    view.input('wxa/NG/heating/6-14/z'),
  ),
  demand.scaled('expected gas balance over the season', 'deviations', (view) =>
    impactExpected(view, 'NG'),
  ),
  demand.scaled('revision of wind power, days 1 to 5', 'usual revisions', (view) =>
    view.input('wxa/wind/ERCOT+MISO/1-5/z'),
  ),
  wells.scaled('chance of frozen wells', 'chance', (view) =>
    view.input('evt/freeze-off/texas/chance'),
  ),
  wells.scaled(
    'change of that chance in a day',
    'chance',
    (view) =>
      view.input('evt/freeze-off/texas/chance') -
      view.before(1).input('evt/freeze-off/texas/chance'),
  ),
  storms.scaled('expected category over the Gulf', 'categories', (view) =>
    stormLevel(view, 'gulf'),
  ),
  ...[0, 1].map((back) =>
    storms.scaled(`change of expected storms, ${back} days ago`, 'categories', (view) =>
      stormRevision(view, 'gulf', back),
    ),
  ),
  storage.scaled('surprise of the last storage report', 'deviations', (view) =>
    surpriseLeft(view, 'EIA-gas', 'NG'),
  ),
  storage.raw('own estimate of the next change of storage', 'Bcf', (view) =>
    view.input('evt/EIA-gas/own-estimate'),
  ),
  storage.raw('storage over its norm', 'Bcf', (view) => view.input('fund/NG/storage-gap')),
  storage.raw('days until the storage report', 'days', (view) =>
    view.input('evt/EIA-gas/days-until'),
  ),
  carryFeature,
  curve.raw('the first less the third month', '$/MMBtu', (view) => view.input('spread/NG/F1-F3')),
  curve.raw('cash over the front month', 'log', (view) => view.input('fund/NG/cash')),
  lifeFeature,
  ...momentumFeatures(),
  volatilityRatioFeature(),
  ...seasonFeatures(),
  economy.raw('trend of the world economy', 'log', (view) => view.input('gate/macro/trend')),
];
