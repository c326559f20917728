/**
 * Price impact of forecast revisions: change of expected supply and demand in standard deviations
 * of a daily move.
 *
 * Log price per unit of flow, from published elasticities: gas by its winters (100 Bcf move it by
 * about 7.5%); crops by supply and demand elasticities near 0.1 and -0.05 (M. Roberts and W.
 * Schlenker 2013, American Economic Review 103), so a lost fraction of the yield moves the price
 * two to three times as much.
 */
import type { FuturesRoot } from '../../domain/commodity';
import { computeRevision, type Window } from '../../market/inputs/revisions';
import {
  COFFEE_FLOW,
  CORN_FLOW,
  COTTON_FLOW,
  type Flow,
  GAS_BALANCE_FLOW,
  OIL_HEATING_FLOW,
  ORANGE_FLOW,
  SOYBEAN_FLOW,
  WHEAT_FLOW,
  sumFlow,
  sumNormalFlow,
} from '../../weather/impact';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { PointInTimeView } from './point-in-time-view';
import { findLastDay } from './price-features';
import { DAY_MS, getMidnight } from '../../domain/time';

interface Product {
  readonly flow: Flow;
  /** Log price change per unit of flow. */
  readonly logPricePerUnit: number;
  /**
   * True for energy, which is delivered: weather after the front month's last trade day has no
   * effect. Crops are stored.
   */
  readonly isDelivered: boolean;
}

const buildProduct = (flow: Flow, logPricePerUnit: number, isDelivered = false): Product => ({
  flow,
  logPricePerUnit,
  isDelivered,
});

/** Weather flow of each chain. */
export const PRODUCTS: Readonly<Record<string, Product | undefined>> = {
  NG: buildProduct(GAS_BALANCE_FLOW, 0.00075, true),
  HO: buildProduct(OIL_HEATING_FLOW, 0.00045, true),
  CORN: buildProduct(CORN_FLOW, 2.6),
  SOYB: buildProduct(SOYBEAN_FLOW, 2.1),
  WHEAT: buildProduct(WHEAT_FLOW, 1.7),
  CT: buildProduct(COTTON_FLOW, 1.6),
  KC: buildProduct(COFFEE_FLOW, 1.5),
  OJ: buildProduct(ORANGE_FLOW, 1.9),
  CL: undefined,
} satisfies Record<FuturesRoot, Product | undefined>;

/** Forecast days that matter for the front month. */
function findWindow(
  view: PointInTimeView,
  chain: string,
  { flow, isDelivered }: Product,
): Window | null {
  const first = flow.cells[0];
  const run = first && view.findRun(first);
  if (!run) return null;
  if (!isDelivered) return [0, LEAD_DAYS_MAX];
  const last = findLastDay(view, chain);
  return last === null
    ? null
    : [0, Math.min(LEAD_DAYS_MAX, (last - getMidnight(run.issuedMs)) / DAY_MS)];
}

/** Number of daily revisions. */
const REVISION_DAYS = 10;
const revisionsByView = new WeakMap<PointInTimeView, Map<string, Float64Array>>();

/** Log price impact of the revisions of the last ten days, newest first; cached per view. */
function computeRevisions(view: PointInTimeView, chain: string, product: Product): Float64Array {
  const chains = revisionsByView.get(view) ?? new Map<string, Float64Array>();
  if (chains.size === 0) revisionsByView.set(view, chains);
  const cached = chains.get(chain);
  if (cached) return cached;
  const window = findWindow(view, chain, product);
  const revisions = Float64Array.from(
    { length: REVISION_DAYS },
    (_, back) =>
      product.logPricePerUnit *
      ((window && computeRevision(product.flow, window, view.publicData, back))?.value ?? NaN),
  );
  chains.set(chain, revisions);
  return revisions;
}

/**
 * Price impact of the revision in the 24 hours that ended `backDays` ago (0 to 9), in standard
 * deviations of a daily move; 0 for a chain without weather exposure, NaN while runs are missing.
 */
export function computeImpactRevision(
  view: PointInTimeView,
  chain: string,
  backDays: number,
): number {
  const product = PRODUCTS[chain];
  return product
    ? (computeRevisions(view, chain, product)[backDays] ?? NaN) /
        (view.getMarks(chain)?.sigma ?? NaN)
    : 0;
}

/** The same summed over ten days, in standard deviations of a ten-day move. */
export function computeTenDayImpact(view: PointInTimeView, chain: string): number {
  const product = PRODUCTS[chain];
  if (!product) return 0;
  const sum = computeRevisions(view, chain, product).reduce((total, one) => total + one, 0);
  return sum / (view.getMarks(chain)?.sigma ?? NaN) / Math.sqrt(REVISION_DAYS);
}

/**
 * Price impact of the newest run relative to normal weather, in standard deviations of a daily
 * move.
 */
export function computeExpectedImpact(view: PointInTimeView, chain: string): number {
  const product = PRODUCTS[chain];
  const window = product && findWindow(view, chain, product);
  if (!product || !window) return product ? NaN : 0;
  let [sum, fromMs] = [0, 0];
  for (const cell of product.flow.cells) {
    const run = view.findRun(cell);
    if (!run) return NaN;
    fromMs = getMidnight(run.issuedMs);
    sum += sumFlow(product.flow, run, fromMs, fromMs + window[1] * DAY_MS);
  }
  return (
    (product.logPricePerUnit *
      (sum - sumNormalFlow(product.flow, fromMs, fromMs + window[1] * DAY_MS))) /
    (view.getMarks(chain)?.sigma ?? NaN)
  );
}
