// The simulated market source, engine, strategies and brokers in memory, with a clock controlled by
// the test.
import { INITIAL_CAPITAL, createEngineConfig } from '../../app/server/desk/desk-config.server';
import { createPlaybookFeed } from '../../app/server/feeds/playbook-feed.server';
import { pumpSimulated } from '../../app/server/feeds/simulated-pump.server';
import { createSettableClock } from '../../app/trading/clock';
import { type Book, getBookId } from '../../app/trading/domain/book';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import { listContractsInUse } from '../../app/trading/engine/chain';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { createSeededRandom } from '../../app/trading/random';
import { createMarketKnowledge } from '../../app/trading/simulation/market-knowledge';
import type { Journal } from '../../app/trading/ports';
import type { World } from '../../app/trading/simulation/world';
import { createMemoryJournal } from './desk-harness';
import { createWallClock } from './wall-clock';

const MARKET = 'simulated';
const RUNNER_USER = 'ann';

export interface PumpedDesk {
  readonly config: EngineConfig;
  state(): DeskState;
  book(): Book;
  send(command: Command): Promise<CommandResult>;
  /** Advances time, quote by quote. */
  wait(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Public data cached per simulation. */
const publicDataBySimulation = new WeakMap<World, ReturnType<typeof createMarketKnowledge>>();
function getPublicData(world: World): ReturnType<typeof createMarketKnowledge> {
  const publicData = publicDataBySimulation.get(world) ?? createMarketKnowledge(world);
  publicDataBySimulation.set(world, publicData);
  return publicData;
}

/** Opens a terminal at a time, with loaded history, an open account and nothing running. */
export async function openPumpedDesk(
  world: World,
  startMs: number,
  journal: Journal = createMemoryJournal(),
): Promise<PumpedDesk> {
  const wall = createWallClock(startMs);
  const clock = createSettableClock(startMs);
  const config = createEngineConfig({
    random: createSeededRandom(`desk ${startMs}`),
    marketOf: () => MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
  });
  const faults: Error[] = [];
  const runner = createRunner({ engine: createEngine(config), journal, clock, state: EMPTY_DESK });
  const pump = pumpSimulated({
    ...createPlaybookFeed(getPublicData(world), (chain, atMs) => world.listMonthsAt(chain, atMs)),
    market: MARKET,
    world,
    clock,
    nowMs: () => wall.nowMs,
    setTimer: wall.setTimer,
    onFault: (error) => faults.push(error),
    getHeldIds: () => listContractsInUse(runner.state(), MARKET).map(({ id }) => id),
    runner: {
      offer(event) {
        const isTaken = runner.offer(event);
        runner.drain();
        return isTaken;
      },
    },
  });
  const wait = async (ms: number): Promise<void> => {
    await wall.runTo(wall.nowMs + ms);
    if (faults[0]) throw faults[0];
  };
  const send = (command: Command): Promise<CommandResult> => {
    const result = runner.execute({ userId: RUNNER_USER, command, idempotencyKey: null });
    runner.drain();
    return result;
  };
  await wait(1);
  await send({
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: INITIAL_CAPITAL,
  });
  return {
    config,
    send,
    wait,
    state: () => runner.state(),
    book() {
      const book = runner.state().books[getBookId(RUNNER_USER, 'simulation')];
      if (!book) throw new Error('no open account');
      return book;
    },
    stop: () => pump.stop(),
  };
}
