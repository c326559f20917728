/**
 * Features of prices: moves of the month in force, momentum, volatility, the curve, and news of
 * reports that is still being read.
 */
import {
  COMMODITIES,
  type CommodityKey,
  type FuturesRoot,
  ROOT_SYMBOLS,
} from '../../domain/commodity';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import { lastTradeDay } from '../../market/expiry';

import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, type ReadFeature, inGroup } from './feature';
import { DAY_MS } from '../../domain/time';

/** The commodity of each price series that is no power hub. */
export const FUTURES: Readonly<Record<string, CommodityKey>> = Object.fromEntries(
  Object.entries(ROOT_SYMBOLS)
    .filter(([key]) => key !== 'electricity')
    .map(([key, root]) => [root, key as CommodityKey]),
);

/** Days of the sums of moves that momentum is read from. */
const SPANS = [5, 20, 60, 250];

const buildMoveFeature =
  (back: number): ReadFeature =>
  (view, chain) =>
    view.marks(chain)?.scaledMove(back) ?? NaN;
const buildSumFeature =
  (days: number): ReadFeature =>
  (view, chain) =>
    view.marks(chain)?.scaledSum(days) ?? NaN;

/** Moves of the last three days and over longer spans, each in deviations of such a move. */
export const momentumFeatures = (
  chainOf: (subject: string) => string = (subject) => subject,
): readonly FeatureSpec[] => {
  const { scaled } = inGroup('price');
  const of =
    (read: ReadFeature): ReadFeature =>
    (view, subject) =>
      read(view, chainOf(subject));
  return [
    ...['of the last day', 'of the day before', 'of two days before'].map((name, back) =>
      scaled(`move ${name}`, 'deviations', of(buildMoveFeature(back))),
    ),
    ...SPANS.map((days) => scaled(`move of ${days} days`, 'deviations', of(buildSumFeature(days)))),
  ];
};

const YEAR = 250;

/** Log of the present deviation over that of a year. */
export const volatilityRatioFeature = (
  chainOf: (subject: string) => string = (subject) => subject,
): FeatureSpec =>
  inGroup('price').scaled('present volatility over that of a year', 'log', (view, subject) => {
    const marks = view.marks(chainOf(subject));
    return marks ? Math.log(marks.sigma / marks.rms(YEAR)) : NaN;
  });

export const carryFeature: FeatureSpec = inGroup('curve').raw(
  'roll yield of the first two months without their season',
  'a year',
  (view, chain) => view.input(`carry/${chain}/slope`),
);

/**
 * Midnight of the last day on which the front month of a chain of futures trades; null when none is
 * listed.
 */
export function findLastDay(view: PointInTimeView, chain: string): number | null {
  const delivery = view.known.curve(chain)[0]?.delivery;
  const commodity = FUTURES[chain];
  return delivery === undefined || commodity === undefined
    ? null
    : lastTradeDay(CONTRACT_TABLE[commodity].lastTrade, {
        year: Number(delivery.slice(0, 4)),
        month: Number(delivery.slice(5, 7)),
      });
}

/** Days that the front month has left, in months of thirty days, three at the most. */
export const lifeFeature: FeatureSpec = inGroup('curve').scaled(
  'life of the front month',
  'months',
  (view, chain) => {
    const last = findLastDay(view, chain);
    return last === null ? NaN : Math.min(3, (last - view.stampMs) / DAY_MS / 30);
  },
);

/** A surprise is read within a week, each day half of what was left. */
const READ_DAYS = 7;

/**
 * The surprise of the last report of a kind, above zero where it raises the price, halved for each
 * whole day since; 0 when it is old or there is none.
 */
export const surpriseLeft = (view: PointInTimeView, report: string, chain: string): number => {
  const commodity = FUTURES[chain];
  const days = view.input(`evt/${report}/days-since`);
  if (commodity === undefined || !(days < READ_DAYS)) return 0;
  const surprise = view.input(`evt/${report}/${COMMODITIES[commodity].symbolPrefix}/surprise`);
  return Number.isNaN(surprise) ? 0 : surprise * 0.5 ** Math.floor(days);
};

const SOON_DAYS = 10;
/** How near the next report of a kind is: 1 now, 0 ten days ahead or more. */
export const computeNearness = (view: PointInTimeView, report: string): number =>
  Math.max(0, 1 - view.input(`evt/${report}/days-until`) / SOON_DAYS);

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
