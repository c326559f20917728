/** Price inputs: front months, roll yields, calendar, product and hub spreads. */
import type { FuturesRoot } from '../../domain/commodity';
import { POWER_HUBS } from '../../domain/contract';
import { getSeasonFactor } from '../season-shape';
import type { CurvePoint, InputInfo, PublicData } from './public-data';
import { getFirstPrices, getFrontPrice, publishNow } from './published-values';
import { DAY_MS } from '../../domain/time';

const CHAINS: Readonly<Record<string, string>> = {
  NG: '$/MMBtu',
  CORN: 'cents/bushel',
  SOYB: 'cents/bushel',
  WHEAT: 'cents/bushel',
  OJ: 'cents/lb',
  HO: '$/gallon',
  KC: 'cents/lb',
  CL: '$/barrel',
  CT: 'cents/lb',
} satisfies Record<FuturesRoot, string>;
const YEAR_DAYS = 365.25;

const frontInputs: readonly InputInfo[] = [
  ...Object.keys(CHAINS),
  ...POWER_HUBS.map((hub) => `ET-${hub}`),
].map((chain) => ({
  id: `price/${chain}`,
  unit: CHAINS[chain] ?? '$/MWh',
  description: `front month of ${chain}`,
  resolve: (data) => publishNow(data, getFrontPrice(data, chain)),
}));

/**
 * Annualized roll yield of the first two months, seasonally adjusted; above zero in backwardation.
 */
function computeRollYield(data: PublicData, chain: string): number | null {
  const [near, far] = getFirstPrices(data, chain, 2) ?? [];
  if (!near || !far || near.price <= 0 || far.price <= 0) return null;
  const years = (Date.parse(far.delivery) - Date.parse(near.delivery)) / DAY_MS / YEAR_DAYS;
  return years > 0
    ? (Math.log(near.price / far.price) -
        getSeasonFactor(chain, near.delivery) +
        getSeasonFactor(chain, far.delivery)) /
        years
    : null;
}

const carryInputs: readonly InputInfo[] = Object.keys(CHAINS).map((chain) => ({
  id: `carry/${chain}/slope`,
  unit: 'a year',
  description: `seasonally adjusted roll yield of the first two months of ${chain}`,
  resolve: (data) => publishNow(data, computeRollYield(data, chain)),
}));

const MONTHS: Readonly<Record<string, string>> = {
  Jan: '01',
  Mar: '03',
  Apr: '04',
  May: '05',
  Jul: '07',
  Sep: '09',
  Nov: '11',
  Dec: '12',
};

/** First listed month of a name, after `after` where one is listed. */
function findMonth(points: readonly CurvePoint[], name: string, after = ''): CurvePoint | null {
  const named = points.filter(({ delivery }) => delivery.slice(5, 7) === MONTHS[name]);
  return named.find(({ delivery }) => delivery > after) ?? named[0] ?? null;
}

/** First month minus the second one after it, or minus the second one listed before it. */
function computeCalendarSpread(
  data: PublicData,
  chain: string,
  first: string,
  second: string,
): number | null {
  const points = data.listCurve(chain);
  const near = findMonth(points, first);
  const far = near && findMonth(points, second, near.delivery);
  return near && far ? near.price - far.price : null;
}

const buildCalendarInput = (chain: string, first: string, second: string): InputInfo => ({
  id: `spread/${chain}/${first}-${second}`,
  unit: CHAINS[chain] ?? '',
  description: `${first} minus ${second} of ${chain}`,
  resolve: (data) => publishNow(data, computeCalendarSpread(data, chain, first, second)),
});

/** Weighted sum of front prices; null when one is missing. */
function computeBasketPrice(
  data: PublicData,
  legs: readonly (readonly [chain: string, weight: number])[],
): number | null {
  let sum = 0;
  for (const [chain, weight] of legs) {
    const price = getFrontPrice(data, chain);
    if (price === null) return null;
    sum += weight * price;
  }
  return sum;
}

const buildSpreadInput = (
  name: string,
  unit: string,
  description: string,
  ...legs: readonly (readonly [chain: string, weight: number])[]
): InputInfo => ({
  id: `spread/${name}`,
  unit,
  description,
  resolve: (data) => publishNow(data, computeBasketPrice(data, legs)),
});

