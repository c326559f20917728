/**
 * Price impact of forecast revisions: change of expected supply and demand in standard deviations
 * of a daily move.
 */
import { computeRevision } from '../../market/inputs/revisions';
import { type Product, PRODUCTS, findWindow } from './impact-products';
import type { PointInTimeView } from './point-in-time-view';

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
 * deviations of a daily move; 0 for a chain without weather exposure, NaN while runs, or figures that
 * the flow needs, are missing.
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
