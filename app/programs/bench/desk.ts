// Engine for benchmarks: the product's strategies and costs, with an injected journal.
import { createEngineConfig } from '../../server/desk/desk-config.server';
import type { Command, CommandResult } from '../../trading/domain/command';
import type { SettableClock } from '../../trading/clock';
import { createSettableClock } from '../../trading/clock';
import { buildQuote } from '../../trading/domain/quote';
import { toLots, toTicks } from '../../trading/domain/units';
import { type Engine, createEngine } from '../../trading/engine/engine';
import { buildMarketEvent } from '../../trading/engine/feed-events';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import type { Journal } from '../../trading/ports';
import { createSeededRandom } from '../../trading/random';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS } from './synthetic';
import { DAY_MS } from '../../trading/domain/time';

const STALE_AFTER_MS = DAY_MS;
export const BENCH_USERS = ['bench-1', 'bench-2', 'bench-3'] as const;

/** Stores nothing. */
export const NO_JOURNAL: Journal = {
  commit: () => undefined,
  probe: () => undefined,
  findResult: () => null,
};

export interface BenchDesk {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly clock: SettableClock;
  /** Queues a command, executed at the runner's next `drain`. */
  send(userId: string, command: Command, idempotencyKey?: string): Promise<CommandResult>;
}

/**
 * Creates the product's engine. `hasBreakers` is false where round trips at one price would trip
 * the loss limits.
 */
export function createBenchEngine(hasBreakers = true): Engine {
  const config = createEngineConfig({
    random: createSeededRandom('bench'),
    marketOf: () => BENCH_MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
  });
  return createEngine({ ...config, hasBreakers });
}

/**
 * Opens a desk with listed and quoted contracts and one simulation account for each user.
 */
export async function openBenchDesk(
  journal: Journal,
  userIds: readonly string[] = BENCH_USERS,
): Promise<BenchDesk> {
  const engine = createBenchEngine(false);
  const clock = createSettableClock(BENCH_START_MS, () => performance.now());
  const runner = createRunner({ engine, journal, clock, state: EMPTY_DESK, queueMax: 100_000 });
  const send = (
    userId: string,
    command: Command,
    idempotencyKey?: string,
  ): Promise<CommandResult> =>
    runner.execute({ userId, command, idempotencyKey: idempotencyKey ?? null });
  runner.offer({
    type: 'MarketListed',
    market: BENCH_MARKET,
    instruments: BENCH_INSTRUMENTS,
    staleAfterMs: STALE_AFTER_MS,
    atMs: BENCH_START_MS,
  });
  const opened = userIds.map((user) =>
    send(user, {
      type: 'OpenBook',
      mode: 'simulation',
      market: BENCH_MARKET,
      capitalMills: engine.config.capitalMills,
    }),
  );
  const desk = { engine, runner, clock, send };
  publishQuotes(desk, BENCH_START_MS);
  await Promise.all(opened);
  return desk;
}

/** Publishes a new quote of every contract. */
export function publishQuotes(
  { runner, clock }: Pick<BenchDesk, 'runner' | 'clock'>,
  atMs: number,
): void {
  clock.advance(atMs);
  for (const { id } of BENCH_INSTRUMENTS) {
    runner.offer(
      buildMarketEvent(
        {
          type: 'QuoteArrived',
          market: BENCH_MARKET,
          instrumentId: id,
          quote: buildQuote(toTicks(2000 + (Math.floor(atMs / 60_000) % 7)), 1, atMs),
        },
        false,
      ),
    );
  }
  runner.drain();
}

/** A one-lot market order without stop or target. */
export const buildSmallOrder = (instrumentId: string, side: 'BUY' | 'SELL'): Command => ({
  type: 'PlaceOrder',
  instrumentId,
  side,
  orderType: 'MARKET',
  lots: toLots(1),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});
