// Performance and valuations of the selected account.
import { HttpError } from '../../server/http/responses.server';
import type { Infer } from '../../contracts/api/shape';
import { listSnapshots } from '../../models/log/snapshot.server';
import { getPerformance } from '../../models/portfolio/performance.server';
import { PerformanceSchema, SnapshotsSchema, TimeframeSchema } from '../../contracts/api/book';
import { getSelectedBook } from '../../trading/domain/book';
import { formatIsoTime } from '../../trading/domain/format';
import { toCentDollars } from '../../trading/domain/units';
import { type ApiCall, type SignedInRequest, defineRead, defineReadWithQuery } from './api-call';

async function loadPerformance({
  desk,
  session,
  input,
}: SignedInRequest<Infer<typeof TimeframeSchema>>) {
  await desk.ensureBook(session.userId);
  return getPerformance(desk, session.userId, input.timeframe);
}

/**
 * Logged valuations of this account period, sparser with age, oldest first; at most the
 * newest 1,440.
 */
async function loadSnapshots({ desk, session }: SignedInRequest) {
  await desk.ensureBook(session.userId);
  const state = desk.state();
  const book = getSelectedBook(state, session.userId);
  if (!book) throw new HttpError(404, 'This user has no account yet.');
  return listSnapshots(desk.db, session.userId, book, {
    fromMs: book.openedMs,
    toMs: state.nowMs,
  }).map((row) => ({
    timestamp: formatIsoTime(row.atMs),
    value: toCentDollars(row.equityMills),
    balance: toCentDollars(row.balanceMills),
    available: toCentDollars(row.availableMills),
    unrealized: toCentDollars(row.unrealisedMills),
    positions: row.positions,
    asOfSeq: state.sequence,
  }));
}

export const PERFORMANCE_CALLS: readonly ApiCall[] = [
  defineReadWithQuery(
    'portfolio-performance',
    TimeframeSchema,
    {
      summary: 'Returns the performance of the selected account.',
      answer: PerformanceSchema,
      faults: ['MALFORMED', 'NO_BOOK'],
    },
    loadPerformance,
  ),
  defineRead(
    'portfolio-snapshots',
    {
      summary:
        'Returns the logged valuations of this account period, oldest first: each quarter of an hour while something is held, sparser with age; at most the newest 1,440.',
      answer: SnapshotsSchema,
      faults: ['NO_BOOK'],
    },
    loadSnapshots,
  ),
];
