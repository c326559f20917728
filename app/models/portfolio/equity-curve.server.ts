// Equity of an account period at all stored valuations, at its peak and now.
import type { Terminal } from '../desk/terminal';
import type { CurvePoint } from '../reports/report-model';
import { getValuationKey, listEquityValues } from './equity-values.server';
import type { DeskView } from '../../trading/desk-view';
import type { Book } from '../../trading/domain/book';
import type { EpochMs } from '../../trading/domain/units';

const curvesByDatabase = new WeakMap<
  Terminal['db'],
  Map<string, { readonly key: string; readonly points: readonly CurvePoint[] }>
>();

/** Initial capital, valuations and current equity, oldest first; valuations are read once a minute. */
export function getEquityCurve(
  desk: Pick<Terminal, 'db' | 'state'>,
  book: Book,
  { asOfMs, totalMills }: Pick<DeskView, 'asOfMs' | 'totalMills'>,
): CurvePoint[] {
  const cached = curvesByDatabase.get(desk.db) ?? new Map<string, never>();
  curvesByDatabase.set(desk.db, cached);
  const key = [getValuationKey(desk, book), book.peakMs, book.drawdown?.atMs].join(':');
  const found = cached.get(book.id);
  const points = found?.key === key ? found.points : readCurve(desk, book, asOfMs);
  cached.set(book.id, { key, points });
  return [
    ...points,
    ...(asOfMs > book.openedMs ? [{ atMs: asOfMs, equityMills: totalMills }] : []),
  ];
}

/**
 * Stored valuations are thinned with their age. The peak of the account and the valuation that
 * tripped the breaker are therefore taken from the account itself.
 */
function readCurve(
  desk: Pick<Terminal, 'db' | 'state'>,
  book: Book,
  toMs: EpochMs,
): readonly CurvePoint[] {
  const { openedMs, capitalMills, peakMs, peakMills, drawdown } = book;
  const points = [
    { atMs: openedMs, equityMills: capitalMills },
    ...listEquityValues(desk, book, { fromMs: openedMs + 1, toMs }),
  ];
  const withPeak = addPoint(points, { atMs: peakMs, equityMills: peakMills });
  return drawdown ? addPoint(withPeak, drawdown) : withPeak;
}

/** Adds a point in order of time, unless there is one at its time. */
function addPoint(
  points: readonly CurvePoint[],
  { atMs, equityMills }: CurvePoint,
): readonly CurvePoint[] {
  if (points.some((point) => point.atMs === atMs)) return points;
  const index = points.filter((point) => point.atMs < atMs).length;
  return [...points.slice(0, index), { atMs, equityMills }, ...points.slice(index)];
}
