import { describe, expect, it } from 'vitest';
import {
  type PumpedWorld,
  SIMULATED_STALE_MS,
  type SimulatedPumpOptions,
  pumpSimulated,
} from '../../../app/server/feeds/simulated-pump.server';
import { setClock } from '../../../app/trading/clock';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { createEngine } from '../../../app/trading/engine/engine';
import type { EngineEvent } from '../../../app/trading/engine/event';
import { createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { MarketEvent } from '../../../app/trading/ports';
import { createWorld } from '../../../app/trading/simulation/world';
import { memoryJournal, testConfig } from '../../support/desk-harness';
import { wallClock } from '../../support/wall-clock';

const world = createWorld({ seed: 'pump' });
const MARKET = 'simulated';
const BAR_MS = 900_000;
/** A Wednesday, some minutes after a bar began. */
const START_MS = Date.UTC(2012, 4, 9, 14, 7, 3, 217);
const front = (chain: string): string =>
  world.listedAt(START_MS).find(({ contract }) => contract?.chain === chain)?.id ?? '';

/** Hours and days are read apart, so that most of these tests count quarters alone. */
const quarters = (joined: Instrument[] = []): NonNullable<SimulatedPumpOptions['past']> => ({
  foldedApart: ['1h', '1d'],
  add: (instruments) => void joined.push(...instruments),
});

function pumped(
  startMs = START_MS,
  shown: PumpedWorld = world,
  past?: SimulatedPumpOptions['past'],
) {
  const joined: Instrument[] = [];
  const wall = wallClock(startMs);
  const engineClock = setClock(startMs);
  const config = testConfig({ marketOf: () => MARKET });
  const runner = createRunner({
    engine: createEngine(config),
    journal: memoryJournal(),
    clock: engineClock,
    state: EMPTY_DESK,
  });
  const events: EngineEvent[] = [];
  const faults: Error[] = [];
  const door = { isFull: false };
  const pump = pumpSimulated({
    market: MARKET,
    world: shown,
    past: past ?? quarters(joined),
    clock: engineClock,
    nowMs: () => wall.nowMs,
    later: wall.later,
    onFault: (error) => faults.push(error),
    runner: {
      offer(event) {
        if (door.isFull) return false;
        events.push(event);
        const isTaken = runner.offer(event);
        runner.drain();
        return isTaken;
      },
    },
  });
  const market = (type: MarketEvent['type'], from = 0) =>
    events
      .slice(from)
      .flatMap((event) => (event.type === 'Market' && event.event.type === type ? [event] : []));
  const seen = (id: string) => runner.state().markets[MARKET]?.instruments[id];
  return { wall, pump, events, faults, door, market, seen, runner, joined };
}

describe('the pump of the simulated market', () => {
  it('shows the past first: two months of fourteen chains, 300 bars each, 400 days of weather, and nothing of the future', async () => {
    const { wall, pump, events, faults, market, seen, runner } = pumped();
    await wall.runTo(START_MS + 1);
    expect(faults).toEqual([]);
    expect(events[0]).toMatchObject({
      type: 'MarketListed',
      market: MARKET,
      staleAfterMs: SIMULATED_STALE_MS,
    });
    expect(market('BarClosed')).toHaveLength(28 * 300);
    expect(market('BarClosed').every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(seen(front('ET-ERCOT'))?.bars).toBe(300);
    expect(events.filter(({ type }) => type === 'Weather').length).toBeGreaterThanOrEqual(3 * 399);
    expect(Math.max(...events.map(({ atMs }) => atMs))).toBe(START_MS);
    expect(Object.keys(runner.state().markets[MARKET]?.weather ?? {})).toEqual([
      'hdd',
      'cdd',
      'prcp',
    ]);
    expect(market('QuoteArrived')).toHaveLength(28);
    expect(pump.status()).toMatchObject({
      market: MARKET,
      phase: 'running',
      fault: null,
      lastEventMs: START_MS,
    });
    await pump.stop();
    expect(pump.status().phase).toBe('stopped');
  });

  it('then quotes on every fifth second, and closes and opens bars on the quarter of an hour', async () => {
    const { wall, pump, events, market, seen } = pumped();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    await wall.runTo(START_MS + 60_000);
    expect(market('QuoteArrived', from)).toHaveLength(12 * 28);
    expect(market('QuoteArrived', from).every(({ atMs }) => atMs % 5000 === 0)).toBe(true);
    const boundaryMs = Math.ceil(START_MS / BAR_MS) * BAR_MS;
    await wall.runTo(boundaryMs + 5000);
    const closed = market('BarClosed', from);
    expect(closed).toHaveLength(28);
    expect(closed.every(({ isBackfill, atMs }) => !isBackfill && atMs === boundaryMs - 1)).toBe(
      true,
    );
    expect(market('BarOpened', from).map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 28 }, () => boundaryMs),
    );
    expect(seen(front('NG'))?.bars).toBe(301);
    expect(seen(front('NG'))?.lastBar).toEqual(
      world.barAt({ id: front('NG') }, boundaryMs - BAR_MS, BAR_MS),
    );
    await pump.stop();
  });

  it('shows bars that ended in a sleep as the past, in order and none twice', async () => {
    const { wall, pump, events, market, seen } = pumped();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    wall.nowMs = START_MS + 26 * 3_600_000;
    const wokenMs = wall.nowMs;
    await wall.runTo(wokenMs);
    const closed = market('BarClosed', from);
    // What was listed meanwhile, at least five strips, comes with 300 bars of its own past.
    const before = new Set(world.listedAt(START_MS).map(({ id }) => id));
    const added = world.listedAt(wokenMs).filter(({ id }) => !before.has(id));
    expect(added.length).toBeGreaterThanOrEqual(5);
    expect(closed).toHaveLength(28 * (26 * 4 + 26 + 1) + added.length * 300);
    expect(closed.every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(market('BarOpened', from)).toEqual([]);
    expect(seen(front('CL'))?.bars).toBe(300 + 26 * 4);
    for (const id of new Set(closed.map(({ event }) => event.instrumentId))) {
      const own = closed.flatMap(({ event, atMs }) =>
        event.type === 'BarClosed' && event.instrumentId === id
          ? [{ atMs, startsMs: event.bar.startsMs }]
          : [],
      );
      expect(own.map(({ atMs }) => atMs)).toEqual(
        own.map(({ atMs }) => atMs).sort((a, b) => a - b),
      );
      expect(new Set(own.map((bar) => JSON.stringify(bar))).size).toBe(own.length);
    }
    expect(events.at(-1)?.atMs).toBe(wokenMs);
    await pump.stop();
  });

  it('shows nothing while a clock that was set back lies behind what was shown', async () => {
    const { wall, pump, events } = pumped();
    await wall.runTo(START_MS + 30_000);
    const from = events.length;
    wall.set(START_MS - 10_000);
    await wall.runTo(START_MS + 29_000);
    expect(events.slice(from)).toEqual([]);
    await wall.runTo(START_MS + 36_000);
    expect(events.slice(from).length).toBeGreaterThan(0);
    await pump.stop();
  });

  it('says that it runs one turn after its first quotes, when the desk has seen them', async () => {
    const wall = wallClock(START_MS);
    const phases: string[] = [];
    let quotes = 0;
    const pump = pumpSimulated({
      market: MARKET,
      world,
      past: quarters(),
      clock: setClock(START_MS),
      nowMs: () => wall.nowMs,
      onFault: (error) => expect.unreachable(error.message),
      later: (callback, ms) => {
        if (quotes > 0) phases.push(pump.status().phase);
        return wall.later(callback, ms);
      },
      runner: {
        offer: (event) =>
          (quotes += Number(event.type === 'Market' && event.event.type === 'QuoteArrived')) >= 0,
      },
    });
    await wall.runTo(START_MS + 6_000);
    expect(phases.slice(0, 3)).toEqual(['catching up', 'running', 'running']);
    await pump.stop();
  });

  it('lists what becomes the second month of its chain, with its past, and quotes what is held beyond its expiry', async () => {
    const held = front('NG');
    const wall = wallClock(START_MS);
    const clock = setClock(START_MS);
    const events: EngineEvent[] = [];
    const pump = pumpSimulated({
      market: MARKET,
      world,
      past: quarters(),
      clock,
      nowMs: () => wall.nowMs,
      later: wall.later,
      onFault: (error) => expect.unreachable(error.message),
      heldIds: () => [held],
      runner: { offer: (event) => events.push(event) > 0 },
    });
    await wall.runTo(START_MS + 1);
    wall.nowMs = (world.instrument(held).contract?.expiresMs ?? 0) + 3_600_000;
    const from = events.length;
    await wall.runTo(wall.nowMs);
    const [listing] = events
      .slice(from)
      .flatMap((event) => (event.type === 'MarketListed' ? [event] : []));
    const quoted = events
      .slice(from)
      .flatMap((event) =>
        event.type === 'Market' && event.event.type === 'QuoteArrived'
          ? [event.event.instrumentId]
          : [],
      );
    expect(listing?.instruments).toHaveLength(29);
    expect(quoted).toHaveLength(29);
    expect(quoted).toContain(held);
    await pump.stop();
  });
});

describe('the pump of the simulated market in trouble', () => {
  it('drops quotes but no bar when the queue is full', async () => {
    const { wall, pump, events, door, market } = pumped();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    const boundaryMs = Math.ceil(START_MS / BAR_MS) * BAR_MS;
    door.isFull = true;
    await wall.runTo(boundaryMs + 1000);
    expect(events).toHaveLength(from);
    door.isFull = false;
    await wall.runTo(boundaryMs + 2000);
    expect(market('BarClosed', from)).toHaveLength(28);
    await pump.stop();
  });

  it('shows the desk no spike of one quote, and tells that there was one', async () => {
    const gas = front('NG');
    const spikeMs = Math.ceil(START_MS / 5000) * 5000 + 10_000;
    const spiking: PumpedWorld = {
      listedAt: (atMs) => world.listedAt(atMs),
      instrument: (id) => world.instrument(id),
      quoteAt: (instrument, atMs) => {
        const quote = world.quoteAt(instrument, atMs);
        return instrument.id === gas && atMs === spikeMs
          ? quoteAround(toTicks(quote.lastTicks * 10), 1, atMs)
          : quote;
      },
      listedFromMs: (instrument) => world.listedFromMs(instrument),
      barAt: (instrument, startMs, lengthMs) => world.barAt(instrument, startMs, lengthMs),
      readingsOf: (market, validMs) => world.readingsOf(market, validMs),
    };
    const { wall, pump, market, seen } = pumped(START_MS, spiking);
    await wall.runTo(spikeMs + 1);
    expect(seen(gas)?.quote?.atMs).toBe(spikeMs - 5000);
    expect(seen(front('CL'))?.quote?.atMs).toBe(spikeMs);
    expect(pump.status().guard).toMatchObject({ waiting: 1, lastDrop: null });
    await wall.runTo(spikeMs + 5001);
    expect(seen(gas)?.quote).toEqual(world.quoteAt({ id: gas }, spikeMs + 5000));
    expect(pump.status().guard).toMatchObject({
      waiting: 0,
      lastDrop: { instrumentId: gas, reason: 'spike', atMs: spikeMs },
    });
    expect(market('QuoteArrived').filter(({ event }) => event.instrumentId === gas)).toHaveLength(
      market('QuoteArrived').filter(({ event }) => event.instrumentId === front('CL')).length - 1,
    );
    await pump.stop();
  });

  it('tells a sleep as a silence with its beginning and end', async () => {
    const { wall, pump } = pumped();
    await wall.runTo(START_MS + 12_000);
    wall.nowMs = START_MS + 3_600_000;
    await wall.runTo(START_MS + 3_606_000);
    const { outages } = pump.status().guard;
    expect(outages.ended).toBe(1);
    expect(outages.present).toBeNull();
    expect(outages.recent[0]?.instrumentIds).toHaveLength(28);
    await pump.stop();
  });

  it('fails aloud when the world fails', async () => {
    const { wall, pump, faults } = pumped(Date.UTC(2010, 5, 1));
    await wall.runTo(Date.UTC(2010, 5, 1) + 1);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('2010 to 2109')]);
    expect(pump.status()).toMatchObject({ phase: 'failed' });
    await pump.stop();
  });
});
