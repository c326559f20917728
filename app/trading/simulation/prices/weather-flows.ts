/** Weather gauges and the flows of the tightness stocks derived from them. */
import { MARKET_CELLS } from '../../weather/cell';
import { computeBell } from '../calendar';
import type { Outlook, PastDay } from '../market-models';
import { FUTURES_CHAINS, type Flow, type Gauge, type Stock } from './futures-chains';

/** All stocks of all chains, in the order of FUTURES_CHAINS. */
export interface ChainStock {
  readonly chain: number;
  readonly stock: Stock;
}

export const STOCKS: readonly ChainStock[] = FUTURES_CHAINS.flatMap(({ stocks }, chain) =>
  stocks.map((stock) => ({ chain, stock })),
);
export const STOCK_COUNT = STOCKS.length;
/** Forecast days priced individually, from today on. */
export const LEADS = 15;
/** Daily persistence of a ridge, and days beyond the forecast for which it predicts flows. */
export const RIDGE_MEMORY = 0.972;
export const RIDGE_DAYS = 56;
/** Days ahead with any information. */
export const REACH = LEADS + RIDGE_DAYS;
/** Length of the seasonal tables. */
export const YEAR_DAYS = 366;
/** About three standard deviations of the coldest winter. */
const FAR_F = 32;
/** A stage is over below this bell height. */
const STAGE_MIN = 0.01;

/** Index of a day in seasonal tables. */
export const getSeasonIndex = (day: number): number => Math.floor(day % 365.25);

const formatGaugeId = (gauge: Gauge): string => Object.values(gauge).join('/');
const allFlows: readonly Flow[] = STOCKS.flatMap(({ stock }) => stock.flows);

/** Distinct gauges; several stocks may use one. */
const GAUGES: readonly Gauge[] = [
  ...new Map(allFlows.map(({ gauge }) => [formatGaugeId(gauge), gauge])).values(),
];
const GAUGE_COUNT = GAUGES.length;
const GAUGE_IDS = GAUGES.map(formatGaugeId);
const CELLS = GAUGES.map((gauge) => ('cell' in gauge ? MARKET_CELLS.indexOf(gauge.cell) : -1));

/**
 * Weight of a gauge in a stock by day of the year; the first LEADS days repeat at the end for
 * forecasts across the new year.
 */
interface GaugeUse {
  readonly gauge: number;
  readonly stock: number;
  readonly weights: Float64Array;
}

function buildGaugeUse(flow: Flow, stock: number): GaugeUse {
  const { stage, weight } = flow;
  const weights = Float64Array.from({ length: YEAR_DAYS + LEADS }, (_, seasonIndex) => {
    const day = seasonIndex % YEAR_DAYS;
    const height = stage ? computeBell(day, stage.centerDay, stage.widthDays) : 1;
    return height < STAGE_MIN ? 0 : weight * height;
  });
  return { gauge: GAUGE_IDS.indexOf(formatGaugeId(flow.gauge)), stock, weights };
}

const GAUGE_USES: readonly GaugeUse[] = STOCKS.flatMap(({ stock }, index) =>
  stock.flows.map((flow) => buildGaugeUse(flow, index)),
);
/** 1 where any stock uses a gauge, by gauge and season index. */
const SEASON_PLACES = YEAR_DAYS + LEADS;
const IS_USED = new Uint8Array(GAUGE_COUNT * SEASON_PLACES);
for (const { gauge, weights } of GAUGE_USES)
  weights.forEach((weight, seasonIndex) => {
    if (weight !== 0) IS_USED[gauge * SEASON_PLACES + seasonIndex] = 1;
  });

/** Realized flow of each stock on a past day. */
export function computeRealizedFlows(pastDay: PastDay, out: Float64Array): void {
  out.fill(0);
  const seasonIndex = getSeasonIndex(pastDay.day);
  for (const { gauge, stock, weights } of GAUGE_USES) {
    const weight = weights[seasonIndex] ?? 0;
    if (weight !== 0) out[stock] = (out[stock] ?? 0) + weight * measureGauge(gauge, pastDay);
  }
}

function measureGauge(index: number, pastDay: PastDay): number {
  const gauge = GAUGES[index] as Gauge;
  const cell = CELLS[index] ?? 0;
  switch (gauge.kind) {
    case 'below':
      return Math.max(0, gauge.baseF - (pastDay.meanF[cell] ?? 0));
    case 'above':
      return Math.max(0, (pastDay.meanF[cell] ?? 0) - gauge.baseF);
    case 'rain':
      return pastDay.rainInches[cell] ?? 0;
    case 'landfall':
      return pastDay.landfall[gauge.basin];
  }
}

/** Scratch array of one gauge by lead, valid within one call; avoids allocation in the fold. */
const gaugeByLead = new Float64Array(LEADS);

/** Expected flow of each stock by lead: `out` holds LEADS values per stock. */
export function computeExpectedFlows(outlook: Outlook, out: Float64Array): void {
  out.fill(0);
  const first = getSeasonIndex(outlook.day);
  let next = 0;
  const order = USES_BY_GAUGE;
  for (let gauge = 0; gauge < GAUGE_COUNT; gauge += 1) {
    const isUsed = computeExpectedGauge(outlook, gauge, first);
    for (; next < order.length && (order[next] as GaugeUse).gauge === gauge; next += 1) {
      if (isUsed) addExpectedFlow(order[next] as GaugeUse, first, out);
    }
  }
}

const USES_BY_GAUGE: readonly GaugeUse[] = [...GAUGE_USES].sort((a, b) => a.gauge - b.gauge);

function addExpectedFlow({ stock, weights }: GaugeUse, first: number, out: Float64Array): void {
  const offset = stock * LEADS;
  for (let lead = 0; lead < LEADS; lead += 1)
    out[offset + lead] =
      (out[offset + lead] ?? 0) + (weights[first + lead] ?? 0) * (gaugeByLead[lead] ?? 0);
}

/** Fills the scratch array with the expected gauge; false if no stock uses it on these days. */
function computeExpectedGauge(outlook: Outlook, index: number, first: number): boolean {
  const gauge = GAUGES[index] as Gauge;
  if (gauge.kind === 'landfall') return computeExpectedLandfall(outlook, gauge.basin);
  const cell = CELLS[index] ?? 0;
  const start = index * SEASON_PLACES + first;
  let isUsed = false;
  for (let lead = 0; lead < LEADS; lead += 1) {
    if (IS_USED[start + lead] === 0) {
      gaugeByLead[lead] = 0;
      continue;
    }
    isUsed = true;
    gaugeByLead[lead] =
      gauge.kind === 'rain'
        ? outlook.rainInches(cell, lead)
        : computeExpectedDegrees(outlook, gauge.kind, cell, lead, gauge.baseF);
  }
  return isUsed;
}

/** Expected degrees beyond a base; far from the base the distribution is ignored. */
function computeExpectedDegrees(
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

function computeExpectedLandfall(outlook: Outlook, basin: 'gulf' | 'florida'): boolean {
  gaugeByLead.fill(0);
  let isUsed = false;
  for (const storm of outlook.storms) {
    const lead = storm.landfallDay - outlook.day;
    if (storm.basin !== basin || lead < 0 || lead >= LEADS) continue;
    gaugeByLead[lead] = (gaugeByLead[lead] ?? 0) + storm.probability * storm.category;
    isUsed = true;
  }
  return isUsed;
}
