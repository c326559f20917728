/** Catalog of published series: id, unit, cadence, publisher, description. */
import { POWER_HUBS, type PowerHub } from '../domain/contract';
import { MARKET_CELLS, type MarketCell } from '../weather/cell';

type Cadence = 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'by meeting';

interface SeriesInfo {
  readonly id: string;
  readonly unit: string;
  readonly cadence: Cadence;
  readonly publisher: string;
  readonly description: string;
}

/** Chains with a crop report, in list order. */
export const CROP_CHAINS = ['CORN', 'SOYB', 'WHEAT', 'OJ', 'CT'] as const;
export type CropChain = (typeof CROP_CHAINS)[number];
/** Crops with weekly condition ratings in season. */
export const RATED_CHAINS = ['CORN', 'SOYB', 'WHEAT', 'CT'] as const;
export type RatedChain = (typeof RATED_CHAINS)[number];
/** Weekly stocks. */
export const STOCKS = ['gas', 'crude', 'distillate'] as const;
export type Stock = (typeof STOCKS)[number];
/** Cells with soil moisture: all but the Gulf. */
export const SOIL_CELLS: readonly MarketCell[] = MARKET_CELLS.filter((cell) => cell !== 'GOM');
/** Cash gas hubs (next-day delivery). */
export const GAS_PLACES = ['henry-hub', 'permian', 'marcellus', 'gulf-coast'] as const;
export type GasPlace = (typeof GAS_PLACES)[number];

export const getStockSeries = (
  stock: Stock,
  what: 'level' | 'change' | 'expected-change',
): string => `${stock === 'gas' ? 'storage' : 'stocks'}/${stock}/${what}`;
export const getCropSeries = (
  chain: CropChain,
  what: 'ending-stocks' | 'expected-ending-stocks' | 'yield' | 'condition' | 'progress',
): string => `crop/${chain}/${what}`;
/** Stages whose progress is reported, in the order of the season. */
export const CROP_STAGES: Readonly<Record<RatedChain, readonly string[]>> = {
  CORN: ['planted', 'silking', 'harvested'],
  SOYB: ['planted', 'setting pods', 'harvested'],
  WHEAT: ['planted', 'headed', 'harvested'],
  CT: ['planted', 'setting bolls', 'harvested'],
};
export const getStageSeries = (chain: RatedChain, stage: string): string =>
  `${getCropSeries(chain, 'progress')}/${stage.replace(' ', '-')}`;
/** Region of EIA whose hourly demand stands for a hub. */
export const DEMAND_REGIONS: Readonly<Record<PowerHub, string>> = {
  NYISO: 'NYIS',
  ERCOT: 'ERCO',
  CAISO: 'CISO',
  PJM: 'PJM',
  MISO: 'MISO',
};
/** Hourly demand, MW. */
export const getDemandSeries = (hub: PowerHub): string => `demand/${DEMAND_REGIONS[hub]}`;
export const getSoilSeries = (cell: MarketCell): string => `soil/${cell}`;
export const getSpotSeries = (hub: PowerHub, what: 'mean' | 'peak' | 'low'): string =>
  `spot/${hub}/${what}`;
export const getCashSeries = (place: GasPlace): string => `cash/${place}`;
export const USD_INDEX = 'index/usd';
export const BRL_RATE = 'rate/brl';
export const MACRO_INDEX = 'index/macro';
export const NINO34 = 'climate/nino34';
export const OPEC_QUOTA = 'opec/quota';
export const GAS_HEATING = 'degree-days/gas-weighted/heating';
export const GAS_COOLING = 'degree-days/gas-weighted/cooling';

/** Units of crop stocks and yields. */
export const CROP_UNITS: Readonly<
  Record<CropChain, { readonly stocks: string; readonly yield: string }>
> = {
  CORN: { stocks: 'million bu', yield: 'bu/acre' },
  SOYB: { stocks: 'million bu', yield: 'bu/acre' },
  WHEAT: { stocks: 'million bu', yield: 'bu/acre' },
  OJ: { stocks: 'million gal', yield: 'boxes/tree' },
  CT: { stocks: 'million bales', yield: 'lb/acre' },
};
const CROP_NAMES: Readonly<Record<CropChain, string>> = {
  CORN: 'corn',
  SOYB: 'soybeans',
  WHEAT: 'wheat',
  OJ: 'orange juice',
  CT: 'cotton',
};
const STOCK_NAMES: Readonly<Record<Stock, { readonly name: string; readonly unit: string }>> = {
  gas: { name: 'working gas in underground storage', unit: 'Bcf' },
  crude: { name: 'commercial stocks of crude oil', unit: 'million bbl' },
  distillate: { name: 'stocks of distillate fuel', unit: 'million bbl' },
};
const CASH_NAMES: Readonly<Record<GasPlace, string>> = {
  'henry-hub': 'Henry Hub, Louisiana',
  permian: 'Waha in the Permian, West Texas',
  marcellus: 'the Marcellus, Pennsylvania',
  'gulf-coast': 'the Gulf Coast, Texas',
};

const buildSeriesRow = (
  id: string,
  unit: string,
  cadence: Cadence,
  publisher: string,
  description: string,
): SeriesInfo => ({ id, unit, cadence, publisher, description });

