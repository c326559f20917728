// Bars for charts: computed in slices from the simulated market, collected from a replayed history.
import { describe, expect, it } from 'vitest';
import { recordHistory } from '../../../app/server/feeds/bar-history.server';
import { type MarketCache, EMPTY_CACHE } from '../../../app/server/feeds/market-cache.server';
import {
  type StoredBars,
  openSimulatedBars,
} from '../../../app/server/feeds/simulated-bars.server';
import { createContractInstrument } from '../../../app/trading/domain/contract';
import type { Instrument } from '../../../app/trading/domain/instrument';
import type { Bar } from '../../../app/trading/domain/quote';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { toTicks } from '../../../app/trading/domain/units';
import { PACED_START_MS, createPacedFeed } from '../../support/paced-feed';

const NOW = Date.UTC(2026, 10, 25, 10, 37);
const LISTED = Date.UTC(2026, 9, 1);
const EXPIRES = Date.UTC(2026, 11, 29, 22);
const QUARTER_MS = 900_000;

const MONTH: Instrument = {
  ...createContractInstrument('natural-gas', 'NG.F27'),
  contract: {
    chain: 'NG',
    code: 'NGF27',
    delivery: '2027-01-01',
    rollMs: Date.UTC(2026, 11, 23),
    expiresMs: EXPIRES,
  },
};

/** The price of a minute is its number since the listing. */
const priceAt = (ms: number) => toTicks(Math.floor((ms - LISTED) / MINUTE_MS));
const barAt = (_month: Instrument, startMs: number, lengthMs: number): Bar => ({
  openTicks: priceAt(startMs),
  highTicks: priceAt(startMs + lengthMs),
  lowTicks: priceAt(startMs),
  closeTicks: priceAt(startMs + lengthMs),
  startsMs: startMs,
  endsMs: startMs + lengthMs - 1,
});

function openBars(startMs = NOW, cache: MarketCache<readonly StoredBars[]> = EMPTY_CACHE) {
  const timers: (() => void)[] = [];
  let [nowMs, elapsed, computed] = [startMs, 0, 0];
  const bars = openSimulatedBars({
    market: 'simulated',
    chains: ['NG'],
    world: {
      listInstrumentsAt: () => [MONTH],
      listMonthsAt: () => [MONTH],
      getInstrument: (id) => {
        if (id !== MONTH.id) throw new Error('never listed');
        return MONTH;
      },
      listedFromMs: () => LISTED,
      barAt: (month, from, lengthMs) => {
        // A day of prices takes 2 ms.
        elapsed += 2;
        computed += 1;
        return barAt(month, from, lengthMs);
      },
    },
    nowMs: () => nowMs,
    elapsedMs: () => elapsed,
    setTimer: (run) => void timers.push(run),
    cache,
  });
  return {
    bars,
    computed: () => computed,
    advance: (ms: number) => (nowMs += ms),
    /** Runs the next slice; returns how long it took. */
    runSlice: (): number => {
      const before = elapsed;
      timers.shift()?.();
      return elapsed - before;
    },
    countTimers: () => timers.length,
  };
}

const buildQuery = (interval: '15m' | '1h' | '1d', backMs: number, nowMs = NOW) =>
  ({ instrument: MONTH, interval, fromMs: nowMs - backMs, untilMs: nowMs + 1 }) as const;

describe('bars of the simulated market', () => {
  it('are those of the market, and the last one ends at the last full minute', () => {
    const { bars } = openBars();
    const { bars: found, isLoading } = bars.read(buildQuery('15m', DAY_MS));
    expect(isLoading).toBe(false);
    expect(found).toHaveLength(96);
    for (const bar of found.slice(0, -1))
      expect(bar).toEqual(barAt(MONTH, bar.startsMs, QUARTER_MS));
    expect(found.at(-1)).toEqual({
      ...barAt(MONTH, Date.UTC(2026, 10, 25, 10, 30), 7 * MINUTE_MS),
      endsMs: Date.UTC(2026, 10, 25, 10, 45) - 1,
    });
  });

  it('load in slices of at most 10 ms, newest first, and then stay', async () => {
    const desk = openBars();
    const wanted = buildQuery('1d', 50 * DAY_MS);
    expect(desk.bars.read(wanted)).toMatchObject({ isLoading: true, bars: [{}] });
    let isDone = false;
    const done = desk.bars.waitForBars(wanted, 1000).then(() => (isDone = true));
    while (desk.countTimers() > 0) expect(desk.runSlice()).toBeLessThanOrEqual(10);
    await done;
    expect(isDone).toBe(true);
    const { bars: found, isLoading } = desk.bars.read(wanted);
    expect([isLoading, found.length]).toEqual([false, 50]);
    expect(found.map(({ startsMs }) => startsMs)).toEqual(
      Array.from({ length: 50 }, (_, index) => Date.UTC(2026, 10, 25) - (49 - index) * DAY_MS),
    );
    const before = desk.computed();
    desk.bars.read(wanted);
    // Only the bar in progress is computed again.
    expect(desk.computed()).toBe(before + 1);
  });

  it('begin with the listing', () => {
    const desk = openBars();
    const wanted = buildQuery('1d', 365 * DAY_MS);
    desk.bars.read(wanted);
    while (desk.countTimers() > 0) desk.runSlice();
    const { bars: found, isLoading } = desk.bars.read(wanted);
    expect([isLoading, found[0]?.startsMs, found.length]).toEqual([false, LISTED, 56]);
  });

  it('follow the time, and end with the last trade', () => {
    const desk = openBars();
    expect(desk.bars.read(buildQuery('1h', 5 * HOUR_MS)).bars.at(-1)?.startsMs).toBe(
      Date.UTC(2026, 10, 25, 10),
    );
    desk.advance(2 * HOUR_MS);
    const later = desk.bars.read(buildQuery('1h', 5 * HOUR_MS, NOW + 2 * HOUR_MS)).bars;
    expect(later.map(({ startsMs }) => startsMs)).toEqual(
      [8, 9, 10, 11, 12].map((hour) => Date.UTC(2026, 10, 25, hour)),
    );
    expect(later[2]).toEqual(barAt(MONTH, Date.UTC(2026, 10, 25, 10), HOUR_MS));
    const expired = openBars(EXPIRES + DAY_MS);
    const last = expired.bars.read(buildQuery('1h', 2 * DAY_MS, EXPIRES + DAY_MS)).bars.at(-1);
    expect(last).toEqual(barAt(MONTH, EXPIRES - HOUR_MS, HOUR_MS));
  });

  it('exist for contracts of the market only', () => {
    const { bars } = openBars();
    expect(bars.findContract('NG.F27')).toBe(MONTH);
    expect(bars.findContract('NGF27')).toBe(MONTH);
    for (const name of ['NG', 'NG.G27', 'CL.F27', '', 'NGF28'])
      expect([name, bars.findContract(name)]).toEqual([name, null]);
    expect(bars.listMonths('CL')).toEqual([]);
  });
});

