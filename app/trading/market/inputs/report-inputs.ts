/**
 * Inputs about scheduled reports: how far away they are, by how much the last one surprised, and an
 * estimate of the next.
 */
import { COMMODITIES, type CommodityKey } from '../../domain/commodity';
import type { ReportKind } from '../report';
import { reportDates } from '../report-calendar';
import { GAS_COOLING, GAS_HEATING } from '../series-catalogue';
import {
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  type CellWeights,
} from '../../weather/demand-weights';
import { type ImpactDay, computeCooling, computeHeating, normalDay } from '../../weather/impact';
import { getWeekday } from '../calendar';
import {
  type InputInfo,
  type PublicKnowledge,
  type PublishedValue,
  publishValue,
  toldNow,
} from './knowledge';
import { DAY_MS, getMidnight } from '../../domain/time';

/** Names of reports in ids. */
const NAMES: Readonly<Record<ReportKind, string>> = {
  'EIA gas storage': 'EIA-gas',
  'EIA petroleum': 'EIA-petroleum',
  'crop report': 'crop-report',
  'OPEC meeting': 'OPEC',
};
/** Farther than any two neighboring reports of a kind lie apart. */
const NEAR_DAYS = 70;

function daysUntil(known: PublicKnowledge, kind: ReportKind): number | null {
  const next = reportDates(known.knownMs, known.knownMs + NEAR_DAYS * DAY_MS).find(
    (date) => date.kind === kind,
  );
  return next ? (next.atMs - known.knownMs) / DAY_MS : null;
}

function daysSince(known: PublicKnowledge, kind: ReportKind): number | null {
  const last = reportDates(known.knownMs - NEAR_DAYS * DAY_MS, known.knownMs + 1)
    .filter((date) => date.kind === kind)
    .at(-1);
  return last ? (known.knownMs - last.atMs) / DAY_MS : null;
}

/**
 * The surprise of the newest report in standard deviations, above zero where it raises the price;
 * the first figure of the commodity counts.
 */
function computeSurprise(
  known: PublicKnowledge,
  kind: ReportKind,
  commodity: CommodityKey,
): PublishedValue | null {
  const reports = known
    .reports(known.knownMs - NEAR_DAYS * DAY_MS)
    .filter((report) => report.kind === kind && report.atMs <= known.knownMs);
  for (const report of [...reports].reverse()) {
    const figure = report.figures.find((one) => one.commodity === commodity);
    if (figure) return publishValue(figure.surprise * figure.priceSign, report.atMs);
  }
  return null;
}

/**
 * Bcf that a week's storage falls for each degree day of heating and of cooling over the normal
 * (measured on the weekly history of the EIA).
 */
const BCF_PER_HEATING = 1.77;
const BCF_PER_COOLING = 0.66;
const FRIDAY = 5;
const WEEK_DAYS = 7;

/**
 * Gas that a normal day burns for warmth and cooling, Bcf; the days of a week are asked for again
 * and again.
 */
function normalBurn(dayMs: number): number {
  const known = normalBurns.get(dayMs);
  if (known !== undefined) return known;
  if (normalBurns.size >= NORMAL_DAYS_KEPT) normalBurns.clear();
  const degrees = (weights: CellWeights, part: (day: ImpactDay) => number): number =>
    weights.reduce((sum, [cell, weight]) => sum + weight * part(normalDay(cell, dayMs)), 0);
  const made =
    BCF_PER_HEATING * degrees(GAS_HEATING_WEIGHTS, computeHeating) +
    BCF_PER_COOLING * degrees(GAS_COOLING_WEIGHTS, computeCooling);
  normalBurns.set(dayMs, made);
  return made;
}
const NORMAL_DAYS_KEPT = 512;
const normalBurns = new Map<number, number>();

