/**
 * The gauges of the weather that prices answer to, and how each stock of tightness draws on them
 * through the year.
 */
import { MARKET_CELLS } from '../../weather/cell';
import { computeBell } from '../calendar';
import type { Outlook, PastDay } from '../parts';
import { CHAINS, type Flow, type Gauge, type Stock } from './chains';

/** Every stock of every chain, in the order of the chains. */
export interface StockOf {
  readonly chain: number;
  readonly stock: Stock;
}

export const STOCKS: readonly StockOf[] = CHAINS.flatMap(({ stocks }, chain) =>
  stocks.map((stock) => ({ chain, stock })),
);
export const STOCK_COUNT = STOCKS.length;
/** Forecast days that are priced one by one, today first. */
export const LEADS = 15;
/**
 * A ridge is remembered from day to day by this share, and foretells flows so many days beyond the
 * forecast.
 */
export const RIDGE_MEMORY = 0.972;
export const RIDGE_DAYS = 56;
/** Days ahead of which anything is known. */
export const REACH = LEADS + RIDGE_DAYS;
/** Days of a year, by which tables of the season are kept. */
export const YEAR_DAYS = 366;
/** Beyond some three standard deviations of the widest winter. */
const FAR_F = 32;
/** A stage whose bell is lower than this counts as over. */
const STAGE_MIN = 0.01;

/** Place of a world day in a table of the season. */
export const seasonPlace = (day: number): number => Math.floor(day % 365.25);

const formatName = (gauge: Gauge): string => Object.values(gauge).join('/');
const allFlows: readonly Flow[] = STOCKS.flatMap(({ stock }) => stock.flows);

/** Each gauge once, although several stocks may draw on it. */
const GAUGES: readonly Gauge[] = [
  ...new Map(allFlows.map(({ gauge }) => [formatName(gauge), gauge])).values(),
];
const GAUGE_COUNT = GAUGES.length;
const NAMES = GAUGES.map(formatName);
const CELLS = GAUGES.map((gauge) => ('cell' in gauge ? MARKET_CELLS.indexOf(gauge.cell) : -1));

/**
 * A stock's draw on a gauge by day of the year, and once more by the first days: a forecast that
 * begins in December ends in January.
 */
interface Draw {
  readonly gauge: number;
  readonly stock: number;
  readonly weights: Float64Array;
}

function buildDraw(flow: Flow, stock: number): Draw {
  const { stage, weight } = flow;
  const weights = Float64Array.from({ length: YEAR_DAYS + LEADS }, (_, place) => {
    const day = place % YEAR_DAYS;
    const height = stage ? computeBell(day, stage.centerDay, stage.widthDays) : 1;
    return height < STAGE_MIN ? 0 : weight * height;
  });
  return { gauge: NAMES.indexOf(formatName(flow.gauge)), stock, weights };
}

const DRAWS: readonly Draw[] = STOCKS.flatMap(({ stock }, index) =>
  stock.flows.map((flow) => buildDraw(flow, index)),
);
/** Whether anything draws on a gauge, by gauge and the same places. */
const SEASON_PLACES = YEAR_DAYS + LEADS;
const WANTED = new Uint8Array(GAUGE_COUNT * SEASON_PLACES);
for (const { gauge, weights } of DRAWS)
  weights.forEach((weight, place) => {
    if (weight !== 0) WANTED[gauge * SEASON_PLACES + place] = 1;
  });

/**
 * What stands in the way of each stock's season: the flow of each stock on a day that is over, by
 * stock.
 */
export function realisedFlows(past: PastDay, into: Float64Array): void {
  into.fill(0);
  const place = seasonPlace(past.day);
  for (const { gauge, stock, weights } of DRAWS) {
    const weight = weights[place] ?? 0;
    if (weight !== 0) into[stock] = (into[stock] ?? 0) + weight * computeRealized(gauge, past);
  }
}

function computeRealized(index: number, past: PastDay): number {
  const gauge = GAUGES[index] as Gauge;
  const cell = CELLS[index] ?? 0;
  switch (gauge.kind) {
    case 'below':
      return Math.max(0, gauge.baseF - (past.meanF[cell] ?? 0));
    case 'above':
      return Math.max(0, (past.meanF[cell] ?? 0) - gauge.baseF);
    case 'rain':
      return past.rainInches[cell] ?? 0;
    case 'landfall':
      return past.landfall[gauge.basin];
  }
}

/**
 * Scratch of one gauge over the leads: filled and read inside one call, so that the fold makes no
 * garbage.
 */
const row = new Float64Array(LEADS);

/** The expected flow of each stock by lead: `into` holds LEADS values per stock. */
export function expectedFlows(outlook: Outlook, into: Float64Array): void {
  into.fill(0);
  const first = seasonPlace(outlook.day);
  let draw = 0;
  const order = DRAWS_BY_GAUGE;
  for (let gauge = 0; gauge < GAUGE_COUNT; gauge += 1) {
    const isWanted = expectGauge(outlook, gauge, first);
    for (; draw < order.length && (order[draw] as Draw).gauge === gauge; draw += 1) {
      if (isWanted) spread(order[draw] as Draw, first, into);
    }
  }
}

const DRAWS_BY_GAUGE: readonly Draw[] = [...DRAWS].sort((a, b) => a.gauge - b.gauge);

function spread({ stock, weights }: Draw, first: number, into: Float64Array): void {
  const offset = stock * LEADS;
  for (let lead = 0; lead < LEADS; lead += 1)
    into[offset + lead] =
      (into[offset + lead] ?? 0) + (weights[first + lead] ?? 0) * (row[lead] ?? 0);
}

/**
 * Fills the scratch row with what the outlook expects of a gauge; false when nobody draws on it
 * these days.
 */
function expectGauge(outlook: Outlook, index: number, first: number): boolean {
  const gauge = GAUGES[index] as Gauge;
  if (gauge.kind === 'landfall') return expectLandfall(outlook, gauge.basin);
  const cell = CELLS[index] ?? 0;
  const wanted = index * SEASON_PLACES + first;
  let isWanted = false;
  for (let lead = 0; lead < LEADS; lead += 1) {
    if (WANTED[wanted + lead] === 0) {
      row[lead] = 0;
      continue;
    }
    isWanted = true;
    row[lead] =
      gauge.kind === 'rain'
        ? outlook.rainInches(cell, lead)
        : expectDegrees(outlook, gauge.kind, cell, lead, gauge.baseF);
  }
  return isWanted;
}

/**
 * Expected degrees beyond a base; where the mean is far from it, chance no longer matters and is
 * not asked.
 */
function expectDegrees(
  outlook: Outlook,
  kind: 'below' | 'above',
  cell: number,
  lead: number,
  baseF: number,
): number {
  const beyond =
    kind === 'below' ? baseF - outlook.meanF(cell, lead) : outlook.meanF(cell, lead) - baseF;
  if (beyond > FAR_F) return beyond;
  if (beyond < -FAR_F) return 0;
  return kind === 'below'
    ? outlook.expectedBelowF(cell, lead, baseF)
    : outlook.expectedAboveF(cell, lead, baseF);
}

function expectLandfall(outlook: Outlook, basin: 'gulf' | 'florida'): boolean {
  row.fill(0);
  let isWanted = false;
  for (const storm of outlook.storms) {
    const lead = storm.landfallDay - outlook.day;
    if (storm.basin !== basin || lead < 0 || lead >= LEADS) continue;
    row[lead] = (row[lead] ?? 0) + storm.probability * storm.category;
    isWanted = true;
  }
  return isWanted;
}