const buildStockRows = (stock: Stock): readonly SeriesInfo[] => {
  const { name, unit } = STOCK_NAMES[stock];
  return [
    buildSeriesRow(
      getStockSeries(stock, 'level'),
      unit,
      'weekly',
      'EIA',
      `${name}, United States, on a Friday; revised a week later`,
    ),
    buildSeriesRow(
      getStockSeries(stock, 'change'),
      unit,
      'weekly',
      'EIA',
      `change of ${name} over the week that ends on a Friday; revised a week later`,
    ),
    buildSeriesRow(
      getStockSeries(stock, 'expected-change'),
      unit,
      'weekly',
      'survey of analysts',
      `what analysts expect for the change of ${name}, the day before it is published`,
    ),
  ];
};

const buildCropRows = (chain: CropChain): readonly SeriesInfo[] => [
  buildSeriesRow(
    getCropSeries(chain, 'ending-stocks'),
    CROP_UNITS[chain].stocks,
    'monthly',
    'USDA',
    `stocks of ${CROP_NAMES[chain]} expected at the end of the marketing year`,
  ),
  buildSeriesRow(
    getCropSeries(chain, 'expected-ending-stocks'),
    CROP_UNITS[chain].stocks,
    'monthly',
    'survey of analysts',
    `what analysts expect the report to say of the ending stocks of ${CROP_NAMES[chain]}, the day before it`,
  ),
  buildSeriesRow(
    getCropSeries(chain, 'yield'),
    CROP_UNITS[chain].yield,
    'monthly',
    'USDA',
    `expected yield of ${CROP_NAMES[chain]}`,
  ),
];

const buildRatedRows = (chain: RatedChain): readonly SeriesInfo[] => [
  buildSeriesRow(
    getCropSeries(chain, 'condition'),
    '%',
    'weekly',
    'USDA',
    `share of ${CROP_NAMES[chain]} rated good or excellent, while it grows`,
  ),
  buildSeriesRow(
    getCropSeries(chain, 'progress'),
    '%',
    'weekly',
    'USDA',
    `how far the season of ${CROP_NAMES[chain]} has come, from planting to harvest`,
  ),
];

const buildSpotRows = (hub: PowerHub): readonly SeriesInfo[] => [
  buildSeriesRow(
    getSpotSeries(hub, 'mean'),
    '$/MWh',
    'daily',
    hub,
    `mean of the hourly spot index of ${hub} over a UTC day`,
  ),
  buildSeriesRow(
    getSpotSeries(hub, 'peak'),
    '$/MWh',
    'daily',
    hub,
    `dearest hour of the spot index of ${hub} on a UTC day`,
  ),
  buildSeriesRow(
    getSpotSeries(hub, 'low'),
    '$/MWh',
    'daily',
    hub,
    `cheapest hour of the spot index of ${hub} on a UTC day`,
  ),
];

/** All series, by kind. */
export const SERIES: readonly SeriesInfo[] = [
  ...STOCKS.flatMap(buildStockRows),
  ...CROP_CHAINS.flatMap(buildCropRows),
  ...RATED_CHAINS.flatMap(buildRatedRows),
  buildSeriesRow(
    OPEC_QUOTA,
    'million bbl/d',
    'by meeting',
    'OPEC',
    'production that the members have agreed on',
  ),
  buildSeriesRow(
    USD_INDEX,
    'index',
    'weekdays',
    'central bank',
    'the dollar against a basket of currencies, about 100',
  ),
  buildSeriesRow(BRL_RATE, 'BRL/USD', 'weekdays', 'central bank', 'Brazilian reals for a dollar'),
  buildSeriesRow(
    MACRO_INDEX,
    'index',
    'weekdays',
    'exchange',
    'the world economy as broad shares price it, about 100',
  ),
  buildSeriesRow(
    NINO34,
    'deg C',
    'weekly',
    'NOAA CPC',
    'sea surface of the tropical Pacific (Nino 3.4) over its normal, week from Sunday to Saturday',
  ),
  ...SOIL_CELLS.map((cell) =>
    buildSeriesRow(
      getSoilSeries(cell),
      'sd',
      'weekly',
      'drought monitor',
      `water in the root zone at ${cell} on a Tuesday over its normal of the season; below zero is dry`,
    ),
  ),
  buildSeriesRow(
    GAS_HEATING,
    'deg F day',
    'daily',
    'NOAA CPC',
    'heating degree days of a UTC day, weighted by the gas that they burn',
  ),
  buildSeriesRow(
    GAS_COOLING,
    'deg F day',
    'daily',
    'NOAA CPC',
    'cooling degree days of a UTC day, weighted by the gas that power plants burn for them',
  ),
  ...POWER_HUBS.flatMap(buildSpotRows),
  ...GAS_PLACES.map((place) =>
    buildSeriesRow(
      getCashSeries(place),
      '$/MMBtu',
      'weekdays',
      'survey of gas traders',
      `gas for delivery on a day at ${CASH_NAMES[place]}`,
    ),
  ),
];

const BY_ID: ReadonlyMap<string, SeriesInfo> = new Map(SERIES.map((info) => [info.id, info]));

/** Metadata of a series; null for an unknown id. */
export const findSeriesInfo = (id: string): SeriesInfo | null => BY_ID.get(id) ?? null;
