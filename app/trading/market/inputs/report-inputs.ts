/**
 * Report inputs: days until and since, last surprise, and an estimate of the next storage change.
 */
import { COMMODITIES, type CommodityKey } from '../../domain/commodity';
import type { ReportKind } from '../report';
import { REPORT_COMMODITIES, listReportDates } from '../report-calendar';
import { GAS_COOLING, GAS_HEATING } from '../series-catalog';
import {
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  type CellWeights,
} from '../../weather/demand-weights';
import type { ForecastRun } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { type ImpactDay, computeCooling, computeHeating, getNormalDay } from '../../weather/impact';
import { getWeekday } from '../calendar';
import {
  CYCLES_PER_DAY,
  type InputInfo,
  type PublicData,
  type PublishedValue,
} from './public-data';
import { publishValue, publishNow } from './published-values';
import { DAY_MS, getMidnight } from '../../domain/time';

/** Report names in input ids. */
const REPORT_NAMES: Readonly<Record<ReportKind, string>> = {
  'EIA gas storage': 'EIA-gas',
  'EIA petroleum': 'EIA-petroleum',
  'crop report': 'crop-report',
  'OPEC meeting': 'OPEC',
};
/** Longer than any gap between two reports of a kind. */
const NEAR_DAYS = 70;

function computeDaysUntil(data: PublicData, kind: ReportKind): number | null {
  const next = listReportDates(data.knownMs, data.knownMs + NEAR_DAYS * DAY_MS).find(
    (date) => date.kind === kind,
  );
  return next ? (next.atMs - data.knownMs) / DAY_MS : null;
}

function computeDaysSince(data: PublicData, kind: ReportKind): number | null {
  const last = listReportDates(data.knownMs - NEAR_DAYS * DAY_MS, data.knownMs + 1)
    .filter((date) => date.kind === kind)
    .at(-1);
  return last ? (data.knownMs - last.atMs) / DAY_MS : null;
}

/**
 * Surprise of the latest report in sigma, positive when bullish; uses the first figure of the
 * commodity.
 */
function computeSurprise(
  data: PublicData,
  kind: ReportKind,
  commodity: CommodityKey,
): PublishedValue | null {
  const reports = data
    .listReports(data.knownMs - NEAR_DAYS * DAY_MS)
    .filter((report) => report.kind === kind && report.atMs <= data.knownMs);
  for (const report of [...reports].reverse()) {
    const figure = report.figures.find((one) => one.commodity === commodity);
    if (figure) return publishValue(figure.surprise * figure.priceSign, report.atMs);
  }
  return null;
}

/** Weekly storage decline in Bcf per degree day above normal, fitted to EIA history. */
const BCF_PER_HEATING = 1.77;
const BCF_PER_COOLING = 0.66;
const FRIDAY = 5;
const WEEK_DAYS = 7;

/** Gas burned for heating and cooling on a normal day, Bcf. Cached by day. */
function computeNormalBurn(dayMs: number): number {
  const cached = normalBurnCache.get(dayMs);
  if (cached !== undefined) return cached;
  if (normalBurnCache.size >= CACHED_DAYS_MAX) normalBurnCache.clear();
  const sumDegreeDays = (weights: CellWeights, getDegreeDays: (day: ImpactDay) => number): number =>
    weights.reduce(
      (sum, [cell, weight]) => sum + weight * getDegreeDays(getNormalDay(cell, dayMs)),
      0,
    );
  const result =
    BCF_PER_HEATING * sumDegreeDays(GAS_HEATING_WEIGHTS, computeHeating) +
    BCF_PER_COOLING * sumDegreeDays(GAS_COOLING_WEIGHTS, computeCooling);
  normalBurnCache.set(dayMs, result);
  return result;
}
const CACHED_DAYS_MAX = 512;
const normalBurnCache = new Map<number, number>();

/** More than from the first day of a report's week to the report. */
const RUN_DAYS_BACK = 14;

/** The newest run with a day: of a completed day it is the last one issued on it. */
function findRunWithDay(data: PublicData, cell: MarketCell, dayMs: number): ForecastRun | null {
  for (let back = 0; back <= RUN_DAYS_BACK; back += 1) {
    const run = data.findRun(cell, back * CYCLES_PER_DAY);
    if (run?.days.some((day) => day.dayMs === dayMs)) return run;
  }
  return null;
}

