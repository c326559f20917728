// Time of one engine step with 10, 100 or 1,000 trading users: a quote, and a bar close at which
// all strategies decide.
import { runCycle } from '../../trading/engine/cycle';
import type { EngineEvent } from '../../trading/engine/event';
import { buildMarketEvent } from '../../trading/engine/feed-events';
import type { DeskState } from '../../trading/engine/state';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import { createSettableClock } from '../../trading/clock';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalog';
import { computeMedian } from '../../trading/statistics/quantile';
import { createBenchEngine } from './desk';
import { measureSeconds } from './engine-speed';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS, buildBenchEvents } from './synthetic';
import { DAY_MS } from '../../trading/domain/time';

export interface UsersSpeed {
  readonly users: number;
  /** Open positions at the start of the measurement; orders during it. */
  readonly positions: number;
  readonly orders: number;
  /** Median milliseconds per step, and the slowest bar. */
  readonly quoteMs: number;
  readonly barMs: number;
  readonly slowestBarMs: number;
}

const USERS = [10, 100, 1000] as const;
const STALE_AFTER_MS = 2 * DAY_MS;

/** The first half of the days builds up positions; the second half is measured. */
export const measureUsers = (days: number): readonly UsersSpeed[] =>
  USERS.map((users) => measureUserCount(users, days));

function measureUserCount(users: number, days: number): UsersSpeed {
  const engine = createBenchEngine();
  const events = buildBenchEvents(days, DAY_MS).map((event) => buildMarketEvent(event, false));
  const half = Math.floor(events.length / 2);
  let state = events
    .slice(0, half)
    .reduce((at, event) => runCycle(engine, at, event).state, createRunningDesk(users));
  const positions = Object.values(state.books).reduce(
    (sum, book) => sum + Object.keys(book.positions).length,
    0,
  );
  const [quotes, bars]: [number[], number[]] = [[], []];
  let orders = 0;
  for (const event of events.slice(half)) {
    const seconds = measureSeconds(() => {
      const cycle = runCycle(engine, state, event);
      orders += cycle.orders.size;
      state = cycle.state;
    });
    if (hasType(event, 'QuoteArrived')) quotes.push(1000 * seconds);
    if (hasType(event, 'BarClosed')) bars.push(1000 * seconds);
  }
  return {
    users,
    positions,
    orders,
    quoteMs: computeMedian(quotes),
    barMs: computeMedian(bars),
    slowestBarMs: Math.max(...bars),
  };
}

const hasType = (event: EngineEvent, type: 'QuoteArrived' | 'BarClosed'): boolean =>
  event.type === 'Market' && event.event.type === type;

/**
 * An engine with `users` accounts, all commodities running with price-only strategies that differ
 * between users.
 */
function createRunningDesk(users: number): DeskState {
  const engine = createBenchEngine();
  const runner = createRunner({
    engine,
    journal: { commit: () => undefined, probe: () => undefined, findResult: () => null },
    clock: createSettableClock(BENCH_START_MS),
    state: EMPTY_DESK,
    queueMax: 100_000,
  });
  runner.offer({
    type: 'MarketListed',
    market: BENCH_MARKET,
    instruments: BENCH_INSTRUMENTS,
    staleAfterMs: STALE_AFTER_MS,
    atMs: BENCH_START_MS,
  });
  for (let nth = 1; nth <= users; nth += 1) {
    const userId = `bench-${nth}`;
    void runner.execute({
      userId,
      idempotencyKey: null,
      command: {
        type: 'OpenBook',
        mode: 'simulation',
        market: BENCH_MARKET,
        capitalMills: engine.config.capitalMills,
      },
    });
    for (const commodity of COMMODITY_KEYS) {
      const rows = listPlaybooks(commodity).filter(
        (row) => row.inputs.length === 0 && row.legs === null && row.bar === '1d',
      );
      const playbookId = rows[nth % Math.max(1, rows.length)]?.id ?? null;
      void runner.execute({
        userId,
        idempotencyKey: null,
        command: { type: 'ChoosePlaybook', commodity, playbookId },
      });
    }
    void runner.execute({
      userId,
      idempotencyKey: null,
      command: { type: 'StartTrading', commodity: null },
    });
  }
  runner.drain();
  return runner.state();
}