/** Heat rate of a gas plant, MMBtu per MWh. */
const HEAT_RATE = 8;
const GALLONS_PER_BARREL = 42;
const HUB_WEIGHT = 1 / POWER_HUBS.length;

const hubPremiums = POWER_HUBS.map((hub) =>
  buildSpreadInput(
    `ET/${hub}-mean`,
    '$/MWh',
    `strip of ${hub} minus the mean of the five hubs`,
    ...POWER_HUBS.map((other) => [`ET-${other}`, (other === hub ? 1 : 0) - HUB_WEIGHT] as const),
  ),
);

export const CURVE_INPUTS: readonly InputInfo[] = [
  ...frontInputs,
  ...carryInputs,
  ...hubPremiums,
  {
    id: 'spread/NG/F1-F3',
    unit: '$/MMBtu',
    description: 'first minus third month of natural gas',
    resolve: (data) => {
      const [near, , far] = getFirstPrices(data, 'NG', 3) ?? [];
      return publishNow(data, near && far ? near.price - far.price : null);
    },
  },
  buildCalendarInput('CORN', 'Jul', 'Dec'),
  buildCalendarInput('SOYB', 'Jul', 'Nov'),
  buildCalendarInput('WHEAT', 'May', 'Dec'),
  buildCalendarInput('HO', 'Jan', 'Apr'),
  buildCalendarInput('KC', 'Sep', 'Mar'),
  buildCalendarInput('OJ', 'Mar', 'Nov'),
  buildCalendarInput('CT', 'Jul', 'Dec'),
  buildSpreadInput(
    'ET/PJM-spark',
    '$/MWh',
    'PJM spark spread; strip minus the fuel cost of gas',
    ['ET-PJM', 1],
    ['NG', -HEAT_RATE],
  ),
  buildSpreadInput(
    'ET/PJM-MISO',
    '$/MWh',
    'PJM strip minus MISO strip',
    ['ET-PJM', 1],
    ['ET-MISO', -1],
  ),
  buildSpreadInput(
    'ET/NYISO-PJM',
    '$/MWh',
    'NYISO strip minus PJM strip',
    ['ET-NYISO', 1],
    ['ET-PJM', -1],
  ),
  buildSpreadInput(
    'NG/power-implied',
    '$/MMBtu',
    'natural gas minus the gas price implied by the NYISO strip',
    ['NG', 1],
    ['ET-NYISO', -1 / HEAT_RATE],
  ),
  buildSpreadInput(
    'HO-CL/crack',
    '$/barrel',
    'heating oil minus crude oil (crack spread)',
    ['HO', GALLONS_PER_BARREL],
    ['CL', -1],
  ),
  buildSpreadInput(
    'CL-HO/crack',
    '$/barrel',
    'crude oil minus heating oil (inverse crack spread)',
    ['CL', 1],
    ['HO', -GALLONS_PER_BARREL],
  ),
  buildSpreadInput(
    'SOYB-CORN/acreage',
    'cents/bushel',
    'soybeans minus 2.4 x corn (acreage)',
    ['SOYB', 1],
    ['CORN', -2.4],
  ),
  buildSpreadInput(
    'CORN-SOYB/acreage',
    'cents/bushel',
    'corn minus soybeans / 2.4 (acreage)',
    ['CORN', 1],
    ['SOYB', -1 / 2.4],
  ),
  buildSpreadInput(
    'SOYB-WHEAT/feed',
    'cents/bushel',
    'soybeans minus 1.8 x wheat (feed substitute)',
    ['SOYB', 1],
    ['WHEAT', -1.8],
  ),
  buildSpreadInput(
    'WHEAT-CORN/feed',
    'cents/bushel',
    'wheat minus 1.25 x corn (feed substitute)',
    ['WHEAT', 1],
    ['CORN', -1.25],
  ),
  buildSpreadInput(
    'WHEAT-SOYB/acreage',
    'cents/bushel',
    'wheat minus 0.55 x soybeans (acreage)',
    ['WHEAT', 1],
    ['SOYB', -0.55],
  ),
  buildSpreadInput(
    'CT-CL/polyester',
    'cents/lb',
    'cotton minus crude oil (polyester substitute)',
    ['CT', 1],
    ['CL', -1],
  ),
  buildSpreadInput(
    'CT-CORN/acreage',
    'cents/lb',
    'cotton minus 0.16 x corn (acreage)',
    ['CT', 1],
    ['CORN', -0.16],
  ),
];
