import { describe, expect, it } from 'vitest';
import { boundCatalogue } from '../../../app/server/desk/desk-config.server';
import {
  type PastSources,
  type PlaybookPast,
  playbookPast,
} from '../../../app/server/feeds/playbook-warmup.server';
import { type PumpedWorld, pumpSimulated } from '../../../app/server/feeds/simulated-pump.server';
import { setClock } from '../../../app/trading/clock';
import { getChain } from '../../../app/trading/domain/instrument';
import { createEngine } from '../../../app/trading/engine/engine';
import { type Runner, createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { createWorld } from '../../../app/trading/simulation/world';
import { inputIds } from '../../../app/trading/strategies/playbook';
import { memoryJournal, testConfig } from '../../support/desk-harness';
import { wallClock } from '../../support/wall-clock';

const MARKET = 'simulated';
/** An hour and a day end. */
const MIDNIGHT_MS = Date.UTC(2011, 6, 20);
const world = createWorld({ seed: 'past' });
const CHAINS = ['CORN', 'ET-ERCOT'];

/** Two chains are enough, and cheap. */
const few: PumpedWorld = {
  listedAt: (atMs) =>
    world.listedAt(atMs).filter((instrument) => CHAINS.includes(getChain(instrument))),
  listedFromMs: (instrument) => world.listedFromMs(instrument),
  instrument: (id) => world.instrument(id),
  quoteAt: (instrument, atMs) => world.quoteAt(instrument, atMs),
  barAt: (instrument, startMs, lengthMs) => world.barAt(instrument, startMs, lengthMs),
  readingsOf: () => [],
};
const playbooksOf = boundCatalogue();
/** Figures that change from bar to bar: what they mean does not matter here. */
const inputsAt: PastSources['inputsAt'] = (length, atMs) =>
  Object.fromEntries(
    (['corn', 'electricity'] as const)
      .flatMap((key) => playbooksOf(key))
      .filter(({ row }) => row.bar === length)
      .flatMap(({ row }) => CHAINS.flatMap((chain) => inputIds(row, chain)))
      .map((id, place) => [id, 50 * Math.sin(atMs / 7e7 + place)]),
  );

/**
 * A desk that is pumped from a start on, its past read apart or not; it has room for the past at
 * the moments that are said to be open.
 */
function pumped(isApart: boolean, startMs: number, isOpen: (atMs: number) => boolean) {
  const wall = wallClock(startMs);
  const clock = setClock(startMs);
  const config = testConfig({ marketOf: () => MARKET, playbooksOf });
  const engine = createRunner({
    engine: createEngine(config),
    journal: memoryJournal(),
    clock,
    state: EMPTY_DESK,
  });
  const runner: Pick<Runner, 'offer'> = {
    offer(event) {
      if (event.type === 'PlaybooksFolded' && !isOpen(wall.nowMs)) return false;
      const isTaken = engine.offer(event);
      engine.drain();
      return isTaken;
    },
  };
  const onFault = (error: Error) => expect.unreachable(error.message);
  // Every question makes time pass, so that hour and day end while the past is read.
  let elapsedMs = 0;
  const past: PlaybookPast | null = isApart
    ? playbookPast(
        {
          market: MARKET,
          world: few,
          playbooksOf,
          inputsAt,
          nowMs: () => wall.nowMs,
          elapsedMs: () => (elapsedMs += 3),
        },
        { runner, onFault, later: wall.later },
      )
    : null;
  const pump = pumpSimulated({
    market: MARKET,
    world: few,
    clock,
    nowMs: () => wall.nowMs,
    later: wall.later,
    onFault,
    runner,
    inputsAt,
    ...(past ? { past } : {}),
  });
  return {
    wall,
    pump,
    past,
    rules: () =>
      Object.entries(engine.state().markets[MARKET]?.instruments ?? {}).map(
        ([id, { rules, barEnds }]) => ({ id, rules, barEnds }),
      ),
  };
}

describe('the past of playbooks, read beside the desk', () => {
  it.each([
    ['ends while it is read', MIDNIGHT_MS - 500, MIDNIGHT_MS - 500],
    ['ended since, when the desk had no room for it', MIDNIGHT_MS - 5000, MIDNIGHT_MS + 7000],
  ])(
    'leaves every playbook as if the desk had been shown it all, whatever %s',
    async (_name, startMs, openMs) => {
      const [apart, shown] = [true, false].map((isApart) =>
        pumped(isApart, startMs, (atMs) => atMs >= openMs),
      ) as [ReturnType<typeof pumped>, ReturnType<typeof pumped>];
      await apart.wall.runTo(startMs + 1);
      expect(
        apart
          .rules()
          .some(({ rules }) => Object.values(rules).some(({ foldedMs }) => foldedMs === null)),
      ).toBe(true);
      for (const desk of [apart, shown]) await desk.wall.runTo(MIDNIGHT_MS + 20_000);
      const all = shown.rules();
      expect(all.flatMap(({ rules }) => Object.values(rules)).length).toBeGreaterThan(25);
      expect(
        all.flatMap(({ rules }) => Object.values(rules)).filter(({ state }) => state.bars > 100)
          .length,
      ).toBeGreaterThan(15);
      for (const { id, rules, barEnds } of all) {
        const own = apart.rules().find((one) => one.id === id);
        expect(own?.rules, id).toEqual(rules);
        expect(own?.barEnds['1d'], id).toEqual(barEnds['1d']);
      }
      await Promise.all([apart.pump.stop(), apart.past?.stop(), shown.pump.stop()]);
    },
  );
});
