import { getLastDay } from '../../market/inputs/revisions';
import { sumValues } from '../../statistics/sample';
import { sumFlow, sumNormalFlow } from '../../weather/impact';
import { PRODUCTS, findWindow } from './impact-products';
import type { PointInTimeView } from './point-in-time-view';
import { DAY_MS, getMidnight } from '../../domain/time';

/**
 * Price impact of the newest run relative to normal weather, in standard deviations of a daily
 * move; 0 for a chain without weather exposure, NaN while a run, or a figure that the flow needs, is
 * missing.
 */
export function computeExpectedImpact(view: PointInTimeView, chain: string): number {
  const product = PRODUCTS[chain];
  const window = product && findWindow(view, chain, product);
  if (!product || !window) return product ? NaN : 0;
  const runs = product.flow.cells.flatMap((cell) => view.findRun(cell) ?? []);
  const last = runs.at(-1);
  if (!last || runs.length < product.flow.cells.length) return NaN;
  const fromMs = getMidnight(last.issuedMs);
  // Runs of public sources may end before the window.
  const untilMs = Math.min(fromMs + window[1] * DAY_MS, getLastDay(runs));
  const sum = sumValues(runs.map((run) => sumFlow(product.flow, run, fromMs, untilMs))) ?? NaN;
  return (
    (product.logPricePerUnit * (sum - sumNormalFlow(product.flow, fromMs, untilMs))) /
    (view.getMarks(chain)?.sigma ?? NaN)
  );
}
