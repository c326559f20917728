// How the selected book has done, and its valuations one by one.
import { RequestFault } from '../../server/http/answer.server';
import { TIMEFRAMES, type Timeframe } from '../../contracts/timeframe';
import { listSnapshots } from '../../models/log/snapshot.server';
import { getPerformance } from '../../models/portfolio/performance.server';
import { PerformanceSchema, SnapshotsSchema, TimeframeSchema } from '../../contracts/api/book';
import { selectedBook } from '../../trading/domain/book';
import { isoMoment } from '../../trading/domain/format';
import { toCentDollars } from '../../trading/domain/units';
import { type ApiCall, type SignedIn, read } from './call';

function getTimeframe(url: URL): Timeframe {
  const asked = url.searchParams.get('timeframe') ?? '1d';
  const known = TIMEFRAMES.find((timeframe) => timeframe === asked);
  if (!known) throw new RequestFault(400, `timeframe: must be one of ${TIMEFRAMES.join(', ')}`);
  return known;
}

async function loadPerformance({ desk, session, url }: SignedIn) {
  const timeframe = getTimeframe(url);
  await desk.ensureBook(session.userId);
  return getPerformance(desk, session.userId, timeframe);
}

/**
 * The valuations of this epoch, once a minute and sparser with age, oldest first; the newest 1,440
 * at most.
 */
async function loadSnapshots({ desk, session }: SignedIn) {
  await desk.ensureBook(session.userId);
  const state = desk.state();
  const book = selectedBook(state, session.userId);
  if (!book) throw new RequestFault(404, 'This user has no book yet.');
  return listSnapshots(desk.db, session.userId, book, {
    fromMs: book.openedMs,
    toMs: state.nowMs,
  }).map((row) => ({
    timestamp: isoMoment(row.atMs),
    value: toCentDollars(row.equityMills),
    balance: toCentDollars(row.balanceMills),
    available: toCentDollars(row.availableMills),
    unrealized: toCentDollars(row.unrealisedMills),
    positions: row.positions,
    asOfSeq: state.sequence,
  }));
}

export const PERFORMANCE_CALLS: readonly ApiCall[] = [
  read(
    'portfolio-performance',
    {
      summary: 'Returns the performance of the selected account.',
      answer: PerformanceSchema,
      query: TimeframeSchema,
      faults: ['TIMEFRAME', 'NO_BOOK'],
    },
    loadPerformance,
  ),
  read(
    'portfolio-snapshots',
    {
      summary:
        'Returns the valuations of this account period, one a minute and sparser with age, oldest first; at most the newest 1,440.',
      answer: SnapshotsSchema,
      faults: ['NO_BOOK'],
    },
    loadSnapshots,
  ),
];
