/**
 * How far the public forecast has moved what a product's market expects of demand and supply, in
 * deviations of its daily price moves.
 *
 * Worth, log of the price per unit of flow, from published elasticities: gas by its winters (100
 * Bcf move it by some 7.5 %), crops by supply
 * and demand elasticities near .1 and -.05 (M. Roberts and W. Schlenker 2013, American Economic
 * Review 103), which make a lost share of the yield cost twice to three times itself.
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
  flowBetween,
  normalFlow,
} from '../../weather/impact';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { PointInTimeView } from './point-in-time-view';
import { findLastDay } from './price-features';
import { DAY_MS, getMidnight } from '../../domain/time';

interface Product {
  readonly flow: Flow;
  /** Log of the price per unit of flow. */
  readonly worth: number;
  /**
   * Energy is delivered: what comes after the last day of the front month does not count for it. A
   * crop is stored.
   */
  readonly isDelivered: boolean;
}

const buildProduct = (flow: Flow, worth: number, isDelivered = false): Product => ({
  flow,
  worth,
  isDelivered,
});

/** The weather that moves each chain. */
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

/** The days of the newest run that count for the front month. */
function findWindow(
  view: PointInTimeView,
  chain: string,
  { flow, isDelivered }: Product,
): Window | null {
  const first = flow.cells[0];
  const run = first && view.run(first);
  if (!run) return null;
  if (!isDelivered) return [0, LEAD_DAYS_MAX];
  const last = findLastDay(view, chain);
  return last === null
    ? null
    : [0, Math.min(LEAD_DAYS_MAX, (last - getMidnight(run.issuedMs)) / DAY_MS)];
}

/** Days back over which revisions are added up. */
const DAYS = 10;
const kept = new WeakMap<PointInTimeView, Map<string, Float64Array>>();

/**
 * What the revisions of the last ten days are worth, the newest first, in the log of the price;
 * worked out once for each view.
 */
function computeRevisions(view: PointInTimeView, chain: string, own: Product): Float64Array {
  const chains = kept.get(view) ?? new Map<string, Float64Array>();
  if (chains.size === 0) kept.set(view, chains);
  const known = chains.get(chain);
  if (known) return known;
  const window = findWindow(view, chain, own);
  const made = Float64Array.from(
    { length: DAYS },
    (_, back) =>
      own.worth * ((window && computeRevision(own.flow, window, view.known, back))?.value ?? NaN),
  );
  chains.set(chain, made);
  return made;
}

/**
 * What the revision of 24 hours that ended so many days ago, 0 to 9, is worth, in deviations of a
 * day's move; 0 for a chain without weather, NaN while runs are missing.
 */
export function impactRevision(view: PointInTimeView, chain: string, backDays: number): number {
  const own = PRODUCTS[chain];
  return own
    ? (computeRevisions(view, chain, own)[backDays] ?? NaN) / (view.marks(chain)?.sigma ?? NaN)
    : 0;
}

/** The same summed over ten days, in deviations of such a move. */
export function impactOfTenDays(view: PointInTimeView, chain: string): number {
  const own = PRODUCTS[chain];
  if (!own) return 0;
  const sum = computeRevisions(view, chain, own).reduce((total, one) => total + one, 0);
  return sum / (view.marks(chain)?.sigma ?? NaN) / Math.sqrt(DAYS);
}

/** What the newest run expects beyond the season's usual, in deviations of a day's move. */
export function impactExpected(view: PointInTimeView, chain: string): number {
  const own = PRODUCTS[chain];
  const window = own && findWindow(view, chain, own);
  if (!own || !window) return own ? NaN : 0;
  let [sum, fromMs] = [0, 0];
  for (const cell of own.flow.cells) {
    const run = view.run(cell);
    if (!run) return NaN;
    fromMs = getMidnight(run.issuedMs);
    sum += flowBetween(own.flow, run, fromMs, fromMs + window[1] * DAY_MS);
  }
  return (
    (own.worth * (sum - normalFlow(own.flow, fromMs, fromMs + window[1] * DAY_MS))) /
    (view.marks(chain)?.sigma ?? NaN)
  );
}
