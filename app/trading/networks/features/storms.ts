/** Hurricane features: expected category over a coast, and its daily change. */
import { COAST_CELLS, type Coast } from '../../market/inputs/landfall';
import type { PointInTimeView } from './point-in-time-view';

/**
 * Probability x category by warning id; a storm that has struck counts in full while its warning is
 * listed.
 */
function getExpectedCategories(view: PointInTimeView, basin: Coast): ReadonlyMap<string, number> {
  const categories = new Map<string, number>();
  for (const { id, kind, phase, cells, probability, strength } of view.publicData.listWarnings()) {
    if (kind !== 'hurricane' || !cells.includes(COAST_CELLS[basin])) continue;
    categories.set(
      id,
      (phase === 'ended' ? 1 : phase === 'cancelled' ? 0 : probability) * (strength ?? 1),
    );
  }
  return categories;
}

/** Expected storm category over a coast. */
export const getStormLevel = (view: PointInTimeView, basin: Coast): number =>
  view.getInput(`evt/storm/${basin}/strength`);

/** Change of the expected category in the 24 hours that ended `backDays` ago; NaN if not known. */
export function computeStormRevision(
  view: PointInTimeView,
  basin: Coast,
  backDays: number,
): number {
  if (view.publicData.lacksStormWarnings === true) return NaN;
  const after = getExpectedCategories(backDays === 0 ? view : view.getEarlierView(backDays), basin);
  if (after.size === 0) return 0;
  const before = getExpectedCategories(view.getEarlierView(backDays + 1), basin);
  let sum = 0;
  for (const [id, now] of after) sum += now - (before.get(id) ?? 0);
  return sum;
}
