/**
 * Inputs that change slowly: dry soil, the Pacific, currencies, stocks, cash against futures, the
 * fair value of a strip.
 */
import { computeMean } from '../../statistics/sample';
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import type { ForecastRun } from '../../weather/bulletin';
import { type ImpactDay, normalDay } from '../../weather/impact';
import type { MarketCell } from '../../weather/cell';
import {
  BRL_RATE,
  MACRO_INDEX,
  NINO34,
  USD_INDEX,
  cashSeries,
  soilSeries,
  stockSeries,
} from '../series-catalogue';
import {
  type InputInfo,
  type PublicKnowledge,
  type PublishedValue,
  frontPrice,
  findLatest,
  publishValue,
  toldNow,
} from './knowledge';
import { HUB_STACKS, expectedDayPrice } from './power-stack';
import { DAY_MS, getMidnight } from '../../domain/time';

const SOILS: readonly MarketCell[] = ['DSM', 'CHI', 'ICT', 'LBB', 'LAK', 'MGB'];
const soils: readonly InputInfo[] = SOILS.map((cell) => ({
  id: `gate/soil/${cell}`,
  unit: 'sd',
  description: `water in the root zone at ${cell} over its normal; below -1 is drought`,
  resolve: (known) => findLatest(known, soilSeries(cell)),
}));

const RAIN_DAYS = 5;
const rains: readonly InputInfo[] = (['DSM', 'CHI', 'ICT', 'LBB', 'MGB'] as const).map((cell) => ({
  id: `gate/rain/${cell}`,
  unit: 'inches',
  description: `rain that the forecast expects at ${cell} on days 1 to ${RAIN_DAYS}`,
  resolve: (known) => {
    const run = known.run(cell, 0);
    return (
      run &&
      publishValue(
        run.days
          .filter(({ lead }) => lead >= 1 && lead <= RAIN_DAYS)
          .reduce((sum, { rainInches }) => sum + rainInches, 0),
        run.publishedMs,
      )
    );
  },
}));

/** Log change of a series over so many days; null before its history begins. */
function computeTrend(known: PublicKnowledge, series: string, days: number): PublishedValue | null {
  const last = findLatest(known, series);
  const before = known.vintages
    .history(
      series,
      known.knownMs - (days + 10) * DAY_MS,
      known.knownMs - days * DAY_MS,
      known.knownMs,
    )
    .at(-1);
  return last && before && before.value > 0
    ? publishValue(Math.log(last.value / before.value), last.publishedMs)
    : null;
}

/** Mean of a quarter that ended so many days ago. */
function quarterBefore(
  known: PublicKnowledge,
  series: string,
  days: number,
): PublishedValue | null {
  const values = known.vintages.history(
    series,
    known.knownMs - (days + 91) * DAY_MS,
    known.knownMs - days * DAY_MS,
    known.knownMs,
  );
  if (values.length === 0) return null;
  return publishValue(
    computeMean(values.map(({ value }) => value)),
    Math.max(...values.map(({ publishedMs }) => publishedMs)),
  );
}

const YEAR_DAYS = 365.25;
const NORM_YEARS = 5;
const NORM_YEARS_LEAST = 2;
/** Weeks of other years within so many days of the date count for it. */
const NORM_DAYS = 4;

/**
 * Storage less the mean of the same week of up to five years before; null with fewer than two of
 * them.
 */
function storageGap(known: PublicKnowledge): PublishedValue | null {
  const series = stockSeries('gas', 'level');
  const now = known.vintages.latest(series, known.knownMs);
  if (!now) return null;
  const levels: number[] = [];
  for (let year = 1; year <= NORM_YEARS; year += 1) {
    const center = now.validMs - year * YEAR_DAYS * DAY_MS;
    const [found] = known.vintages.history(
      series,
      center - NORM_DAYS * DAY_MS,
      center + NORM_DAYS * DAY_MS,
      known.knownMs,
    );
    if (found) levels.push(found.value);
  }
  return levels.length < NORM_YEARS_LEAST
    ? null
    : publishValue(now.value - computeMean(levels), now.publishedMs);
}

