import { sumFlow, sumNormalFlow } from '../../weather/impact';
import { PRODUCTS, findWindow } from './impact-products';
import type { PointInTimeView } from './point-in-time-view';
import { DAY_MS, getMidnight } from '../../domain/time';

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
