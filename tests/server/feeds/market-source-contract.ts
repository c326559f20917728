// Contract of a market source. A source's test calls `describeMarketSource` with a factory of fresh
// sources.
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectedQuotes } from '../../../app/server/brokers/connected-quotes';
import { openSealedKeys } from '../../../app/server/feeds/public/sealed-keys.server';
import { openPublicationStore } from '../../../app/models/public-data/publications.server';
import { createSettableClock } from '../../../app/trading/clock';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { EpochMs } from '../../../app/trading/domain/units';
import type { EngineEvent } from '../../../app/trading/engine/event';
import type { MarketSource, RunningSource } from '../../../app/trading/engine/market-source';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { createSeededRandom } from '../../../app/trading/random';
import { createEmptyDatabase } from '../../support/test-database';

interface SourceExample {
  readonly makeSource: () => MarketSource;
  /** Engine time at the start: events before it are backfill. */
  readonly presentMs: EpochMs;
}

type MarketEvent = Extract<EngineEvent, { type: 'Market' }>;

interface Recording {
  readonly events: readonly EngineEvent[];
  readonly running: RunningSource;
}

/** Of a connected broker that nothing may be requested of. */
function openUnusedQuotes(): ConnectedQuotes {
  const quotes = new ConnectedQuotes(() => 0);
  quotes.addSource('ann', {
    getConnectionFault: () => null,
    watchConnection: () => () => undefined,
    requestQuotes: () => expect.fail('this market has quotes of its own'),
    retryProblems: () => undefined,
    endQuotes: () => undefined,
  });
  return quotes;
}

/** Starts a source on a desk that accepts every event and ignores it. */
function recordSource({ makeSource, presentMs }: SourceExample): Recording {
  const events: EngineEvent[] = [];
  const source = makeSource();
  const clock = createSettableClock(presentMs);
  const startedMs = performance.now();
  const running = source.start({
    runner: {
      offer: (event) => events.push(event) > 0,
      state: () => ({ ...EMPTY_DESK, nowMs: presentMs }),
      shadows: () => ({}),
    },
    clock,
    nowMs: () =>
      source.time === 'events'
        ? clock.nowMs()
        : presentMs + Math.floor(performance.now() - startedMs),
    listPlaybooks: () => [],
    storedQuotes: new Map(),
    openPublications: () => openPublicationStore(createEmptyDatabase().db),
    openSealedKeys: () => openSealedKeys(createEmptyDatabase().db, undefined),
    brokerQuotes: openUnusedQuotes(),
    random: createSeededRandom('source'),
    shouldWarmUp: false,
  });
  return { events, running };
}

const isLive = (event: EngineEvent): boolean => event.type === 'Market' && !event.isBackfill;

/** Until backfill is complete and some live prices have arrived. */
async function untilLive({ events, running }: Recording): Promise<void> {
  while (events.filter(isLive).length < 3) {
    const status = running.status();
    if (status === null || status.phase === 'failed')
      throw new Error(status?.fault ?? 'this source has no feed');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function describeMarketSource(name: string, example: SourceExample): void {
  describe(`${name} fulfills the contract of a market source`, () => {
    const source = example.makeSource();
    let recording: Recording;
    let events: readonly EngineEvent[];
    let prices: readonly MarketEvent[];
    beforeAll(async () => {
      recording = recordSource(example);
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

    it('lists a contract, with its stale time, before its first price', () => {
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

    it('publishes the prices of a contract in time order', () => {
      const lastMs = new Map<string, EpochMs>();
      const back = prices.filter(({ event: { instrumentId }, atMs }) => {
        const isBack = atMs < (lastMs.get(instrumentId) ?? -Infinity);
        lastMs.set(instrumentId, atMs);
        return isBack;
      });
      expect(back).toEqual([]);
    });

    it("marks events before the desk's present as backfill, and no others", () => {
      const [backfill, live] = [true, false].map((isBackfill) =>
        prices.filter((price) => price.isBackfill === isBackfill).map(({ atMs }) => atMs),
      );
      expect(backfill?.length).toBeGreaterThan(0);
      expect(live?.length).toBeGreaterThan(0);
      expect(Math.max(...(backfill ?? []))).toBeLessThanOrEqual(example.presentMs);
      expect(Math.min(...(live ?? []))).toBeGreaterThanOrEqual(example.presentMs);
    });

    it('gives a reason for everything it lacks', () => {
      for (const { from, reason } of [source.signals, source.risk, source.backtests])
        expect(from === null ? reason : 'It is there.').toMatch(/^[A-Z].{10,}\.$/);
    });

    it('has a bar length for every commodity, if it has fixed bars', () => {
      for (const key of COMMODITY_KEYS) expect(source.barMs?.(key) ?? 1).toBeGreaterThan(0);
    });

    it('publishes nothing after it stops', async () => {
      await recording.running.stop();
      const { length } = recording.events;
      expect(['stopped', 'ended']).toContain(recording.running.status()?.phase);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(recording.events).toHaveLength(length);
    });
  });
}
