// Engine events per second, against an empty fold over the same events.
import type { EngineEvent } from '../../trading/engine/event';
import { runCycle } from '../../trading/engine/cycle';
import { buildMarketEvent } from '../../trading/engine/feed-events';
import type { DeskState } from '../../trading/engine/state';
import {
  updateShadows,
  addMissingShadows,
} from '../../trading/engine/shadow-accounts/update-shadows';
import { listShadowSpecs } from '../../trading/engine/shadow-accounts/shadow-specs';
import { type BenchDesk, BENCH_USERS, NO_JOURNAL, openBenchDesk, buildSmallOrder } from './desk';
import { BENCH_INSTRUMENTS, buildBenchEvents } from './synthetic';

export interface EngineSpeed {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly emptyPerSecond: number;
  /** Empty fold speed / engine speed. */
  readonly ratio: number;
  readonly quotesPerSecond: number;
  readonly barsPerSecond: number;
  readonly commandsPerSecond: number;
  /**
   * The same events with the three shadow accounts of each account, and their time relative to the
   * engine's.
   */
  readonly withShadowsPerSecond: number;
  readonly shadowRatio: number;
}

/** Market events per command. */
const COMMAND_EVERY = 20;

/**
 * Folds minute bars of ten contracts with all strategies, three users with all commodities running,
 * and manual orders.
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
  // The empty fold copies the state once per event, as every pass does; the difference is the
  // engine.
  foldEvents(desk, state, events.slice(0, 2000));
  const emptySeconds = measureSeconds(() =>
    events.reduce((at: DeskState) => ({ ...at, sequence: at.sequence + 1 }), state),
  );
  const engineSeconds = measureSeconds(() => foldEvents(desk, state, events));
  const shadowSeconds = measureSeconds(() => foldWithShadows(desk, state, events));
  const measureOnly = (isIncluded: (event: EngineEvent) => boolean): number => {
    const selected = events.filter(isIncluded);
    return selected.length / measureSeconds(() => foldEvents(desk, state, selected));
  };
  return {
    events: events.length,
    eventsPerSecond: events.length / engineSeconds,
    emptyPerSecond: events.length / emptySeconds,
    ratio: engineSeconds / emptySeconds,
    quotesPerSecond: measureOnly(
      (event) => event.type === 'Market' && event.event.type === 'QuoteArrived',
    ),
    barsPerSecond: measureOnly(
      (event) => event.type === 'Market' && event.event.type === 'BarClosed',
    ),
    commandsPerSecond: measureOnly((event) => event.type === 'Command'),
    withShadowsPerSecond: events.length / shadowSeconds,
    shadowRatio: (shadowSeconds - engineSeconds) / engineSeconds,
  };
}

function mixEvents(minutes: number): EngineEvent[] {
  return buildBenchEvents(minutes).flatMap((event, index): EngineEvent[] => {
    const input = buildMarketEvent(event, false);
    if (index % COMMAND_EVERY !== 0) return [input];
    const nth = index / COMMAND_EVERY;
    const { id } = BENCH_INSTRUMENTS[nth % BENCH_INSTRUMENTS.length] ?? { id: 'NG' };
    const envelope = {
      userId: BENCH_USERS[nth % 3] ?? 'bench-1',
      command: buildSmallOrder(id, nth % 2 === 0 ? 'BUY' : 'SELL'),
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

function foldWithShadows(
  { engine }: BenchDesk,
  from: DeskState,
  events: readonly EngineEvent[],
): void {
  const specs = listShadowSpecs(engine.config);
  let state = from;
  let shadows = addMissingShadows(specs, { desk: {}, expiredMonths: {}, valuations: {} }, from);
  for (const event of events) {
    const after = runCycle(engine, state, event).state;
    shadows = updateShadows(specs, shadows, state, after, event).shadows;
    state = after;
  }
}

export function measureSeconds(act: () => unknown): number {
  const startedMs = performance.now();
  act();
  return (performance.now() - startedMs) / 1000;
}