/** Degree days of a day: published value, else the latest forecast with the day. */
function findDegreeDays(
  data: PublicData,
  dayMs: number,
  series: string,
  weights: CellWeights,
  getDegreeDays: (day: ImpactDay) => number,
): PublishedValue | null {
  const earlier = data.vintages.findAsOf(series, dayMs, data.knownMs);
  if (earlier) return publishValue(earlier.value, earlier.publishedMs);
  let [sum, publishedMs] = [0, 0];
  for (const [cell, weight] of weights) {
    const run = findRunWithDay(data, cell, dayMs);
    const day = run?.days.find((one) => one.dayMs === dayMs);
    if (!run || !day) return null;
    sum += weight * getDegreeDays(day);
    publishedMs = Math.max(publishedMs, run.publishedMs);
  }
  return publishValue(sum, publishedMs);
}

/**
 * The Friday that ends the week of the next gas report: the last one at least five days earlier.
 */
function findWeekEnd(data: PublicData): number | null {
  const next = listReportDates(data.knownMs, data.knownMs + NEAR_DAYS * DAY_MS).find(
    ({ kind }) => kind === 'EIA gas storage',
  );
  if (!next) return null;
  let day = getMidnight(next.atMs) - 5 * DAY_MS;
  while (getWeekday(day) !== FRIDAY) day -= DAY_MS;
  return day;
}

/**
 * Estimated weather effect on the next weekly storage change, Bcf; null while a day of the week is
 * missing.
 */
function estimateStorageSurprise(data: PublicData): PublishedValue | null {
  const endMs = findWeekEnd(data);
  if (endMs === null) return null;
  let [departure, publishedMs] = [0, 0];
  for (let dayMs = endMs - (WEEK_DAYS - 1) * DAY_MS; dayMs <= endMs; dayMs += DAY_MS) {
    const heating = findDegreeDays(data, dayMs, GAS_HEATING, GAS_HEATING_WEIGHTS, computeHeating);
    const cooling = findDegreeDays(data, dayMs, GAS_COOLING, GAS_COOLING_WEIGHTS, computeCooling);
    if (!heating || !cooling) return null;
    departure -=
      BCF_PER_HEATING * heating.value + BCF_PER_COOLING * cooling.value - computeNormalBurn(dayMs);
    publishedMs = Math.max(publishedMs, heating.publishedMs, cooling.publishedMs);
  }
  return publishValue(departure, publishedMs);
}

const buildDateInputs = (kind: ReportKind): readonly InputInfo[] => [
  {
    id: `evt/${REPORT_NAMES[kind]}/days-until`,
    unit: 'days',
    description: `until the next ${kind}`,
    resolve: (data) => publishNow(data, computeDaysUntil(data, kind)),
  },
  {
    id: `evt/${REPORT_NAMES[kind]}/days-since`,
    unit: 'days',
    description: `since the last ${kind}`,
    resolve: (data) => publishNow(data, computeDaysSince(data, kind)),
  },
];

const buildSurpriseInput = (kind: ReportKind, commodity: CommodityKey): InputInfo => ({
  id: `evt/${REPORT_NAMES[kind]}/${COMMODITIES[commodity].symbolPrefix}/surprise`,
  unit: 'sd',
  description: `surprise of the latest ${kind} for ${COMMODITIES[commodity].displayName}; above zero raises the price`,
  resolve: (data) => computeSurprise(data, kind, commodity),
});

/** Dates of a kind, and its surprise for each of its commodities. */
const buildReportInputs = (kind: ReportKind): readonly InputInfo[] => [
  ...buildDateInputs(kind),
  ...REPORT_COMMODITIES[kind].map((commodity) => buildSurpriseInput(kind, commodity)),
];

export const REPORT_INPUTS: readonly InputInfo[] = [
  ...buildReportInputs('EIA gas storage'),
  {
    id: 'evt/EIA-gas/own-estimate',
    unit: 'Bcf',
    description:
      'expected weekly storage change minus its seasonal norm; estimated from degree days',
    resolve: estimateStorageSurprise,
  },
  ...buildReportInputs('EIA petroleum'),
  ...buildReportInputs('crop report'),
  ...buildReportInputs('OPEC meeting'),
];
