// Observes every strategy on simulated paths: trade frequency, daily positions and look-ahead.
import { computeSha256 } from '../../../server/backtests/trial-ledger';
import { FIRST_TRADED_MS, getOutOfSampleSpan } from '../../../server/backtests/world-span';
import type { OpenWorld } from '../../../server/backtests/study';
import { trustAllNetworks } from '../../../server/backtests/world-signals';
import { type WorldTapes, buildWorldTapes } from '../../../server/backtests/world-tapes';
import {
  type DailyPositions,
  computeDailyPositions,
} from '../../../trading/backtest/daily-positions';
import { groupTrades } from '../../../trading/backtest/grouped-trades';
import { runBacktest } from '../../../trading/backtest/run-backtest';
import { findLookAhead } from '../../../trading/backtest/look-ahead-check';
import { formatTradeDigest } from '../../../trading/backtest/trade-digest';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import type { Progress } from '../../progress/progress';
import { detectPlantedLeak } from './planted-leak';
import { compareFutures } from './compare-futures';

/** Number of shortened runs that are compared with the full one. */
const CUTS = 3;

export interface PlaybookObservation {
  readonly row: PlaybookRow;
  /** Closed positions per ten years, over all paths. */
  readonly tradesPerDecade: number;
  /** Digest of the trades on all paths. */
  readonly orders: string;
  readonly positions: DailyPositions;
  /** Description of the look-ahead; null when none is found. */
  readonly lookahead: string | null;
  /** Whether the planted leak is detected. */
  readonly isLeakCaught: boolean;
}

interface ObservationBuilder {
  trades: number;
  readonly orders: string[];
  readonly positions: Map<string, number>;
  lookahead: string | null;
  isLeakCaught: boolean;
}

/** Observes all rows on the paths of the seeds; look-ahead is tested on the first path only. */
export function observePlaybooks(
  open: OpenWorld,
  rows: readonly PlaybookRow[],
  seeds: readonly string[],
  years: number,
  progress: Progress,
): readonly PlaybookObservation[] {
  const builders = new Map<PlaybookRow, ObservationBuilder>(
    rows.map((row) => [
      row,
      { trades: 0, orders: [], positions: new Map(), lookahead: null, isLeakCaught: false },
    ]),
  );
  seeds.forEach((seed, index) => {
    const onDay = (done: number, total: number): void =>
      progress.update(
        index + done / total,
        seeds.length + 1,
        `path ${index + 1} of ${seeds.length}, day ${done} of ${total}`,
      );
    const tapes = buildWorldTapes({
      world: open({ seed }),
      rows,
      fromMs: FIRST_TRADED_MS,
      untilMs: getOutOfSampleSpan(seed, years).untilMs,
      hasSkill: trustAllNetworks,
      onDay,
    });
    for (const [row, builder] of builders)
      updateObservation(row, builder, tapes, seed, index === 0);
  });
  progress.update(seeds.length, seeds.length + 1, 'comparing two futures');
  const futures = compareFutures(open, rows, seeds[0] ?? '');
  progress.end();
  const decades = (seeds.length * years) / 10;
  return rows.map((row) =>
    buildObservation(row, builders.get(row), futures.findEarlyDifference(row), decades),
  );
}

function updateObservation(
  row: PlaybookRow,
  builder: ObservationBuilder,
  tapes: WorldTapes,
  seed: string,
  isFirst: boolean,
): void {
  const chains = tapes.getTapes(row);
  const { trades } = runBacktest(createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS });
  builder.trades += groupTrades(trades).length;
  builder.orders.push(formatTradeDigest(trades));
  for (const [key, side] of computeDailyPositions(trades, `${seed}/`))
    builder.positions.set(key, side);
  if (!isFirst) return;
  builder.lookahead =
    findLookAhead(() => createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS }, CUTS)?.text ??
    null;
  builder.isLeakCaught = detectPlantedLeak(row, chains) !== null;
}

function buildObservation(
  row: PlaybookRow,
  builder: ObservationBuilder | undefined,
  earlyDifference: string | null,
  decades: number,
): PlaybookObservation {
  const {
    trades = 0,
    orders = [],
    positions = new Map<string, number>(),
    lookahead = null,
    isLeakCaught = false,
  } = builder ?? {};
  return {
    row,
    tradesPerDecade: trades / decades,
    orders: computeSha256(orders.join('\n\n')),
    positions,
    lookahead: lookahead ?? earlyDifference,
    isLeakCaught,
  };
}
