// What one step of the engine costs when ten, a hundred or a thousand users trade: a quote, and a
// bar at whose close every one of them decides.
import { runCycle } from '../../trading/engine/cycle';
import type { EngineEvent } from '../../trading/engine/event';
import { buildMarketInput } from '../../trading/engine/inputs';
import type { DeskState } from '../../trading/engine/state';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import { setClock } from '../../trading/clock';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalogue';
import { computeMedian } from '../../trading/statistics/quantile';
import { benchEngine } from './desk';
import { measureSeconds } from './engine-speed';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS, benchEvents } from './synthetic';
import { DAY_MS } from '../../trading/domain/time';

export interface UsersSpeed {
  readonly users: number;
  /**
   * Positions that they hold together when the measuring begins, and entries and exits while it
   * runs.
   */
  readonly positions: number;
  readonly orders: number;
  /** Medians of one step, milliseconds, and the slowest bar of all. */
  readonly quoteMs: number;
  readonly barMs: number;
  readonly slowestBarMs: number;
}

const USERS = [10, 100, 1000] as const;
const STALE_AFTER_MS = 2 * DAY_MS;

/**
 * Steps of desks with growing numbers of users, all of whom run everything; the first half of the
 * days lets their playbooks trade, the second is measured.
 */
export const measureUsers = (days: number): readonly UsersSpeed[] =>
  USERS.map((users) => measureWith(users, days));

function measureWith(users: number, days: number): UsersSpeed {
  const engine = benchEngine();
  const events = benchEvents(days, DAY_MS).map((event) => buildMarketInput(event, false));
  const half = Math.floor(events.length / 2);
  let state = events
    .slice(0, half)
    .reduce((at, event) => runCycle(engine, at, event).state, runningDesk(users));
  const positions = Object.values(state.books).reduce(
    (sum, book) => sum + Object.keys(book.positions).length,
    0,
  );
  const [quotes, bars]: [number[], number[]] = [[], []];
  let orders = 0;
  for (const event of events.slice(half)) {
    const took = measureSeconds(() => {
      const cycle = runCycle(engine, state, event);
      orders += cycle.orders.size;
      state = cycle.state;
    });
    if (hasType(event, 'QuoteArrived')) quotes.push(1000 * took);
    if (hasType(event, 'BarClosed')) bars.push(1000 * took);
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
 * A desk with so many users, each with a book in which everything runs, by playbooks that read
 * prices alone and differ from user to user.
 */
function runningDesk(users: number): DeskState {
  const engine = benchEngine();
  const runner = createRunner({
    engine,
    journal: { commit: () => undefined, probe: () => undefined, findResult: () => null },
    clock: setClock(BENCH_START_MS),
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
