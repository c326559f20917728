// Reads market risk step by step: daily moves to a midnight, weather sensitivities, then stress
// tests.
import { getDay } from '../../trading/simulation/calendar';
import { CHAINS } from '../../trading/simulation/chains';
import type { WorldOptions } from '../../trading/simulation/market-models';
import {
  TradingDayHistory,
  listTradingDaysBefore,
} from '../../trading/simulation/trading-day-moves';
import type { World } from '../../trading/simulation/world';
import type { ReadRequest, ReaderMessage } from './risk-messages';
import {
  PAIRS,
  SHIFT_PAIRS,
  countPairSteps,
  simulateShifts,
  simulateShocks,
} from './paired-simulation';

/** Trading days of moves. Power strips cost more to price than all futures. */
const FUTURES_DAYS = 1500;
const POWER_DAYS = 780;
/** Progress messages per run. */
const PROGRESS_UPDATES = 50;

interface MarketReaderOptions {
  /** The market of the desk. */
  readonly world: World;
  /** Opens markets to simulate weather in. */
  readonly openWorld: (options: WorldOptions) => World;
  readonly nowMs: () => number;
  /** Smaller in tests. */
  readonly futuresDays?: number;
  readonly powerDays?: number;
  readonly pairs?: number;
}

/**
 * Creates a reader of one simulated market. Results are cached between midnights. Each step yields
 * a message or null. A further round at the same midnight simulates other pairs.
 */
export function createMarketReader(
  options: MarketReaderOptions,
): (
  untilMs: number,
  request?: Partial<Pick<ReadRequest, 'round' | 'hasWorst'>>,
) => Generator<ReaderMessage | null> {
  const days = new TradingDayHistory(options.world);
  const { pairs = PAIRS, openWorld } = options;
  const shiftPairs = Math.min(SHIFT_PAIRS, pairs);
  let worstReadRound = -1;
  return function* (untilMs, { round = 0, hasWorst = false } = {}) {
    const simulation = { openWorld, untilMs, round };
    // The worst date does not change with the midnight: read once per round.
    const isWorstRead = worstReadRound === round || (hasWorst && round === 0);
    const dates = isWorstRead ? (['now'] as const) : (['now', 'worst'] as const);
    const total =
      countDaySteps(untilMs, options) +
      countPairSteps(pairs) * dates.length +
      countPairSteps(shiftPairs);
    yield* countProgress(
      function* () {
        yield* readMoves(days, untilMs, options);
        yield* simulateShifts({ ...simulation, pairs: shiftPairs });
        for (const date of dates) yield* simulateShocks({ ...simulation, pairs }, date);
      },
      total,
      untilMs,
      options.nowMs,
    );
    worstReadRound = round;
  };
}

const countDaySteps = (
  untilMs: number,
  { futuresDays = FUTURES_DAYS, powerDays = POWER_DAYS }: MarketReaderOptions,
): number =>
  listTradingDaysBefore(getDay(untilMs), futuresDays).length +
  listTradingDaysBefore(getDay(untilMs), powerDays).length;

/** Yields the messages of a run, with progress in between and `done` at the end. */
function* countProgress(
  read: () => Generator<ReaderMessage | null>,
  total: number,
  untilMs: number,
  nowMs: () => number,
): Generator<ReaderMessage | null> {
  const startedMs = nowMs();
  let [done, reportedAt] = [0, 0];
  for (const message of read()) {
    yield message;
    if (message !== null) continue;
    done = Math.min(total, done + 1);
    if (done - reportedAt < total / PROGRESS_UPDATES) continue;
    reportedAt = done;
    yield { type: 'progress', done, total };
  }
  yield {
    type: 'done',
    untilMs,
    seconds: (nowMs() - startedMs) / 1000,
    megabytes: process.memoryUsage().rss / 1e6,
  };
}

function* readMoves(
  days: TradingDayHistory,
  untilMs: number,
  { futuresDays = FUTURES_DAYS, powerDays = POWER_DAYS }: MarketReaderOptions,
): Generator<ReaderMessage | null> {
  const day = getDay(untilMs);
  for (const isPower of [false, true]) {
    const chains = CHAINS.filter((chain) => chain.isPower === isPower).map(({ id }) => id);
    const count = isPower ? powerDays : futuresDays;
    for (const _ of days.read(chains, day, count)) yield null;
    yield {
      type: 'moves',
      untilMs,
      moves: chains.map((chain) => days.getMoves(chain, day, count)),
      isWhole: isPower,
    };
  }
}
