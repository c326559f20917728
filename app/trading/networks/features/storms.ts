/** Hurricanes as news: expected categories over a basin, and how they changed within a day. */
import { COAST_CELLS, type Coast } from '../../market/inputs/ashore';
import type { PointInTimeView } from './point-in-time-view';

/**
 * Chance times category by warning of a basin; one that struck counts in full for as long as it is
 * told of.
 */
function mapCategories(view: PointInTimeView, basin: Coast): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { id, kind, phase, cells, probability, strength } of view.known.warnings()) {
    if (kind !== 'hurricane' || !cells.includes(COAST_CELLS[basin])) continue;
    found.set(
      id,
      (phase === 'ended' ? 1 : phase === 'cancelled' ? 0 : probability) * (strength ?? 1),
    );
  }
  return found;
}

/** Expected categories of storms over a basin. */
export const stormLevel = (view: PointInTimeView, basin: Coast): number =>
  view.input(`evt/storm/${basin}/strength`);

/**
 * The change of expected categories in the 24 hours that ended so many days ago: what came in
 * sight, grew, shrank or passed.
 */
export function stormRevision(view: PointInTimeView, basin: Coast, backDays: number): number {
  const after = mapCategories(backDays === 0 ? view : view.before(backDays), basin);
  if (after.size === 0) return 0;
  const before = mapCategories(view.before(backDays + 1), basin);
  let sum = 0;
  for (const [id, now] of after) sum += now - (before.get(id) ?? 0);
  return sum;
}
