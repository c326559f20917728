/**
 * Weather flow of each chain and its effect on the price.
 *
 * Log price per unit of flow, from published elasticities: gas by its winters (100 Bcf move it by
 * about 7.5%); crops by supply and demand elasticities near 0.1 and -0.05 (M. Roberts and W.
 * Schlenker 2013, American Economic Review 103), so a lost fraction of the yield moves the price
 * two to three times as much.
 */
import type { FuturesRoot } from '../../domain/commodity';
import type { Window } from '../../market/inputs/revisions';
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
} from '../../weather/impact';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { PointInTimeView } from './point-in-time-view';
import { findLastDay } from './calendar-features';
import { DAY_MS, getMidnight } from '../../domain/time';

export interface Product {
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
export function findWindow(
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
