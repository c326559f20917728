import { deserialize, serialize } from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { bindCatalogue } from '../../../app/server/desk/desk-config.server';
import {
  type StoredContract,
  type WarmUpSources,
  type PlaybookWarmUp,
  createPlaybookWarmUp,
} from '../../../app/server/feeds/playbook-warmup.server';
import { type MarketCache, EMPTY_CACHE } from '../../../app/server/feeds/market-cache.server';
import { type PumpWorld, pumpSimulated } from '../../../app/server/feeds/simulated-pump.server';
import { createSettableClock } from '../../../app/trading/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { getChain } from '../../../app/trading/domain/instrument';
import { createEngine } from '../../../app/trading/engine/engine';
import { type Runner, createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { createWorld } from '../../../app/trading/simulation/world';
import { WARM_UP_BARS, getInputIds } from '../../../app/trading/strategies/playbook';
import { createMemoryJournal, createTestConfig } from '../../support/desk-harness';
import { createWallClock } from '../../support/wall-clock';

const MARKET = 'simulated';
/** End of an hour and of a day. */
const MIDNIGHT_MS = Date.UTC(2011, 6, 20);
const world = createWorld({ seed: 'past' });
const CHAINS = ['CORN', 'ET-ERCOT'];

/** Two chains are enough, and cheap. */
const few: PumpWorld = {
  listInstrumentsAt: (atMs) =>
    world.listInstrumentsAt(atMs).filter((instrument) => CHAINS.includes(getChain(instrument))),
  listedFromMs: (instrument) => world.listedFromMs(instrument),
  getInstrument: (id) => world.getInstrument(id),
  quoteAt: (instrument, atMs) => world.quoteAt(instrument, atMs),
  barAt: (instrument, startMs, lengthMs) => world.barAt(instrument, startMs, lengthMs),
  listReadings: () => [],
};
const playbooksOf = bindCatalogue();
/** Values that change from bar to bar; their meaning is irrelevant here. */
const getInputs: WarmUpSources['getInputs'] = (length, atMs) =>
  Object.fromEntries(
    (['corn', 'electricity'] as const)
      .flatMap((key) => playbooksOf(key))
      .filter(({ row }) => row.bar === length)
      .flatMap(({ row }) => CHAINS.flatMap((chain) => getInputIds(row, chain)))
      .map((id, place) => [id, 50 * Math.sin(atMs / 7e7 + place)]),
  );

/**
 * A desk pumped from a start on, with separate warm-up or without. The queue has room at the given
 * moments.
 */
function pumpDesk(
  isApart: boolean,
  startMs: number,
  isOpen: (atMs: number) => boolean = () => true,
  cache: MarketCache<readonly StoredContract[]> = EMPTY_CACHE,
) {
  const wall = createWallClock(startMs);
  const clock = createSettableClock(startMs);
  const config = createTestConfig({ getMarket: () => MARKET, listPlaybooks: playbooksOf });
  const engine = createRunner({
    engine: createEngine(config),
    journal: createMemoryJournal(),
    clock,
    state: EMPTY_DESK,
  });
  const runner: Pick<Runner, 'offer'> = {
    offer(event) {
      if (event.type === 'PlaybooksWarmedUp' && !isOpen(wall.nowMs)) return false;
      const isTaken = engine.offer(event);
      engine.drain();
      return isTaken;
    },
  };
  const onFault = (error: Error) => expect.unreachable(error.message);
  // Every time query advances the clock, so that an hour and a day end during the warm-up.
  let elapsedMs = 0;
  const past: PlaybookWarmUp | null = isApart
    ? createPlaybookWarmUp(
        {
          market: MARKET,
          world: few,
          playbooksOf,
          getInputs,
          nowMs: () => wall.nowMs,
          elapsedMs: () => (elapsedMs += 3),
          cache,
        },
        { runner, onFault, setTimer: wall.setTimer },
      )
    : null;
  const pump = pumpSimulated({
    market: MARKET,
    world: few,
    clock,
    nowMs: () => wall.nowMs,
    setTimer: wall.setTimer,
    onFault,
    runner,
    getInputs,
    ...(past ? { warmUp: past } : {}),
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

describe('strategy warm-up in the background', () => {
  it.each([
    ['ends while it is read', MIDNIGHT_MS - 500, MIDNIGHT_MS - 500],
    ['ended since, when the desk had no room for it', MIDNIGHT_MS - 5000, MIDNIGHT_MS + 7000],
  ])(
    'leaves every strategy as if the desk had received all bars, whatever %s',
    async (_name, startMs, openMs) => {
      const [apart, shown] = [true, false].map((isApart) =>
        pumpDesk(isApart, startMs, (atMs) => atMs >= openMs),
      ) as [ReturnType<typeof pumpDesk>, ReturnType<typeof pumpDesk>];
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

/** A cache in memory that gives back what a file would. */
function createMemoryCache(): MarketCache<readonly StoredContract[]> {
  let bytes: Buffer = serialize([]);
  return {
    read: () => deserialize(bytes) as StoredContract[],
    write(contracts) {
      bytes = serialize(contracts);
      return Promise.resolve();
    },
  };
}

/** On hours or days. AI_CORE refreshes its target with the signals of the running engine. */
const isWarmedUpApart = (id: string): boolean =>
  id !== 'AI_CORE' &&
  (['corn', 'electricity'] as const).some((key) =>
    playbooksOf(key).some(({ row }) => row.id === id && row.bar !== '15m'),
  );

describe('a start after an earlier one', () => {
  const START_MS = MIDNIGHT_MS - 90 * MINUTE_MS;
  const RESTART_MS = MIDNIGHT_MS + 50 * MINUTE_MS;
  const UNTIL_MS = RESTART_MS + 15 * MINUTE_MS;

  it('folds only the bars since, and leaves every strategy as if the desk had run on', async () => {
    const cache = createMemoryCache();
    const first = pumpDesk(true, START_MS, undefined, cache);
    await first.wall.runTo(START_MS + MINUTE_MS);
    expect(cache.read()?.length).toBe(8);
    await first.wall.runTo(UNTIL_MS);
    const barAt = vi.spyOn(world, 'barAt');
    const second = pumpDesk(true, RESTART_MS, undefined, cache);
    await second.wall.runTo(UNTIL_MS);
    const lengths = barAt.mock.calls.map(([, , lengthMs]) => lengthMs);
    // Four contracts: two hours and a day since, an hour that ended while both desks ran.
    expect(lengths.filter((lengthMs) => lengthMs === HOUR_MS).length).toBe(4 * 2 + 4);
    expect(lengths.filter((lengthMs) => lengthMs === DAY_MS).length).toBe(4);
    for (const { id, rules, barEnds } of first.rules()) {
      const own = second.rules().find((one) => one.id === id);
      for (const [name, rule] of Object.entries(rules).filter(([key]) => isWarmedUpApart(key)))
        expect(own?.rules[name], `${id} ${name}`).toEqual(rule);
      expect(own?.barEnds['1d'], id).toEqual(barEnds['1d']);
    }
    await Promise.all([first, second].flatMap((desk) => [desk.pump.stop(), desk.past?.stop()]));
  });

  it.each<[string, (stored: StoredContract) => StoredContract[]]>([
    ['nothing is stored of a contract', () => []],
    [
      'it is too old',
      (stored) => [
        { ...stored, untilMs: stored.untilMs - (WARM_UP_BARS[stored.length] + 1) * DAY_MS },
      ],
    ],
  ])('warms up from the first bar where %s', async (_name, change) => {
    const cache = createMemoryCache();
    const first = pumpDesk(true, START_MS, undefined, cache);
    await first.wall.runTo(START_MS + MINUTE_MS);
    const expected = first.rules();
    await cache.write(
      (cache.read() ?? []).flatMap((one) => (one.id.startsWith('CORN') ? change(one) : [one])),
    );
    const second = pumpDesk(true, START_MS, undefined, cache);
    await second.wall.runTo(START_MS + MINUTE_MS);
    expect(second.rules()).toEqual(expected);
    await Promise.all([first, second].flatMap((desk) => [desk.pump.stop(), desk.past?.stop()]));
  });

  it('does not store the strategies of a contract of which one failed', async () => {
    const cache = createMemoryCache();
    const desk = pumpDesk(true, START_MS, undefined, cache);
    await desk.wall.runTo(START_MS + MINUTE_MS);
    const [stored] = cache.read() ?? [];
    const [name = '', rule] = Object.entries(stored?.rules ?? {})[0] ?? [];
    await cache.write([
      { ...stored, rules: { [name]: { ...rule, fault: 'failed' } } } as StoredContract,
    ]);
    const second = pumpDesk(true, START_MS, undefined, cache);
    await second.wall.runTo(START_MS + MINUTE_MS);
    expect(cache.read()?.map(({ id, length }) => `${length} ${id}`)).not.toContain(
      `${stored?.length} ${stored?.id}`,
    );
    await Promise.all([desk, second].flatMap((one) => [one.pump.stop(), one.past?.stop()]));
  });
});
