/**
 * Slow inputs: soil moisture, Nino 3.4, currencies, storage, cash basis, fair value of the power
 * strip.
 */
import { computeMean, sumValues } from '../../statistics/sample';
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import type { ForecastRun } from '../../weather/bulletin';
import { type ImpactDay, getNormalDay } from '../../weather/impact';
import type { MarketCell } from '../../weather/cell';
import {
  BRL_RATE,
  MACRO_INDEX,
  NINO34,
  USD_INDEX,
  getCashSeries,
  getSoilSeries,
  getStockSeries,
} from '../series-catalog';
import type { InputInfo, PublicData, PublishedValue } from './public-data';
import { getFrontPrice, findLatest, publishValue, publishNow } from './published-values';
import { HUB_STACKS, computeExpectedDayPrice } from './power-stack';
import { DAY_MS, getMidnight } from '../../domain/time';

const SOIL_INPUT_CELLS: readonly MarketCell[] = ['DSM', 'CHI', 'ICT', 'LBB', 'LAK', 'MGB'];
const soilInputs: readonly InputInfo[] = SOIL_INPUT_CELLS.map((cell) => ({
  id: `gate/soil/${cell}`,
  unit: 'sd',
  description: `root-zone water anomaly at ${cell}; below -1 is drought`,
  resolve: (data) => findLatest(data, getSoilSeries(cell)),
}));

const RAIN_DAYS = 5;
const rainInputs: readonly InputInfo[] = (['DSM', 'CHI', 'ICT', 'LBB', 'MGB'] as const).map(
  (cell) => ({
    id: `gate/rain/${cell}`,
    unit: 'inches',
    description: `forecast rain at ${cell} (days 1–${RAIN_DAYS})`,
    resolve: (data) => sumForecastRain(data, cell),
  }),
);

/**
 * Null unless the run has rain on each of the days: a rule that compares the sum with a threshold
 * would take a part of it for dryness.
 */
function sumForecastRain(data: PublicData, cell: MarketCell): PublishedValue | null {
  const run = data.findRun(cell, 0);
  const days = run?.days.filter(({ lead }) => lead >= 1 && lead <= RAIN_DAYS) ?? [];
  const sum = sumValues(days.map(({ rainInches }) => rainInches));
  return run && sum !== null && days.length === RAIN_DAYS
    ? publishValue(sum, run.publishedMs)
    : null;
}

/** Log change of a series over `days`; null before its history begins. */
function computeTrend(data: PublicData, series: string, days: number): PublishedValue | null {
  const last = findLatest(data, series);
  const before = data.vintages
    .listHistory(
      series,
      data.knownMs - (days + 10) * DAY_MS,
      data.knownMs - days * DAY_MS,
      data.knownMs,
    )
    .at(-1);
  return last && before && before.value > 0
    ? publishValue(Math.log(last.value / before.value), last.publishedMs)
    : null;
}

/** Mean over the quarter that ended `days` ago. */
function computeQuarterMean(data: PublicData, series: string, days: number): PublishedValue | null {
  const values = data.vintages.listHistory(
    series,
    data.knownMs - (days + 91) * DAY_MS,
    data.knownMs - days * DAY_MS,
    data.knownMs,
  );
  if (values.length === 0) return null;
  return publishValue(
    computeMean(values.map(({ value }) => value)),
    Math.max(...values.map(({ publishedMs }) => publishedMs)),
  );
}

const YEAR_DAYS = 365.25;
const NORM_YEARS = 5;
const NORM_YEARS_MIN = 2;
/** Tolerance in days when matching the week in other years. */
const NORM_DAYS = 4;

/**
 * Storage minus the mean of the same week in up to five earlier years; null with fewer than two.
 */
function computeStorageGap(data: PublicData): PublishedValue | null {
  const series = getStockSeries('gas', 'level');
  const now = data.vintages.findLatest(series, data.knownMs);
  if (!now) return null;
  const levels: number[] = [];
  for (let year = 1; year <= NORM_YEARS; year += 1) {
    const center = now.validMs - year * YEAR_DAYS * DAY_MS;
    const [found] = data.vintages.listHistory(
      series,
      center - NORM_DAYS * DAY_MS,
      center + NORM_DAYS * DAY_MS,
      data.knownMs,
    );
    if (found) levels.push(found.value);
  }
  return levels.length < NORM_YEARS_MIN
    ? null
    : publishValue(now.value - computeMean(levels), now.publishedMs);
}

