// The desk as it starts by itself, in memory and at any moment: the real pump of the simulated
// market, engine, playbooks and brokers, a clock that a test moves.
import { INITIAL_CAPITAL, deskConfig } from '../../app/server/desk/desk-config.server';
import { playbookFeed } from '../../app/server/feeds/playbook-feed.server';
import { pumpSimulated } from '../../app/server/feeds/simulated-pump.server';
import { setClock } from '../../app/trading/clock';
import { type Book, bookId } from '../../app/trading/domain/book';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import { listContractsInUse } from '../../app/trading/engine/chain';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { seededRandom } from '../../app/trading/random';
import { worldKnowledge } from '../../app/trading/simulation/knowledge';
import type { World } from '../../app/trading/simulation/world';
import { memoryJournal } from './desk-harness';
import { wallClock } from './wall-clock';

const MARKET = 'simulated';
const RUNNER_USER = 'ann';

export interface PumpedDesk {
  readonly config: EngineConfig;
  state(): DeskState;
  book(): Book;
  send(command: Command): Promise<CommandResult>;
  /** Lets so much time pass, quote by quote. */
  wait(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** What was known, kept with its world: the desks of one world ask the same. */
const known = new WeakMap<World, ReturnType<typeof worldKnowledge>>();
function buildKnowledge(world: World): ReturnType<typeof worldKnowledge> {
  const made = known.get(world) ?? worldKnowledge(world);
  known.set(world, made);
  return made;
}

/** Opens a desk at a moment: the past has been shown, a book is open and nothing runs. */
export async function pumpedDesk(world: World, startMs: number): Promise<PumpedDesk> {
  const wall = wallClock(startMs);
  const clock = setClock(startMs);
  const config = deskConfig({
    random: seededRandom(`desk ${startMs}`),
    marketOf: () => MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
  });
  const faults: Error[] = [];
  const runner = createRunner({
    engine: createEngine(config),
    journal: memoryJournal(),
    clock,
    state: EMPTY_DESK,
  });
  const pump = pumpSimulated({
    ...playbookFeed(buildKnowledge(world), (chain, atMs) => world.monthsAt(chain, atMs)),
    market: MARKET,
    world,
    clock,
    nowMs: () => wall.nowMs,
    later: wall.later,
    onFault: (error) => faults.push(error),
    heldIds: () => listContractsInUse(runner.state(), MARKET).map(({ id }) => id),
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
      const book = runner.state().books[bookId(RUNNER_USER, 'simulation')];
      if (!book) throw new Error('the book that was just opened is there');
      return book;
    },
    stop: () => pump.stop(),
  };
}
