import { describe, expect, it } from 'vitest';
import {
  type PumpWorld,
  SIMULATED_STALE_MS,
  type SimulatedPumpOptions,
  pumpSimulated,
} from '../../../app/server/feeds/simulated-pump.server';
import { createSettableClock } from '../../../app/trading/clock';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { createEngine } from '../../../app/trading/engine/engine';
import type { EngineEvent } from '../../../app/trading/engine/event';
import { createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { MarketEvent } from '../../../app/trading/ports';
import { CHAINS } from '../../../app/trading/simulation/chains';
import { createWorld } from '../../../app/trading/simulation/world';
import { createMemoryJournal, createTestConfig } from '../../support/desk-harness';
import { createWallClock } from '../../support/wall-clock';

const world = createWorld({ seed: 'pump' });
const MARKET = 'simulated';
/** The front and the next month of every chain. */
const FOLLOWED = 2 * CHAINS.length;
const BAR_MS = 900_000;
/** A Wednesday, some minutes after a bar starts. */
const START_MS = Date.UTC(2012, 4, 9, 14, 7, 3, 217);
const getFrontId = (chain: string): string =>
  world.listInstrumentsAt(START_MS).find(({ contract }) => contract?.chain === chain)?.id ?? '';

/** Hourly and daily bars are read separately, so most tests count 15-minute bars only. */
const createHistory = (joined: Instrument[] = []): NonNullable<SimulatedPumpOptions['warmUp']> => ({
  foldedApart: ['1h', '1d'],
  add: (instruments) => void joined.push(...instruments),
});

function startPump(
  startMs = START_MS,
  shown: PumpWorld = world,
  warmUp?: SimulatedPumpOptions['warmUp'],
) {
  const joined: Instrument[] = [];
  const wall = createWallClock(startMs);
  const engineClock = createSettableClock(startMs);
  const config = createTestConfig({ getMarket: () => MARKET });
  const runner = createRunner({
    engine: createEngine(config),
    journal: createMemoryJournal(),
    clock: engineClock,
    state: EMPTY_DESK,
  });
  const events: EngineEvent[] = [];
  const faults: Error[] = [];
  const queue = { isFull: false };
  const pump = pumpSimulated({
    market: MARKET,
    world: shown,
    warmUp: warmUp ?? createHistory(joined),
    clock: engineClock,
    nowMs: () => wall.nowMs,
    setTimer: wall.setTimer,
    onFault: (error) => faults.push(error),
    runner: {
      offer(event) {
        if (queue.isFull) return false;
        events.push(event);
        const isTaken = runner.offer(event);
        runner.drain();
        return isTaken;
      },
    },
  });
  const listMarketEvents = (type: MarketEvent['type'], from = 0) =>
    events
      .slice(from)
      .flatMap((event) => (event.type === 'Market' && event.event.type === type ? [event] : []));
  const getInstrument = (id: string) => runner.state().markets[MARKET]?.instruments[id];
  return {
    wall,
    pump,
    events,
    faults,
    queue,
    market: listMarketEvents,
    getInstrument,
    runner,
    joined,
  };
}

describe('the pump of the simulated market', () => {
  it('publishes history first: two months of each chain, 300 bars each, 400 days of weather, nothing of the future', async () => {
    const { wall, pump, events, faults, market, getInstrument, runner } = startPump();
    await wall.runTo(START_MS + 1);
    expect(faults).toEqual([]);
    expect(events[0]).toMatchObject({
      type: 'MarketListed',
      market: MARKET,
      staleAfterMs: SIMULATED_STALE_MS,
    });
    expect(market('BarClosed')).toHaveLength(FOLLOWED * 300);
    expect(market('BarClosed').every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(getInstrument(getFrontId('ET-ERCOT'))?.bars).toBe(300);
    expect(events.filter(({ type }) => type === 'Weather').length).toBeGreaterThanOrEqual(3 * 399);
    expect(Math.max(...events.map(({ atMs }) => atMs))).toBe(START_MS);
    expect(Object.keys(runner.state().markets[MARKET]?.weather ?? {})).toEqual([
      'hdd',
      'cdd',
      'prcp',
    ]);
    expect(market('QuoteArrived')).toHaveLength(FOLLOWED);
    expect(pump.status()).toMatchObject({
      market: MARKET,
      phase: 'running',
      fault: null,
      lastEventMs: START_MS,
    });
    await pump.stop();
    expect(pump.status().phase).toBe('stopped');
  });

  it('quotes every five seconds and closes bars every 15 minutes', async () => {
    const { wall, pump, events, market, getInstrument } = startPump();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    await wall.runTo(START_MS + 60_000);
    expect(market('QuoteArrived', from)).toHaveLength(12 * FOLLOWED);
    expect(market('QuoteArrived', from).every(({ atMs }) => atMs % 5000 === 0)).toBe(true);
    const boundaryMs = Math.ceil(START_MS / BAR_MS) * BAR_MS;
    await wall.runTo(boundaryMs + 5000);
    const closed = market('BarClosed', from);
    expect(closed).toHaveLength(FOLLOWED);
    expect(closed.every(({ isBackfill, atMs }) => !isBackfill && atMs === boundaryMs - 1)).toBe(
      true,
    );
    expect(market('BarOpened', from).map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: FOLLOWED }, () => boundaryMs),
    );
    expect(getInstrument(getFrontId('NG'))?.bars).toBe(301);
    expect(getInstrument(getFrontId('NG'))?.lastBar).toEqual(
      world.barAt({ id: getFrontId('NG') }, boundaryMs - BAR_MS, BAR_MS),
    );
    await pump.stop();
  });

  it('publishes bars that ended during sleep as history, in order and once', async () => {
    const { wall, pump, events, market, getInstrument } = startPump();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    wall.nowMs = START_MS + 26 * 3_600_000;
    const wokenMs = wall.nowMs;
    await wall.runTo(wokenMs);
    const closed = market('BarClosed', from);
    // Newly listed months, at least five strips, come with 300 bars of history.
    const before = new Set(world.listInstrumentsAt(START_MS).map(({ id }) => id));
    const added = world.listInstrumentsAt(wokenMs).filter(({ id }) => !before.has(id));
    expect(added.length).toBeGreaterThanOrEqual(5);
    expect(closed).toHaveLength(FOLLOWED * (26 * 4 + 26 + 1) + added.length * 300);
    expect(closed.every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(market('BarOpened', from)).toEqual([]);
    expect(getInstrument(getFrontId('CL'))?.bars).toBe(300 + 26 * 4);
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

  it('publishes nothing while the clock is behind the last publication', async () => {
    const { wall, pump, events } = startPump();
    await wall.runTo(START_MS + 30_000);
    const from = events.length;
    wall.set(START_MS - 10_000);
    await wall.runTo(START_MS + 29_000);
    expect(events.slice(from)).toEqual([]);
    await wall.runTo(START_MS + 36_000);
    expect(events.slice(from).length).toBeGreaterThan(0);
    await pump.stop();
  });

  it('reports running one turn after its first quotes', async () => {
    const wall = createWallClock(START_MS);
    const phases: string[] = [];
    let quotes = 0;
    const pump = pumpSimulated({
      market: MARKET,
      world,
      warmUp: createHistory(),
      clock: createSettableClock(START_MS),
      nowMs: () => wall.nowMs,
      onFault: (error) => expect.unreachable(error.message),
      setTimer: (callback, ms) => {
        if (quotes > 0) phases.push(pump.status().phase);
        return wall.setTimer(callback, ms);
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

  it('lists a new second month with history, and quotes held months after expiry', async () => {
    const held = getFrontId('NG');
    const wall = createWallClock(START_MS);
    const clock = createSettableClock(START_MS);
    const events: EngineEvent[] = [];
    const pump = pumpSimulated({
      market: MARKET,
      world,
      warmUp: createHistory(),
      clock,
      nowMs: () => wall.nowMs,
      setTimer: wall.setTimer,
      onFault: (error) => expect.unreachable(error.message),
      getHeldIds: () => [held],
      runner: { offer: (event) => events.push(event) > 0 },
    });
    await wall.runTo(START_MS + 1);
    wall.nowMs = (world.getInstrument(held).contract?.expiresMs ?? 0) + 3_600_000;
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

describe('the pump of the simulated market under faults', () => {
  it('drops quotes but no bars when the queue is full', async () => {
    const { wall, pump, events, queue, market } = startPump();
    await wall.runTo(START_MS + 1);
    const from = events.length;
    const boundaryMs = Math.ceil(START_MS / BAR_MS) * BAR_MS;
    queue.isFull = true;
    await wall.runTo(boundaryMs + 1000);
    expect(events).toHaveLength(from);
    queue.isFull = false;
    await wall.runTo(boundaryMs + 2000);
    expect(market('BarClosed', from)).toHaveLength(FOLLOWED);
    await pump.stop();
  });

  it('filters and reports a spike of one quote', async () => {
    const gas = getFrontId('NG');
    const spikeMs = Math.ceil(START_MS / 5000) * 5000 + 10_000;
    const spiking: PumpWorld = {
      listInstrumentsAt: (atMs) => world.listInstrumentsAt(atMs),
      getInstrument: (id) => world.getInstrument(id),
      quoteAt: (instrument, atMs) => {
        const quote = world.quoteAt(instrument, atMs);
        return instrument.id === gas && atMs === spikeMs
          ? buildQuote(toTicks(quote.lastTicks * 10), 1, atMs)
          : quote;
      },
      listedFromMs: (instrument) => world.listedFromMs(instrument),
      barAt: (instrument, startMs, lengthMs) => world.barAt(instrument, startMs, lengthMs),
      listReadings: (market, validMs) => world.listReadings(market, validMs),
    };
    const { wall, pump, market, getInstrument } = startPump(START_MS, spiking);
    await wall.runTo(spikeMs + 1);
    expect(getInstrument(gas)?.quote?.atMs).toBe(spikeMs - 5000);
    expect(getInstrument(getFrontId('CL'))?.quote?.atMs).toBe(spikeMs);
    expect(pump.status().guard).toMatchObject({ pending: 1, lastDrop: null });
    await wall.runTo(spikeMs + 5001);
    expect(getInstrument(gas)?.quote).toEqual(world.quoteAt({ id: gas }, spikeMs + 5000));
    expect(pump.status().guard).toMatchObject({
      pending: 0,
      lastDrop: { instrumentId: gas, reason: 'spike', atMs: spikeMs },
    });
    expect(market('QuoteArrived').filter(({ event }) => event.instrumentId === gas)).toHaveLength(
      market('QuoteArrived').filter(({ event }) => event.instrumentId === getFrontId('CL')).length -
        1,
    );
    await pump.stop();
  });

  it('reports sleep as an outage with start and end', async () => {
    const { wall, pump } = startPump();
    await wall.runTo(START_MS + 12_000);
    wall.nowMs = START_MS + 3_600_000;
    await wall.runTo(START_MS + 3_606_000);
    const { outages } = pump.status().guard;
    expect(outages.ended).toBe(1);
    expect(outages.present).toBeNull();
    expect(outages.recent[0]?.instrumentIds).toHaveLength(FOLLOWED);
    await pump.stop();
  });

  it('reports failure when the simulation fails', async () => {
    const { wall, pump, faults } = startPump(Date.UTC(2010, 5, 1));
    await wall.runTo(Date.UTC(2010, 5, 1) + 1);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('2010 to 2109')]);
    expect(pump.status()).toMatchObject({ phase: 'failed' });
    await pump.stop();
  });
});
