// Synthetic market events of ten contracts, derived from a seed.
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { getFrontInstrument } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import { type Bar, buildQuote } from '../../trading/domain/quote';
import { type EpochMs, toTicks } from '../../trading/domain/units';
import type { MarketEvent } from '../../trading/ports';
import { createSeededRandom } from '../../trading/random';
import { MINUTE_MS } from '../../trading/domain/time';

export const BENCH_MARKET = 'bench';
export const BENCH_START_MS: EpochMs = Date.UTC(2026, 0, 5);
const STEP_RATIO = 0.002;

/** One contract of each commodity. */
export const BENCH_INSTRUMENTS: readonly Instrument[] = COMMODITY_KEYS.map((key) =>
  getFrontInstrument(key),
);

/** Bars of one contract: mean-reverting random walk, in ticks. */
export function buildBenchBars(
  instrument: Instrument,
  count: number,
  intervalMs = MINUTE_MS,
): Bar[] {
  const random = createSeededRandom('bench');
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

/** Events of `count` bars: per contract an opening, two quotes and a closed bar. */
export function buildBenchEvents(count: number, intervalMs = MINUTE_MS): MarketEvent[] {
  const seriesList = BENCH_INSTRUMENTS.map((instrument) => ({
    instrumentId: instrument.id,
    bars: buildBenchBars(instrument, count, intervalMs),
  }));
  const events: MarketEvent[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const currentBars = seriesList.flatMap(({ instrumentId, bars }) =>
      bars.slice(nth, nth + 1).map((bar) => ({ instrumentId, bar })),
    );
    const getKey = (instrumentId: string) => ({ market: BENCH_MARKET, instrumentId });
    for (const { instrumentId, bar } of currentBars)
      events.push({
        type: 'BarOpened',
        ...getKey(instrumentId),
        quote: buildQuote(bar.openTicks, 1, bar.startsMs),
      });
    for (const offsetMs of [intervalMs / 3, (2 * intervalMs) / 3]) {
      for (const { instrumentId, bar } of currentBars) {
        const ticks = toTicks(Math.round((bar.openTicks + bar.closeTicks) / 2));
        events.push({
          type: 'QuoteArrived',
          ...getKey(instrumentId),
          quote: buildQuote(ticks, 1, bar.startsMs + offsetMs),
        });
      }
    }
    for (const { instrumentId, bar } of currentBars)
      events.push({
        type: 'BarClosed',
        ...getKey(instrumentId),
        bar,
        quote: buildQuote(bar.closeTicks, 1, bar.endsMs),
      });
  }
  return events;
}
