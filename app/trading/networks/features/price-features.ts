/** Price features: moves, momentum, volatility, futures curve, and recent report surprises. */
import {
  COMMODITIES,
  type CommodityKey,
  type FuturesRoot,
  ROOT_SYMBOLS,
} from '../../domain/commodity';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import { computeLastTradeDay } from '../../market/expiry';

import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, type ReadFeature, createGroup } from './feature';
import { DAY_MS } from '../../domain/time';

/** Commodity of each futures chain (power hubs excluded). */
export const FUTURES: Readonly<Record<string, CommodityKey>> = Object.fromEntries(
  Object.entries(ROOT_SYMBOLS)
    .filter(([key]) => key !== 'electricity')
    .map(([key, root]) => [root, key as CommodityKey]),
);

/** Momentum windows in days. */
const SUM_DAYS = [5, 20, 60, 250];

const buildMoveFeature =
  (back: number): ReadFeature =>
  (view, chain) =>
    view.getMarks(chain)?.getScaledMove(back) ?? NaN;
const buildSumFeature =
  (days: number): ReadFeature =>
  (view, chain) =>
    view.getMarks(chain)?.computeScaledSum(days) ?? NaN;

/**
 * Moves of the last three days and over longer windows, each in standard deviations of such a move.
 */
export const buildMomentumFeatures = (
  getChain: (subject: string) => string = (subject) => subject,
): readonly FeatureSpec[] => {
  const { scaled } = createGroup('price');
  const forChain =
    (read: ReadFeature): ReadFeature =>
    (view, subject) =>
      read(view, getChain(subject));
  return [
    ...['of the last day', 'of the day before', 'of two days before'].map((name, back) =>
      scaled(`move ${name}`, 'sigma', forChain(buildMoveFeature(back))),
    ),
    ...SUM_DAYS.map((days) =>
      scaled(`move of ${days} days`, 'sigma', forChain(buildSumFeature(days))),
    ),
  ];
};

const YEAR_DAYS = 250;

/** Log of current volatility over 1-year volatility. */
export const buildVolatilityRatioFeature = (
  getChain: (subject: string) => string = (subject) => subject,
): FeatureSpec =>
  createGroup('price').scaled('present volatility over that of a year', 'log', (view, subject) => {
    const marks = view.getMarks(getChain(subject));
    return marks ? Math.log(marks.sigma / marks.computeRms(YEAR_DAYS)) : NaN;
  });

export const carryFeature: FeatureSpec = createGroup('curve').raw(
  'roll yield of the first two months without their season',
  'a year',
  (view, chain) => view.getInput(`carry/${chain}/slope`),
);

/** Last trade day (midnight) of a chain's front month; null if none is listed. */
export function findLastDay(view: PointInTimeView, chain: string): number | null {
  const delivery = view.publicData.listCurve(chain)[0]?.delivery;
  const commodity = FUTURES[chain];
  return delivery === undefined || commodity === undefined
    ? null
    : computeLastTradeDay(CONTRACT_TABLE[commodity].lastTrade, {
        year: Number(delivery.slice(0, 4)),
        month: Number(delivery.slice(5, 7)),
      });
}

/** Remaining life of the front month in months of 30 days, at most three. */
export const lifeFeature: FeatureSpec = createGroup('curve').scaled(
  'life of the front month',
  'months',
  (view, chain) => {
    const last = findLastDay(view, chain);
    return last === null ? NaN : Math.min(3, (last - view.stampMs) / DAY_MS / 30);
  },
);

/** A surprise counts for a week; half of it remains after each day. */
const SURPRISE_DAYS = 7;

/**
 * Remaining surprise of the last report, positive if it raises the price, halved for each full day;
 * 0 if it is old or missing.
 */
export const computeRemainingSurprise = (
  view: PointInTimeView,
  report: string,
  chain: string,
): number => {
  const commodity = FUTURES[chain];
  const days = view.getInput(`evt/${report}/days-since`);
  if (commodity === undefined || !(days < SURPRISE_DAYS)) return 0;
  const surprise = view.getInput(`evt/${report}/${COMMODITIES[commodity].symbolPrefix}/surprise`);
  return Number.isNaN(surprise) ? 0 : surprise * 0.5 ** Math.floor(days);
};

const NEARNESS_DAYS = 10;
/** Proximity of the next report: 1 now, 0 at ten days or more. */
export const computeNearness = (view: PointInTimeView, report: string): number =>
  Math.max(0, 1 - view.getInput(`evt/${report}/days-until`) / NEARNESS_DAYS);

export const REPORTS: Readonly<Record<string, string | undefined>> = {
  NG: 'EIA-gas',
  CL: 'EIA-petroleum',
  HO: 'EIA-petroleum',
  CORN: 'crop-report',
  SOYB: 'crop-report',
  WHEAT: 'crop-report',
  OJ: 'crop-report',
  KC: undefined,
  CT: 'crop-report',
} satisfies Record<FuturesRoot, string | undefined>;
