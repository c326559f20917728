// An engine in memory that plays any market source, with commands after given events.
import { INITIAL_CAPITAL, createTerminalConfig } from '../../app/server/desk/desk-config.server';
import { type ClockSource, createDeskClock } from '../../app/server/desk/desk-clock.server';
import { ConnectedQuotes } from '../../app/server/brokers/connected-quotes';
import { openSealedKeys } from '../../app/server/feeds/public/sealed-keys.server';
import { openPublicationStore } from '../../app/models/public-data/publications.server';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { createEngine } from '../../app/trading/engine/engine';
import type { EngineEvent } from '../../app/trading/engine/event';
import type { MarketSource, RunningSource } from '../../app/trading/engine/market-source';
import { createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { createSeededRandom } from '../../app/trading/random';
import { logHash } from '../properties/tape';
import { type MemoryJournal, createMemoryJournal } from './desk-harness';
import { createEmptyDatabase } from './test-database';

export interface SourceDesk {
  readonly running: RunningSource;
  readonly journal: MemoryJournal;
  readonly state: () => DeskState;
  /** Events that the engine took, oldest first. */
  readonly events: readonly EngineEvent[];
  readonly hash: () => string;
  /** Sends a command of the user now. */
  readonly send: (command: Command) => Promise<CommandResult>;
}

interface SourceDeskOptions {
  readonly source: MarketSource;
  /** Commodities to trade, and the number of events after which trading starts. */
  readonly traded: readonly CommodityKey[];
  readonly startAfter: number;
  readonly clockSource?: ClockSource;
  readonly state?: DeskState;
}

const USER = 'ann';

/** An account that trades commodities from an event on. */
export function openSourceDesk({
  source,
  traded,
  startAfter,
  clockSource,
  state = EMPTY_DESK,
}: SourceDeskOptions): SourceDesk {
  const journal = createMemoryJournal();
  const random = createSeededRandom('source desk');
  const clock = createDeskClock(source.time, state.nowMs, clockSource);
  const config = createTerminalConfig({ source, random, timeZone: 'America/New_York' });
  const runner = createRunner({ engine: createEngine(config), journal, clock, state });
  const events: EngineEvent[] = [];
  const send = (command: Command): Promise<CommandResult> => {
    const result = runner.execute({ userId: USER, idempotencyKey: null, command });
    runner.drain();
    return result;
  };
  const startTrading = (): void => {
    const { market } = source;
    void send({ type: 'OpenBook', mode: 'simulation', market, capitalMills: INITIAL_CAPITAL });
    for (const commodity of traded) void send({ type: 'StartTrading', commodity });
  };
  const running = source.start({
    runner: {
      offer: (event) => {
        const isTaken = runner.offer(event);
        runner.drain();
        if (isTaken && events.push(event) === startAfter) startTrading();
        return isTaken;
      },
      state: () => runner.state(),
      shadows: () => ({}),
    },
    clock,
    nowMs: () => clock.observe(),
    listPlaybooks: config.listPlaybooks,
    storedQuotes: new Map(),
    openPublications: () => openPublicationStore(createEmptyDatabase().db),
    openSealedKeys: () => openSealedKeys(createEmptyDatabase().db, undefined),
    brokerQuotes: new ConnectedQuotes(() => clock.nowMs()),
    random,
    shouldWarmUp: false,
  });
  return {
    running,
    journal,
    events,
    state: () => runner.state(),
    hash: () => logHash(journal.records),
    send(command) {
      clock.observe();
      return send(command);
    },
  };
}
