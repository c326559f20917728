// How many events the engine folds in a second, beside a fold over the same events that does
// nothing.
import type { EngineEvent } from '../../trading/engine/event';
import { runCycle } from '../../trading/engine/cycle';
import { buildMarketInput } from '../../trading/engine/inputs';
import type { DeskState } from '../../trading/engine/state';
import { followShadows, withBeginners } from '../../trading/engine/twins/follow';
import { listShadowSpecs } from '../../trading/engine/twins/kinds';
import type { Journal } from '../../trading/ports';
import { type BenchDesk, BENCH_USERS, openBenchDesk, smallOrder } from './desk';
import { BENCH_INSTRUMENTS, benchEvents } from './synthetic';

export interface EngineSpeed {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly emptyPerSecond: number;
  /** The empty fold's speed over the engine's: what an event costs in folds of nothing. */
  readonly ratio: number;
  readonly quotesPerSecond: number;
  readonly barsPerSecond: number;
  readonly commandsPerSecond: number;
  /**
   * The same events with the three twins of each book, and the time of the twins over that of the
   * desk.
   */
  readonly withTwinsPerSecond: number;
  readonly twinRatio: number;
}

const NO_JOURNAL: Journal = {
  commit: () => undefined,
  probe: () => undefined,
  findResult: () => null,
};
/** One command for so many market events. */
const COMMAND_EVERY = 20;

/**
 * Folds minutes of ten contracts with all playbooks, three users running everything, and orders by
 * hand in between.
 */
export async function measureEngine(minutes: number): Promise<EngineSpeed> {
  const desk = await openBenchDesk(NO_JOURNAL);
  const started = BENCH_USERS.map((user) =>
    desk.send(user, { type: 'StartTrading', commodity: null }),
  );
  desk.runner.drain();
  await Promise.all(started);
  const events = mixEvents(minutes);
  const state = desk.runner.state();
  // What every pass does alike, a spread of the state, is the empty fold; what is left is the
  // engine.
  foldEvents(desk, state, events.slice(0, 2000));
  const empty = measureSeconds(() =>
    events.reduce((at: DeskState) => ({ ...at, sequence: at.sequence + 1 }), state),
  );
  const full = measureSeconds(() => foldEvents(desk, state, events));
  const twinned = measureSeconds(() => foldWithTwins(desk, state, events));
  const only = (belongs: (event: EngineEvent) => boolean): number => {
    const some = events.filter(belongs);
    return some.length / measureSeconds(() => foldEvents(desk, state, some));
  };
  return {
    events: events.length,
    eventsPerSecond: events.length / full,
    emptyPerSecond: events.length / empty,
    ratio: full / empty,
    quotesPerSecond: only(
      (event) => event.type === 'Market' && event.event.type === 'QuoteArrived',
    ),
    barsPerSecond: only((event) => event.type === 'Market' && event.event.type === 'BarClosed'),
    commandsPerSecond: only((event) => event.type === 'Command'),
    withTwinsPerSecond: events.length / twinned,
    twinRatio: (twinned - full) / full,
  };
}

function mixEvents(minutes: number): EngineEvent[] {
  return benchEvents(minutes).flatMap((event, index): EngineEvent[] => {
    const input = buildMarketInput(event, false);
    if (index % COMMAND_EVERY !== 0) return [input];
    const nth = index / COMMAND_EVERY;
    const { id } = BENCH_INSTRUMENTS[nth % BENCH_INSTRUMENTS.length] ?? { id: 'NG' };
    const envelope = {
      userId: BENCH_USERS[nth % 3] ?? 'bench-1',
      command: smallOrder(id, nth % 2 === 0 ? 'BUY' : 'SELL'),
      idempotencyKey: null,
    };
    return [input, { type: 'Command', commandId: `bench-${nth}`, envelope, atMs: input.atMs }];
  });
}

const foldEvents = (
  { engine }: BenchDesk,
  state: DeskState,
  events: readonly EngineEvent[],
): DeskState => events.reduce((at, event) => runCycle(engine, at, event).state, state);

function foldWithTwins(
  { engine }: BenchDesk,
  from: DeskState,
  events: readonly EngineEvent[],
): void {
  const specs = listShadowSpecs(engine.config);
  let state = from;
  let twins = withBeginners(specs, { desk: {}, kept: {} }, from);
  for (const event of events) {
    const after = runCycle(engine, state, event).state;
    twins = followShadows(specs, twins, state, after, event).twins;
    state = after;
  }
}

export function measureSeconds(act: () => unknown): number {
  const startedMs = performance.now();
  act();
  return (performance.now() - startedMs) / 1000;
}
