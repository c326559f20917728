// A desk for measuring: the real engine with the playbooks and costs of the product, over whatever
// journal is given.
import { deskConfig } from '../../server/desk/desk-config.server';
import type { Command, CommandResult } from '../../trading/domain/command';
import type { SetClock } from '../../trading/clock';
import { setClock } from '../../trading/clock';
import { quoteAround } from '../../trading/domain/quote';
import { toLots, toTicks } from '../../trading/domain/units';
import { type Engine, createEngine } from '../../trading/engine/engine';
import { buildMarketInput } from '../../trading/engine/inputs';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import type { Journal } from '../../trading/ports';
import { seededRandom } from '../../trading/random';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS } from './synthetic';
import { DAY_MS } from '../../trading/domain/time';

const STALE_AFTER_MS = DAY_MS;
export const BENCH_USERS = ['bench-1', 'bench-2', 'bench-3'] as const;

export interface BenchDesk {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly clock: SetClock;
  /** Queues a command; it is done at the next `drain` of the runner. */
  send(userId: string, command: Command, idempotencyKey?: string): Promise<CommandResult>;
}

/**
 * The product's engine; `hasBreakers` is false where round trips are dealt at one price, which lose
 * their costs always: breakers would stop the desk that is to deal.
 */
export function benchEngine(hasBreakers = true): Engine {
  const config = deskConfig({
    random: seededRandom('bench'),
    marketOf: () => BENCH_MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
  });
  return createEngine({ ...config, hasBreakers });
}

/** A desk with its contracts listed and quoted, and a simulation book for each of three users. */
export async function openBenchDesk(journal: Journal): Promise<BenchDesk> {
  const engine = benchEngine(false);
  const clock = setClock(BENCH_START_MS, () => performance.now());
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
  const opened = BENCH_USERS.map((user) =>
    send(user, {
      type: 'OpenBook',
      mode: 'simulation',
      market: BENCH_MARKET,
      capitalMills: engine.config.capitalMills,
    }),
  );
  const desk = { engine, runner, clock, send };
  quoteAll(desk, BENCH_START_MS);
  await Promise.all(opened);
  return desk;
}

/** A fresh quote of every contract. */
export function quoteAll(
  { runner, clock }: Pick<BenchDesk, 'runner' | 'clock'>,
  atMs: number,
): void {
  clock.advance(atMs);
  for (const { id } of BENCH_INSTRUMENTS) {
    runner.offer(
      buildMarketInput(
        {
          type: 'QuoteArrived',
          market: BENCH_MARKET,
          instrumentId: id,
          quote: quoteAround(toTicks(2000 + (Math.floor(atMs / 60_000) % 7)), 1, atMs),
        },
        false,
      ),
    );
  }
  runner.drain();
}

/** A typical order: at market, small, without protection. */
export const smallOrder = (instrumentId: string, side: 'BUY' | 'SELL'): Command => ({
  type: 'PlaceOrder',
  instrumentId,
  side,
  orderType: 'MARKET',
  lots: toLots(1),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});
