// What the thread of risk reads, step by step: moves of every chain up to a midnight, what small
// changes of the weather do, then what shocks do now and at their worst.
import { getDay } from '../../trading/simulation/calendar';
import { CHAINS } from '../../trading/simulation/chains';
import type { WorldOptions } from '../../trading/simulation/parts';
import { TradingDays, tradingDaysBefore } from '../../trading/simulation/trading-day-moves';
import type { World } from '../../trading/simulation/world';
import type { FromReader } from './told';
import { PAIRS, SHIFT_PAIRS, pairSteps, shiftsNow, shocksOn } from './walk-pairs';

/** Trading days of moves: strips of power cost more than all else together. */
const FUTURES_DAYS = 1500;
const POWER_DAYS = 780;
/** Progress is told so many times in a reading. */
const TOLD_TIMES = 50;

interface MarketReading {
  readonly seed: string;
  readonly open: (options: WorldOptions) => World;
  readonly nowMs: () => number;
  /** Fewer days and pairs in tests. */
  readonly futuresDays?: number;
  readonly powerDays?: number;
  readonly pairs?: number;
}

/**
 * A reader of one world; what it read is kept from midnight to midnight. Each step gives something
 * to tell, or nothing yet.
 * A further round at the same midnight walks other pairs of worlds, in every part.
 */
export function readMarket(
  reading: MarketReading,
): (untilMs: number, round?: number) => Generator<FromReader | null> {
  const days = new TradingDays(reading.open({ seed: reading.seed }));
  const { pairs = PAIRS, open } = reading;
  const shiftPairs = Math.min(SHIFT_PAIRS, pairs);
  let worstOfRound = -1;
  return function* (untilMs, round = 0) {
    const walk = { open, untilMs, round };
    // the worst day of the year stays what it is
    const dates = worstOfRound === round ? (['now'] as const) : (['now', 'worst'] as const);
    const of = daySteps(untilMs, reading) + pairSteps(pairs) * dates.length + pairSteps(shiftPairs);
    yield* countProgress(
      function* () {
        yield* movesUntil(days, untilMs, reading);
        yield* shiftsNow({ ...walk, pairs: shiftPairs });
        for (const date of dates) yield* shocksOn({ ...walk, pairs }, date);
      },
      of,
      untilMs,
      reading.nowMs,
    );
    worstOfRound = round;
  };
}

const daySteps = (
  untilMs: number,
  { futuresDays = FUTURES_DAYS, powerDays = POWER_DAYS }: MarketReading,
): number =>
  tradingDaysBefore(getDay(untilMs), futuresDays).length +
  tradingDaysBefore(getDay(untilMs), powerDays).length;

/** What is read, with how far it is now and then, and its end. */
function* countProgress(
  read: () => Generator<FromReader | null>,
  of: number,
  untilMs: number,
  nowMs: () => number,
): Generator<FromReader | null> {
  const startedMs = nowMs();
  let [done, toldAt] = [0, 0];
  for (const told of read()) {
    yield told;
    if (told !== null) continue;
    done = Math.min(of, done + 1);
    if (done - toldAt < of / TOLD_TIMES) continue;
    toldAt = done;
    yield { type: 'progress', done, of };
  }
  yield {
    type: 'done',
    untilMs,
    seconds: (nowMs() - startedMs) / 1000,
    megabytes: process.memoryUsage().rss / 1e6,
  };
}

function* movesUntil(
  days: TradingDays,
  untilMs: number,
  { futuresDays = FUTURES_DAYS, powerDays = POWER_DAYS }: MarketReading,
): Generator<FromReader | null> {
  const day = getDay(untilMs);
  for (const isPower of [false, true]) {
    const chains = CHAINS.filter((chain) => chain.isPower === isPower).map(({ id }) => id);
    const count = isPower ? powerDays : futuresDays;
    for (const _ of days.read(chains, day, count)) yield null;
    yield {
      type: 'moves',
      untilMs,
      moves: chains.map((chain) => days.movesOf(chain, day, count)),
      isWhole: isPower,
    };
  }
}