describe('daily bars after a restart', () => {
  /** A cache with the bars that a first desk wrote. */
  function fillCache(): MarketCache<readonly StoredBars[]> {
    let value: readonly StoredBars[] | null = null;
    const cache: MarketCache<readonly StoredBars[]> = {
      read: () => structuredClone(value),
      write(bars) {
        value = structuredClone(bars);
        return Promise.resolve();
      },
    };
    const first = openBars(NOW, cache);
    first.bars.warmUp();
    while (first.countTimers() > 0) first.runSlice();
    expect(cache.read()).toMatchObject([{ id: MONTH.id, fromMs: LISTED }]);
    return cache;
  }

  it.each([0, 1, 5, 12])('are those of the market %s days later', (days) => {
    const nowMs = NOW + days * DAY_MS;
    const wanted = buildQuery('1d', 80 * DAY_MS, nowMs);
    const [continued, whole] = [openBars(nowMs, fillCache()), openBars(nowMs)];
    for (const desk of [continued, whole]) {
      desk.bars.read(wanted);
      while (desk.countTimers() > 0) desk.runSlice();
    }
    expect(continued.bars.read(wanted)).toEqual(whole.bars.read(wanted));
  });

  it('are not computed again', () => {
    const later = openBars(NOW + 2 * DAY_MS, fillCache());
    expect(later.bars.read(buildQuery('1d', 80 * DAY_MS, NOW + 2 * DAY_MS)).isLoading).toBe(false);
    // Two days since, and the day in progress.
    expect(later.computed()).toBe(3);
  });

  it('are not taken from a later time', () => {
    const earlier = openBars(NOW - DAY_MS, fillCache());
    earlier.bars.read(buildQuery('1d', DAY_MS, NOW - DAY_MS));
    while (earlier.countTimers() > 0) earlier.runSlice();
    const { bars: found } = earlier.bars.read(buildQuery('1d', 3 * DAY_MS, NOW - DAY_MS));
    expect(found.every(({ startsMs }) => startsMs < NOW - DAY_MS)).toBe(true);
  });
});

describe('bars of a replayed history', () => {
  it('are the sums of its own bars, as far as they were read', () => {
    const { bars, feed } = recordHistory(createPacedFeed('bars'));
    const [gas] = feed.instruments;
    if (!gas) throw new Error('the feed has instruments');
    const own: Bar[] = [];
    for (const event of feed.events() as Iterable<{ type: string } & Record<string, unknown>>) {
      if (event.type !== 'BarClosed') continue;
      if (event['instrumentId'] === gas.id) own.push(event['bar'] as Bar);
      if (own.length === 40) break;
    }
    const { bars: found } = bars.read({
      instrument: gas,
      interval: '15m',
      fromMs: PACED_START_MS,
      untilMs: PACED_START_MS + DAY_MS,
    });
    expect(found.map(({ startsMs }) => startsMs)).toEqual(
      [0, 1, 2].map((index) => PACED_START_MS + index * QUARTER_MS),
    );
    found.forEach((bar, index) => {
      const parts = own.slice(index * 15, index * 15 + 15);
      expect(bar).toEqual({
        startsMs: PACED_START_MS + index * QUARTER_MS,
        endsMs: PACED_START_MS + (index + 1) * QUARTER_MS - 1,
        openTicks: parts[0]?.openTicks,
        highTicks: Math.max(...parts.map(({ highTicks }) => highTicks)),
        lowTicks: Math.min(...parts.map(({ lowTicks }) => lowTicks)),
        closeTicks: parts.at(-1)?.closeTicks,
      });
    });
  });

  it('has no bars shorter than its own', () => {
    const feed = createPacedFeed('days');
    const { bars } = recordHistory({ ...feed, barMs: () => DAY_MS });
    expect(bars.listIntervals(feed.instruments[0] as Instrument)).toEqual(['1d']);
  });
});
