// Equity of an account period at all stored valuations, at its peak and now.
import { listValues } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { CurvePoint } from '../reports/report-model';
import type { DeskView } from '../../trading/desk-view';
import type { Book } from '../../trading/domain/book';
import type { EpochMs } from '../../trading/domain/units';

const curvesByDatabase = new WeakMap<
  Terminal['db'],
  Map<string, { readonly key: string; readonly points: readonly CurvePoint[] }>
>();

/** Initial capital, valuations and current equity, oldest first; valuations are read once a minute. */
export function getEquityCurve(
  { db }: Pick<Terminal, 'db'>,
  book: Book,
  { asOfMs, totalMills }: Pick<DeskView, 'asOfMs' | 'totalMills'>,
): CurvePoint[] {
  const cached = curvesByDatabase.get(db) ?? new Map<string, never>();
  curvesByDatabase.set(db, cached);
  const key = `${book.epoch}:${book.valuedMinute}`;
  const found = cached.get(book.id);
  const points = found?.key === key ? found.points : readCurve(db, book, asOfMs);
  cached.set(book.id, { key, points });
  return [
    ...points,
    ...(asOfMs > book.openedMs ? [{ atMs: asOfMs, equityMills: totalMills }] : []),
  ];
}

function readCurve(db: Terminal['db'], book: Book, toMs: EpochMs): readonly CurvePoint[] {
  const values = listValues(db, book.userId, book, { fromMs: book.openedMs + 1, toMs });
  return addPeak(
    addTrip([{ atMs: book.openedMs, equityMills: book.capitalMills }, ...values], book),
    book,
  );
}

/** Adds the valuation that tripped the breaker, which is thinned with its age. */
function addTrip(points: readonly CurvePoint[], { drawdown }: Book): readonly CurvePoint[] {
  if (!drawdown || points.some(({ atMs }) => atMs === drawdown.atMs)) return points;
  const { atMs, equityMills } = drawdown;
  const index = points.filter((point) => point.atMs < atMs).length;
  return [...points.slice(0, index), { atMs, equityMills }, ...points.slice(index)];
}

/**
 * Adds the peak of the account if its valuation was thinned: at the time of the highest valuation
 * that is left, and before it, so that the ends of days stay as they are.
 */
function addPeak(points: readonly CurvePoint[], { peakMills }: Book): readonly CurvePoint[] {
  let highest = 0;
  points.forEach(({ equityMills }, index) => {
    if (equityMills > (points[highest]?.equityMills ?? equityMills)) highest = index;
  });
  // The capital stays first.
  const index = Math.max(1, highest);
  const atMs = (points[index] ?? points.at(-1))?.atMs;
  return atMs === undefined || (points[highest]?.equityMills ?? peakMills) >= peakMills
    ? points
    : [...points.slice(0, index), { atMs, equityMills: peakMills }, ...points.slice(index)];
}