/** Log of cash over the front future, both as last known. */
function cashGap(known: PublicKnowledge): PublishedValue | null {
  const cash = findLatest(known, cashSeries('henry-hub'));
  const front = frontPrice(known, 'NG');
  return cash && front !== null && front > 0 && cash.value > 0
    ? publishValue(Math.log(cash.value / front), known.knownMs)
    : null;
}

const STRIP_DAYS = 7;

/**
 * The mean price of the delivery week of the front strip by the public model: days of the forecast,
 * then of the climate.
 */
export function stripFair(known: PublicKnowledge, hub: PowerHub): PublishedValue | null {
  const run = known.run(HUB_STACKS[hub].cell, 0);
  const gas = frontPrice(known, 'NG');
  const delivery = known.curve(`ET-${hub}`)[0]?.delivery;
  if (!run || gas === null || delivery === undefined) return null;
  return publishValue(weekPrice(hub, run, getMidnight(Date.parse(delivery)), gas), known.knownMs);
}

/**
 * The mean price of the week of delivery that begins at a midnight, as a run has its days, and the
 * climate those beyond it; $/MWh.
 */
export function weekPrice(hub: PowerHub, run: ForecastRun, startMs: number, gas: number): number {
  const model = HUB_STACKS[hub];
  let sum = 0;
  for (let dayMs = startMs; dayMs < startMs + STRIP_DAYS * DAY_MS; dayMs += DAY_MS) {
    const day: ImpactDay =
      run.days.find((one) => one.dayMs === dayMs) ?? normalDay(model.cell, dayMs);
    sum += expectedDayPrice(model, day, gas);
  }
  return sum / STRIP_DAYS;
}

/**
 * Minas Gerais bears more coffee every other year: harvests that begin in even years are the large
 * ones.
 */
const HARVEST_MONTH = 6;
function computeBearing(known: PublicKnowledge): number {
  const at = new Date(known.knownMs);
  const harvest = at.getUTCFullYear() - (at.getUTCMonth() < HARVEST_MONTH ? 1 : 0);
  return harvest % 2 === 0 ? 1 : -1;
}

const TREND_DAYS = 60;
const QUARTER_DAYS = 91;
const buildInput = (
  id: string,
  unit: string,
  description: string,
  resolve: InputInfo['resolve'],
): InputInfo => ({ id, unit, description, resolve });

export const STATE_INPUTS: readonly InputInfo[] = [
  ...soils,
  ...rains,
  buildInput(
    'gate/USD/trend',
    'log',
    `change of the dollar index over ${TREND_DAYS} days; below zero exports are cheap`,
    (known) => computeTrend(known, USD_INDEX, TREND_DAYS),
  ),
  buildInput(
    'gate/macro/trend',
    'log',
    `change of the world economy's index over ${TREND_DAYS} days`,
    (known) => computeTrend(known, MACRO_INDEX, TREND_DAYS),
  ),
  buildInput(
    'gate/nino/3-months-before',
    'deg C',
    'mean departure of the tropical Pacific over the quarter that ended three months ago',
    (known) => quarterBefore(known, NINO34, QUARTER_DAYS),
  ),
  buildInput(
    'gate/nino',
    'deg C',
    'departure of the tropical Pacific in the newest week',
    (known) => findLatest(known, NINO34),
  ),
  buildInput(
    'season/KC/bearing',
    '1 or -1',
    'whether the present coffee crop of Minas Gerais is of a large (1) or a small (-1) year',
    (known) => toldNow(known, computeBearing(known)),
  ),
  buildInput('hedge/USD', 'index', 'the dollar index', (known) => findLatest(known, USD_INDEX)),
  buildInput('hedge/BRL', 'BRL/USD', 'reals for a dollar', (known) => findLatest(known, BRL_RATE)),
  buildInput('hedge/macro', 'index', "the world economy's index", (known) =>
    findLatest(known, MACRO_INDEX),
  ),
  buildInput('fund/NG/cash', 'log', 'cash gas at Henry Hub over the front future', cashGap),
  buildInput(
    'fund/NG/storage-gap',
    'Bcf',
    'gas in storage less the mean of the same week of the five years before',
    storageGap,
  ),
  ...POWER_HUBS.map((hub) =>
    buildInput(
      `fund/${hub}/strip-fair`,
      '$/MWh',
      `what the front strip of ${hub} should cost by forecast, gas and a public model of its plants`,
      (known) => stripFair(known, hub),
    ),
  ),
];
