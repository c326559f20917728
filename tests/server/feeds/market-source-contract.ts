// What every source of prices owes the desk. A source's own test calls `describeMarketSource` with
// a maker of fresh sources.
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock } from '../../../app/trading/clock';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { EpochMs } from '../../../app/trading/domain/units';
import type { EngineEvent } from '../../../app/trading/engine/event';
import type { MarketSource, RunningSource } from '../../../app/trading/engine/market-source';
import { EMPTY_DESK } from '../../../app/trading/engine/state';

interface SourceExample {
  readonly makeSource: () => MarketSource;
  /** The present of the desk at the start: what the source shows of the time before is backfill. */
  readonly presentMs: EpochMs;
}

type MarketEvent = Extract<EngineEvent, { type: 'Market' }>;

interface Recording {
  readonly events: readonly EngineEvent[];
  readonly running: RunningSource;
}

/** Starts a source on a desk that takes every event and does nothing with it. */
function record({ makeSource, presentMs }: SourceExample): Recording {
  const events: EngineEvent[] = [];
  const source = makeSource();
  const clock = setClock(presentMs);
  const startedMs = performance.now();
  const running = source.start({
    runner: {
      offer: (event) => events.push(event) > 0,
      state: () => ({ ...EMPTY_DESK, nowMs: presentMs }),
      twins: () => ({}),
    },
    clock,
    nowMs: () =>
      source.time === 'events'
        ? clock.nowMs()
        : presentMs + Math.floor(performance.now() - startedMs),
    playbooksOf: () => [],
    storedQuotes: new Map(),
    warmsUp: false,
  });
  return { events, running };
}

const isLive = (event: EngineEvent): boolean => event.type === 'Market' && !event.isBackfill;

/** Until the past is over and some live prices have come. */
async function untilLive({ events, running }: Recording): Promise<void> {
  while (events.filter(isLive).length < 3) {
    const status = running.status();
    if (status === null || status.phase === 'failed')
      throw new Error(status?.fault ?? 'this source has no feed');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function describeMarketSource(name: string, example: SourceExample): void {
  describe(`${name} keeps the contract of a source of prices`, () => {
    const source = example.makeSource();
    let recording: Recording;
    let events: readonly EngineEvent[];
    let prices: readonly MarketEvent[];
    beforeAll(async () => {
      recording = record(example);
      await untilLive(recording);
      events = [...recording.events];
      prices = events.filter((event) => event.type === 'Market');
    }, 120_000);
    afterAll(() => recording.running.stop());

    it('names one market, in its events and in its status', () => {
      const markets = events.flatMap((event) => {
        if (event.type === 'Market') return [event.event.market];
        return event.type === 'MarketListed' ? [event.market] : [];
      });
      expect(new Set(markets)).toEqual(new Set([source.market]));
      expect(recording.running.status()?.market).toBe(source.market);
    });

    it('lists a contract, and when its quotes are stale, before its first price', () => {
      const listed = new Set<string>();
      const unlisted: string[] = [];
      for (const event of events) {
        if (event.type === 'MarketListed') {
          expect(event.staleAfterMs).toBeGreaterThan(0);
          for (const { id } of event.instruments) listed.add(id);
        }
        if (event.type === 'Market' && !listed.has(event.event.instrumentId))
          unlisted.push(event.event.instrumentId);
      }
      expect(listed.size).toBeGreaterThan(0);
      expect(unlisted).toEqual([]);
    });

    it('shows the prices of a contract in the order of time', () => {
      const lastMs = new Map<string, EpochMs>();
      const back = prices.filter(({ event: { instrumentId }, atMs }) => {
        const isBack = atMs < (lastMs.get(instrumentId) ?? -Infinity);
        lastMs.set(instrumentId, atMs);
        return isBack;
      });
      expect(back).toEqual([]);
    });

    it('marks what lies before the present of the desk as backfill, and nothing else', () => {
      const [backfill, live] = [true, false].map((isBackfill) =>
        prices.filter((price) => price.isBackfill === isBackfill).map(({ atMs }) => atMs),
      );
      expect(backfill?.length).toBeGreaterThan(0);
      expect(live?.length).toBeGreaterThan(0);
      expect(Math.max(...(backfill ?? []))).toBeLessThanOrEqual(example.presentMs);
      expect(Math.min(...(live ?? []))).toBeGreaterThanOrEqual(example.presentMs);
    });

    it('gives a sentence as the reason for everything that it does not have', () => {
      for (const { from, reason } of [source.signals, source.risk, source.backtests])
        expect(from === null ? reason : 'It is there.').toMatch(/^[A-Z].{10,}\.$/);
    });

    it('has a length of bars for every commodity, where it has bars of one length', () => {
      for (const key of COMMODITY_KEYS) expect(source.barMs?.(key) ?? 1).toBeGreaterThan(0);
    });

    it('stops, and shows nothing more', async () => {
      await recording.running.stop();
      const { length } = recording.events;
      expect(['stopped', 'ended']).toContain(recording.running.status()?.phase);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(recording.events).toHaveLength(length);
    });
  });
}
