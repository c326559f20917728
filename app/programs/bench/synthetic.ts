// Made-up market events for measuring: ten contracts, minute by minute, from a seed alone.
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { frontInstrument } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import { type Bar, quoteAround } from '../../trading/domain/quote';
import { type EpochMs, toTicks } from '../../trading/domain/units';
import type { MarketEvent } from '../../trading/ports';
import { seededRandom } from '../../trading/random';
import { MINUTE_MS } from '../../trading/domain/time';

export const BENCH_MARKET = 'bench';
export const BENCH_START_MS: EpochMs = Date.UTC(2026, 0, 5);
const STEP_RATIO = 0.002;

/** One contract of each commodity. */
export const BENCH_INSTRUMENTS: readonly Instrument[] = COMMODITY_KEYS.map((key) =>
  frontInstrument(key),
);

/** Bars of one contract: a random walk that returns to its base, in ticks. */
export function benchBars(instrument: Instrument, count: number, intervalMs = MINUTE_MS): Bar[] {
  const random = seededRandom('bench');
  const baseTicks = 2000;
  const bars: Bar[] = [];
  let last = baseTicks;
  for (let i = 0; i < count; i += 1) {
    const open = last;
    last = Math.round(
      last +
        baseTicks * STEP_RATIO * (random.uniform(instrument.id, i) - 0.5) * 4 +
        (baseTicks - last) * 0.002,
    );
    const startsMs = BENCH_START_MS + i * intervalMs;
    bars.push({
      openTicks: toTicks(open),
      highTicks: toTicks(Math.max(open, last) + 2),
      lowTicks: toTicks(Math.min(open, last) - 2),
      closeTicks: toTicks(last),
      startsMs,
      endsMs: startsMs + intervalMs - 1,
    });
  }
  return bars;
}

/**
 * The events of so many bars, of a minute each unless told: for each contract an opening, two
 * quotes and a finished bar.
 */
export function benchEvents(count: number, intervalMs = MINUTE_MS): MarketEvent[] {
  const tracks = BENCH_INSTRUMENTS.map((instrument) => ({
    instrumentId: instrument.id,
    bars: benchBars(instrument, count, intervalMs),
  }));
  const events: MarketEvent[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const rows = tracks.flatMap(({ instrumentId, bars }) =>
      bars.slice(nth, nth + 1).map((bar) => ({ instrumentId, bar })),
    );
    const at = (instrumentId: string) => ({ market: BENCH_MARKET, instrumentId });
    for (const { instrumentId, bar } of rows)
      events.push({
        type: 'BarOpened',
        ...at(instrumentId),
        quote: quoteAround(bar.openTicks, 1, bar.startsMs),
      });
    for (const offsetMs of [intervalMs / 3, (2 * intervalMs) / 3]) {
      for (const { instrumentId, bar } of rows) {
        const ticks = toTicks(Math.round((bar.openTicks + bar.closeTicks) / 2));
        events.push({
          type: 'QuoteArrived',
          ...at(instrumentId),
          quote: quoteAround(ticks, 1, bar.startsMs + offsetMs),
        });
      }
    }
    for (const { instrumentId, bar } of rows)
      events.push({
        type: 'BarClosed',
        ...at(instrumentId),
        bar,
        quote: quoteAround(bar.closeTicks, 1, bar.endsMs),
      });
  }
  return events;
}
