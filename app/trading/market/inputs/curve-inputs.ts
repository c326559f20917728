/** Inputs made of prices alone: fronts, roll yields, spreads between months, products and hubs. */
import type { FuturesRoot } from '../../domain/commodity';
import { POWER_HUBS } from '../../domain/contract';
import { getSeasonFactor } from '../season-shape';
import {
  type CurvePoint,
  type InputInfo,
  type PublicKnowledge,
  firstPrices,
  frontPrice,
  toldNow,
} from './knowledge';
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

const fronts: readonly InputInfo[] = [
  ...Object.keys(CHAINS),
  ...POWER_HUBS.map((hub) => `ET-${hub}`),
].map((chain) => ({
  id: `price/${chain}`,
  unit: CHAINS[chain] ?? '$/MWh',
  description: `the front month of ${chain}`,
  resolve: (known) => toldNow(known, frontPrice(known, chain)),
}));

/**
 * Roll yield of the first two months without their usual season, a year; above zero the near month
 * is the dearer one.
 */
function rollYield(known: PublicKnowledge, chain: string): number | null {
  const [near, far] = firstPrices(known, chain, 2) ?? [];
  if (!near || !far || near.price <= 0 || far.price <= 0) return null;
  const years = (Date.parse(far.delivery) - Date.parse(near.delivery)) / DAY_MS / YEAR_DAYS;
  return years > 0
    ? (Math.log(near.price / far.price) -
        getSeasonFactor(chain, near.delivery) +
        getSeasonFactor(chain, far.delivery)) /
        years
    : null;
}

const carries: readonly InputInfo[] = Object.keys(CHAINS).map((chain) => ({
  id: `carry/${chain}/slope`,
  unit: 'a year',
  description: `roll yield of the first two months of ${chain} without their usual season`,
  resolve: (known) => toldNow(known, rollYield(known, chain)),
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

/** The first listed month of a name, after another one where that can be had. */
function findMonth(points: readonly CurvePoint[], name: string, after = ''): CurvePoint | null {
  const named = points.filter(({ delivery }) => delivery.slice(5, 7) === MONTHS[name]);
  return named.find(({ delivery }) => delivery > after) ?? named[0] ?? null;
}

/**
 * The first month less the second one after it; before the far one is listed, less the second one
 * that is.
 */
function calendarSpread(
  known: PublicKnowledge,
  chain: string,
  first: string,
  second: string,
): number | null {
  const points = known.curve(chain);
  const near = findMonth(points, first);
  const far = near && findMonth(points, second, near.delivery);
  return near && far ? near.price - far.price : null;
}

const buildCalendarInput = (chain: string, first: string, second: string): InputInfo => ({
  id: `spread/${chain}/${first}-${second}`,
  unit: CHAINS[chain] ?? '',
  description: `${first} less ${second} of ${chain}`,
  resolve: (known) => toldNow(known, calendarSpread(known, chain, first, second)),
});

/** A weighted sum of fronts; null when one is missing. */
function computeBasketChange(
  known: PublicKnowledge,
  legs: readonly (readonly [chain: string, weight: number])[],
): number | null {
  let sum = 0;
  for (const [chain, weight] of legs) {
    const price = frontPrice(known, chain);
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
  resolve: (known) => toldNow(known, computeBasketChange(known, legs)),
});

/** Gas that a plant burns for a megawatt hour, MMBtu. */
const HEAT_RATE = 8;
const GALLONS_PER_BARREL = 42;
const SHARE = 1 / POWER_HUBS.length;

const hubPremiums = POWER_HUBS.map((hub) =>
  buildSpreadInput(
    `ET/${hub}-mean`,
    '$/MWh',
    `the strip of ${hub} less the mean of the five`,
    ...POWER_HUBS.map((other) => [`ET-${other}`, (other === hub ? 1 : 0) - SHARE] as const),
  ),
);

export const CURVE_INPUTS: readonly InputInfo[] = [
  ...fronts,
  ...carries,
  ...hubPremiums,
  {
    id: 'spread/NG/F1-F3',
    unit: '$/MMBtu',
    description: 'the first less the third month of natural gas',
    resolve: (known) => {
      const [near, , far] = firstPrices(known, 'NG', 3) ?? [];
      return toldNow(known, near && far ? near.price - far.price : null);
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
    'the strip of PJM less the gas that a plant burns for it',
    ['ET-PJM', 1],
    ['NG', -HEAT_RATE],
  ),
  buildSpreadInput(
    'ET/PJM-MISO',
    '$/MWh',
    'the strip of PJM less that of MISO, its nearest neighbour',
    ['ET-PJM', 1],
    ['ET-MISO', -1],
  ),
  buildSpreadInput(
    'ET/NYISO-PJM',
    '$/MWh',
    'the strip of NYISO less that of PJM, its neighbour',
    ['ET-NYISO', 1],
    ['ET-PJM', -1],
  ),
  buildSpreadInput(
    'NG/power-implied',
    '$/MMBtu',
    'natural gas less what the strip of NYISO pays for it',
    ['NG', 1],
    ['ET-NYISO', -1 / HEAT_RATE],
  ),
  buildSpreadInput(
    'HO-CL/crack',
    '$/barrel',
    'heating oil less crude oil',
    ['HO', GALLONS_PER_BARREL],
    ['CL', -1],
  ),
  buildSpreadInput(
    'CL-HO/crack',
    '$/barrel',
    'crude oil less the heating oil of a barrel: the crack from its other side',
    ['CL', 1],
    ['HO', -GALLONS_PER_BARREL],
  ),
  buildSpreadInput(
    'SOYB-CORN/acreage',
    'cents/bushel',
    'soybeans less 2.4 times corn: what a field may grow instead',
    ['SOYB', 1],
    ['CORN', -2.4],
  ),
  buildSpreadInput(
    'CORN-SOYB/acreage',
    'cents/bushel',
    'corn less soybeans divided by 2.4: the same choice from the side of corn',
    ['CORN', 1],
    ['SOYB', -1 / 2.4],
  ),
  buildSpreadInput(
    'SOYB-WHEAT/feed',
    'cents/bushel',
    'soybeans less 1.8 times wheat: a feed that may stand for their meal',
    ['SOYB', 1],
    ['WHEAT', -1.8],
  ),
  buildSpreadInput(
    'WHEAT-CORN/feed',
    'cents/bushel',
    'wheat less 1.25 times corn: what a mill may feed instead',
    ['WHEAT', 1],
    ['CORN', -1.25],
  ),
  buildSpreadInput(
    'WHEAT-SOYB/acreage',
    'cents/bushel',
    'wheat less .55 of soybeans: what a field may grow instead',
    ['WHEAT', 1],
    ['SOYB', -0.55],
  ),
  buildSpreadInput(
    'CT-CL/polyester',
    'cents/lb',
    'cotton less crude oil, of which the rival fibre is made',
    ['CT', 1],
    ['CL', -1],
  ),
  buildSpreadInput(
    'CT-CORN/acreage',
    'cents/lb',
    'cotton less .16 of corn: what a field may grow instead',
    ['CT', 1],
    ['CORN', -0.16],
  ),
];
