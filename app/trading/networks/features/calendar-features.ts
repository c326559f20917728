// Features of dates: expiry of the front month, next report, remaining surprise of the last one.
import { COMMODITIES, type FuturesRoot } from '../../domain/commodity';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import { computeLastTradeDay } from '../../market/expiry';
import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, createGroup } from './feature';
import { DAY_MS } from '../../domain/time';
import { FUTURES } from './price-features';

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
 * 0 if it is old or missing, NaN where no expectations are published.
 */
export const computeRemainingSurprise = (
  view: PointInTimeView,
  report: string,
  chain: string,
): number => {
  const commodity = FUTURES[chain];
  const days = view.getInput(`evt/${report}/days-since`);
  if (commodity === undefined) return 0;
  if (view.publicData.lacksExpectations === true) return NaN;
  if (!(days < SURPRISE_DAYS)) return 0;
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
