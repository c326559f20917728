// Every playbook over some worlds, as a judge wants to see it: how often it trades, what it holds
// day by day, and whether it knows the future.
import { computeDigest } from '../../../server/backtests/ledger';
import { FIRST_TRADED_MS, outOfSampleSpan } from '../../../server/backtests/spans';
import type { OpenWorld } from '../../../server/backtests/study';
import { type WorldTapes, worldTapes } from '../../../server/backtests/world-tapes';
import { type DailyPositions, dailyPositions } from '../../../trading/backtest/daily-positions';
import { listHoldings } from '../../../trading/backtest/holdings';
import { runBacktest } from '../../../trading/backtest/kernel';
import { lookaheadAlarm } from '../../../trading/backtest/lookahead';
import { orderList } from '../../../trading/backtest/order-list';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import type { Progress } from '../../cli';
import { foresightAlarm } from './foresight';
import { otherFuture } from './other-future';

/** Cuts at which a run over less history is compared with the full one. */
const CUTS = 3;

/** What the judge saw of one playbook. */
export interface Observed {
  readonly row: PlaybookRow;
  /** Holdings closed, over all worlds, for ten years of one. */
  readonly tradesPerDecade: number;
  /** Digest of the order lists of all worlds. */
  readonly orders: string;
  readonly positions: DailyPositions;
  /** How it knew the future, in words; null when it did not. */
  readonly lookahead: string | null;
  /** Whether the same row with a leak was caught. */
  readonly isLeakCaught: boolean;
}

interface Growing {
  trades: number;
  readonly orders: string[];
  readonly positions: Map<string, number>;
  lookahead: string | null;
  isLeakCaught: boolean;
}

/** Observes all rows in the worlds of the seeds; for looking ahead the first world counts. */
export function observeWorlds(
  open: OpenWorld,
  rows: readonly PlaybookRow[],
  seeds: readonly string[],
  years: number,
  progress: Progress,
): readonly Observed[] {
  const seen = new Map<PlaybookRow, Growing>(
    rows.map((row) => [
      row,
      { trades: 0, orders: [], positions: new Map(), lookahead: null, isLeakCaught: false },
    ]),
  );
  seeds.forEach((seed, place) => {
    const onDay = (done: number, total: number): void =>
      progress.update(
        place + done / total,
        seeds.length + 1,
        `world ${place + 1} of ${seeds.length}, day ${done} of ${total}`,
      );
    const tapes = worldTapes({
      world: open({ seed }),
      rows,
      fromMs: FIRST_TRADED_MS,
      untilMs: outOfSampleSpan(seed, years).untilMs,
      onDay,
    });
    for (const [row, growing] of seen) observeRow(row, growing, tapes, seed, place === 0);
  });
  progress.update(seeds.length, seeds.length + 1, 'a world with another future');
  const futures = otherFuture(open, rows, seeds[0] ?? '');
  progress.end();
  const decades = (seeds.length * years) / 10;
  return rows.map((row) => buildObserved(row, seen.get(row), futures.earlyOf(row), decades));
}

function observeRow(
  row: PlaybookRow,
  growing: Growing,
  tapes: WorldTapes,
  seed: string,
  isFirst: boolean,
): void {
  const chains = tapes.of(row);
  const { trades } = runBacktest(createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS });
  growing.trades += listHoldings(trades).length;
  growing.orders.push(orderList(trades));
  for (const [key, side] of dailyPositions(trades, `${seed}/`)) growing.positions.set(key, side);
  if (!isFirst) return;
  growing.lookahead =
    lookaheadAlarm(() => createEvaluator(row), chains, { fromMs: FIRST_TRADED_MS }, CUTS)?.text ??
    null;
  growing.isLeakCaught = foresightAlarm(row, chains) !== null;
}

function buildObserved(
  row: PlaybookRow,
  growing: Growing | undefined,
  early: string | null,
  decades: number,
): Observed {
  const {
    trades = 0,
    orders = [],
    positions = new Map<string, number>(),
    lookahead = null,
    isLeakCaught = false,
  } = growing ?? {};
  return {
    row,
    tradesPerDecade: trades / decades,
    orders: computeDigest(orders.join('\n\n')),
    positions,
    lookahead: lookahead ?? early,
    isLeakCaught,
  };
}