/** Degree days of a day: as published once it is over, else as the newest runs expect them. */
function degreesOn(
  known: PublicKnowledge,
  dayMs: number,
  series: string,
  weights: CellWeights,
  part: (day: ImpactDay) => number,
): PublishedValue | null {
  const past = known.vintages.asOf(series, dayMs, known.knownMs);
  if (past) return publishValue(past.value, past.publishedMs);
  let [sum, publishedMs] = [0, 0];
  for (const [cell, weight] of weights) {
    // a day that is over but not yet published stands in the run that was issued on it
    const run = known.run(cell, 0)?.days.some((day) => day.dayMs === dayMs)
      ? known.run(cell, 0)
      : known.run(cell, 4);
    const day = run?.days.find((one) => one.dayMs === dayMs);
    if (!run || !day) return null;
    sum += weight * part(day);
    publishedMs = Math.max(publishedMs, run.publishedMs);
  }
  return publishValue(sum, publishedMs);
}

/**
 * The Friday that ends the week of the next gas report: the last one at least five days before it.
 */
function weekEnd(known: PublicKnowledge): number | null {
  const next = reportDates(known.knownMs, known.knownMs + NEAR_DAYS * DAY_MS).find(
    ({ kind }) => kind === 'EIA gas storage',
  );
  if (!next) return null;
  let day = getMidnight(next.atMs) - 5 * DAY_MS;
  while (getWeekday(day) !== FRIDAY) day -= DAY_MS;
  return day;
}

/**
 * Own estimate of the next weekly change of storage, less what the season alone would give, Bcf;
 * null while a day of its week is unknown.
 */
function ownEstimate(known: PublicKnowledge): PublishedValue | null {
  const endMs = weekEnd(known);
  if (endMs === null) return null;
  let [departure, publishedMs] = [0, 0];
  for (let dayMs = endMs - (WEEK_DAYS - 1) * DAY_MS; dayMs <= endMs; dayMs += DAY_MS) {
    const heating = degreesOn(known, dayMs, GAS_HEATING, GAS_HEATING_WEIGHTS, computeHeating);
    const cooling = degreesOn(known, dayMs, GAS_COOLING, GAS_COOLING_WEIGHTS, computeCooling);
    if (!heating || !cooling) return null;
    departure -=
      BCF_PER_HEATING * heating.value + BCF_PER_COOLING * cooling.value - normalBurn(dayMs);
    publishedMs = Math.max(publishedMs, heating.publishedMs, cooling.publishedMs);
  }
  return publishValue(departure, publishedMs);
}

const buildDateInputs = (kind: ReportKind): readonly InputInfo[] => [
  {
    id: `evt/${NAMES[kind]}/days-until`,
    unit: 'days',
    description: `until the next ${kind}`,
    resolve: (known) => toldNow(known, daysUntil(known, kind)),
  },
  {
    id: `evt/${NAMES[kind]}/days-since`,
    unit: 'days',
    description: `since the last ${kind}`,
    resolve: (known) => toldNow(known, daysSince(known, kind)),
  },
];

const surpriseInput = (kind: ReportKind, commodity: CommodityKey): InputInfo => ({
  id: `evt/${NAMES[kind]}/${COMMODITIES[commodity].symbolPrefix}/surprise`,
  unit: 'sd',
  description: `surprise of the last ${kind} for ${COMMODITIES[commodity].displayName}; above zero raises the price`,
  resolve: (known) => computeSurprise(known, kind, commodity),
});

export const REPORT_INPUTS: readonly InputInfo[] = [
  ...buildDateInputs('EIA gas storage'),
  surpriseInput('EIA gas storage', 'natural-gas'),
  {
    id: 'evt/EIA-gas/own-estimate',
    unit: 'Bcf',
    description:
      'own estimate of the next weekly change of gas storage from degree days, less what the season alone would give',
    resolve: ownEstimate,
  },
  ...buildDateInputs('EIA petroleum'),
  surpriseInput('EIA petroleum', 'oil'),
  surpriseInput('EIA petroleum', 'crude-oil'),
  ...buildDateInputs('crop report'),
  ...(['corn', 'soybeans', 'wheat', 'orange-juice', 'cotton'] as const).map((commodity) =>
    surpriseInput('crop report', commodity),
  ),
  ...buildDateInputs('OPEC meeting'),
  surpriseInput('OPEC meeting', 'crude-oil'),
];
