/** The eight networks in fixed order; the count shown on screens is the length of this list. */
import { POWER_HUBS } from '../domain/contract';

import type { Head } from './core/shape';
import { CROP_SUBJECTS } from './features/crop-year';
import { CROP_FEATURES, FORECAST_LOSS_FEATURE } from './features/crop-features';
import { FARM_FEATURES, FARM_SUBJECTS } from './features/farm-features';
import { GAS_FEATURES } from './features/gas-features';
import { PETRO_FEATURES, PETRO_SUBJECTS } from './features/petro-features';
import { SPIKE_FEATURES, SPIKE_SUBJECTS } from './features/spike-features';
import { STRIP_FEATURES } from './features/strip-features';
import { VOLATILITY_FEATURES, VOLATILITY_SUBJECTS } from './features/volatility-features';
import { WEATHER_FEATURES, WEATHER_SUBJECTS, getRainOddsName } from './features/weather-features';
import { VERIFIED_LEADS } from './features/weather-record';
import type { NetworkId, NetworkSpec } from './network-spec';
import { DAY_MS } from '../domain/time';

/** Quantiles behind the target price and its 80% interval. */
const BAND_QUANTILES = [0.1, 0.5, 0.9] as const;

/**
 * Targets of a price network: soft labels of direction over one and five days, and the one-day move
 * in standard deviations.
 */
const PRICE_TARGETS = [
  'rises in a day',
  'rises in five days',
  'move of a day, deviations',
] as const;
const PRICE_HEADS: readonly Head[] = [
  { kind: 'bce', name: 'rises in a day', target: 0 },
  { kind: 'bce', name: 'rises in five days', target: 1 },
  ...BAND_QUANTILES.map(
    (quantile): Head => ({
      kind: 'pinball',
      name: `quantile ${quantile} of the move of a day`,
      target: 2,
      quantile,
    }),
  ),
];

const listAheadNames = (name: string): readonly string[] =>
  VERIFIED_LEADS.map((lead) => `${name}, ${lead} days ahead`);
const WEATHER_TARGETS = [...listAheadNames('error of the temperature'), ...listAheadNames('rain')];
const WEATHER_HEADS = WEATHER_TARGETS.map(
  (name, target): Head => ({ kind: target < VERIFIED_LEADS.length ? 'mse' : 'bce', name, target }),
);

/** The public rain probability is a forecast already; training starts from it. */
const WEATHER_STARTS = VERIFIED_LEADS.map((lead, index) => ({
  head: VERIFIED_LEADS.length + index,
  feature: getRainOddsName(lead),
  slope: 1,
}));

const PRICE_NETWORK = { targets: PRICE_TARGETS, heads: PRICE_HEADS, horizonMs: DAY_MS } as const;
/**
 * Futures rise about as often as they fall. Power strips fall more often and rise farther, so their
 * probabilities are not symmetric.
 */
const TWO_SIDED_PRICE_NETWORK = { ...PRICE_NETWORK, isTwoSided: true } as const;

const SPECS = {
  WeatherNet: {
    id: 'WeatherNet',
    name: 'Weather',
    description: 'how the public forecast of a place will err, and whether it rains',
    subjects: WEATHER_SUBJECTS,
    features: WEATHER_FEATURES,
    coreGroups: ['forecast'],
    targets: WEATHER_TARGETS,
    heads: WEATHER_HEADS,
    headStarts: WEATHER_STARTS,
    horizonMs: DAY_MS,
  },
  CropNet: {
    id: 'CropNet',
    name: 'Crops',
    description: 'the share of its yield that a crop will have lost at harvest',
    subjects: CROP_SUBJECTS,
    features: CROP_FEATURES,
    coreGroups: ['weather so far', 'forecast'],
    targets: ['loss at harvest, tenths'],
    heads: [{ kind: 'huber', name: 'loss at harvest, tenths', target: 0 }],
    headStarts: [{ head: 0, feature: FORECAST_LOSS_FEATURE, slope: 0.1 }],
    horizonMs: 365 * DAY_MS,
  },
  SpikeNet: {
    id: 'SpikeNet',
    name: 'Spikes',
    description:
      'the chance that the dearest hour of a hub passes 2.5 times its month, and that cash gas leaps',
    subjects: SPIKE_SUBJECTS,
    features: SPIKE_FEATURES,
    coreGroups: ['forecast of the day', 'spot of the last days'],
    targets: ['spike of power in a day', 'leap of cash gas in five days'],
    heads: [
      { kind: 'bce', name: 'spike of power in a day', target: 0 },
      { kind: 'bce', name: 'leap of cash gas in five days', target: 1 },
    ],
    horizonMs: DAY_MS,
  },
  PowerNet: {
    id: 'PowerNet',
    name: 'Power',
    description: 'where the strip of a hub goes in a day',
    subjects: POWER_HUBS,
    features: STRIP_FEATURES,
    coreGroups: ['revisions of the week', 'spot'],
    ...PRICE_NETWORK,
  },
  GasNet: {
    id: 'GasNet',
    name: 'Natural gas',
    description: 'where natural gas goes in a day and in five',
    subjects: ['NG'],
    features: GAS_FEATURES,
    coreGroups: ['revisions of demand', 'price'],
    ...TWO_SIDED_PRICE_NETWORK,
  },
  PetroNet: {
    id: 'PetroNet',
    name: 'Oil',
    description: 'where crude oil and heating oil go in a day and in five',
    subjects: PETRO_SUBJECTS,
    features: PETRO_FEATURES,
    coreGroups: ['revisions of heating', 'price'],
    ...TWO_SIDED_PRICE_NETWORK,
  },
  AgNet: {
    id: 'AgNet',
    name: 'Farming',
    description:
      'where corn, soybeans, wheat, coffee, orange juice and cotton go in a day and in five',
    subjects: FARM_SUBJECTS,
    features: FARM_FEATURES,
    coreGroups: ['revisions of the crop', 'price'],
    ...TWO_SIDED_PRICE_NETWORK,
  },
  VolNet: {
    id: 'VolNet',
    name: 'Volatility',
    description: 'how far a price will move in a day and in five, whichever way',
    subjects: VOLATILITY_SUBJECTS,
    features: VOLATILITY_FEATURES,
    coreGroups: ['past volatility'],
    targets: ['log volatility of a day', 'log volatility of five days'],
    heads: [
      { kind: 'qlike', name: 'volatility of a day', target: 0 },
      { kind: 'qlike', name: 'volatility of five days', target: 1 },
    ],
    horizonMs: DAY_MS,
  },
} satisfies { readonly [Id in NetworkId]: NetworkSpec & { readonly id: Id } };
export const NETWORKS: readonly NetworkSpec[] = Object.values(SPECS);
/** Networks that forecast the direction of a price and so can issue signals. */
export const DIRECTION_NETWORKS: readonly NetworkSpec[] = NETWORKS.filter(
  ({ targets }) => targets === PRICE_TARGETS,
);

const BY_ID: ReadonlyMap<string, NetworkSpec> = new Map(NETWORKS.map((spec) => [spec.id, spec]));

/** Throws RangeError for an unknown id. */
export function getNetworkSpec(id: string): NetworkSpec {
  const spec = BY_ID.get(id);
  if (!spec)
    throw new RangeError(
      `there is no network '${id}'; there are ${NETWORKS.map((spec) => spec.id).join(', ')}`,
    );
  return spec;
}

export const isNetworkId = (id: string): id is NetworkId => BY_ID.has(id);