/** Log(cash / front), latest values. */
function computeCashGap(data: PublicData): PublishedValue | null {
  const cash = findLatest(data, getCashSeries('henry-hub'));
  const frontPrice = getFrontPrice(data, 'NG');
  return cash && frontPrice !== null && frontPrice > 0 && cash.value > 0
    ? publishValue(Math.log(cash.value / frontPrice), data.knownMs)
    : null;
}

const STRIP_DAYS = 7;

/**
 * Model price of the delivery week of the front strip, from forecast days and then climatology; null
 * where a forecast day of the week lacks wind or sunshine.
 */
export function computeStripFairValue(data: PublicData, hub: PowerHub): PublishedValue | null {
  const run = data.findRun(HUB_STACKS[hub].cell, 0);
  const gas = getFrontPrice(data, 'NG');
  const delivery = data.listCurve(`ET-${hub}`)[0]?.delivery;
  if (!run || gas === null || delivery === undefined) return null;
  return publishNow(data, computeWeekPrice(hub, run, getMidnight(Date.parse(delivery)), gas));
}

/**
 * Mean price of the week from `startMs`: forecast days of the run, climatology beyond; $/MWh. Null
 * where a forecast day lacks wind or sunshine: its normal would not be the forecast.
 */
export function computeWeekPrice(
  hub: PowerHub,
  run: ForecastRun,
  startMs: number,
  gas: number,
): number | null {
  const model = HUB_STACKS[hub];
  let sum = 0;
  for (let dayMs = startMs; dayMs < startMs + STRIP_DAYS * DAY_MS; dayMs += DAY_MS) {
    const day: ImpactDay =
      run.days.find((one) => one.dayMs === dayMs) ?? getNormalDay(model.cell, dayMs);
    const price = computeExpectedDayPrice(model, day, gas);
    if (price === null) return null;
    sum += price;
  }
  return sum / STRIP_DAYS;
}

/** Biennial coffee cycle of Minas Gerais: harvests that start in even years are large. */
const HARVEST_MONTH = 6;
function computeBearing(data: PublicData): number {
  const at = new Date(data.knownMs);
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
  ...soilInputs,
  ...rainInputs,
  buildInput(
    'gate/USD/trend',
    'log',
    `${TREND_DAYS}-day change of the dollar index; below zero makes exports cheap`,
    (data) => computeTrend(data, USD_INDEX, TREND_DAYS),
  ),
  buildInput(
    'gate/macro/trend',
    'log',
    `${TREND_DAYS}-day change of the world economic index`,
    (data) => computeTrend(data, MACRO_INDEX, TREND_DAYS),
  ),
  buildInput(
    'gate/nino/3-months-before',
    'deg C',
    'tropical Pacific temperature anomaly of the quarter that ended three months ago',
    (data) => computeQuarterMean(data, NINO34, QUARTER_DAYS),
  ),
  buildInput(
    'gate/nino',
    'deg C',
    'tropical Pacific temperature anomaly of the latest week',
    (data) => findLatest(data, NINO34),
  ),
  buildInput(
    'season/KC/bearing',
    '1 or -1',
    'on-year (1) or off-year (-1) of the Minas Gerais coffee crop',
    (data) => publishNow(data, computeBearing(data)),
  ),
  buildInput('hedge/USD', 'index', 'dollar index', (data) => findLatest(data, USD_INDEX)),
  buildInput('hedge/BRL', 'BRL/USD', 'BRL per USD', (data) => findLatest(data, BRL_RATE)),
  buildInput('hedge/macro', 'index', "the world economy's index", (data) =>
    findLatest(data, MACRO_INDEX),
  ),
  buildInput(
    'fund/NG/cash',
    'log',
    'log ratio of Henry Hub cash to the front month',
    computeCashGap,
  ),
  buildInput(
    'fund/NG/storage-gap',
    'Bcf',
    'gas storage minus its 5-year average',
    computeStorageGap,
  ),
  ...POWER_HUBS.map((hub) =>
    buildInput(
      `fund/${hub}/strip-fair`,
      '$/MWh',
      `model value of the front strip of ${hub}; from forecasts, gas and public data on plants`,
      (data) => computeStripFairValue(data, hub),
    ),
  ),
];
