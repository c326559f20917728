// Three contracts whose prices follow from a seed and the minute alone: any minute can be asked
// for, so a restart joins in anywhere.
import { frontInstrument } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Bar, quoteAround } from '../../app/trading/domain/quote';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { seededRandom } from '../../app/trading/random';
import { MINUTE_MS } from '../../app/trading/domain/time';

export const PACED_MARKET = 'simulated';
export const PACED_START_MS: EpochMs = Date.UTC(2026, 0, 5);
const DAY_MINUTES = 1440;
/** Minutes of one price regime: between two of them the price may jump. */
const REGIME_MINUTES = 40;
const STALE_AFTER_MS = 3 * MINUTE_MS;

interface Track {
  readonly instrument: Instrument;
  readonly baseTicks: number;
}

const TRACKS: readonly Track[] = [
  { instrument: frontInstrument('natural-gas'), baseTicks: 3000 },
  { instrument: frontInstrument('crude-oil'), baseTicks: 900 },
  { instrument: frontInstrument('corn'), baseTicks: 1800 },
];

export const PACED_INSTRUMENTS: readonly Instrument[] = TRACKS.map(({ instrument }) => instrument);

/** Trades every minute from `fromMs` on, for ever; crude passes below zero now and then. */
export function pacedFeed(seed: string, fromMs: EpochMs = PACED_START_MS): Feed {
  const random = seededRandom(seed);
  const first = Math.max(0, Math.floor((fromMs - PACED_START_MS) / MINUTE_MS));
  const price = (track: Track, minute: number, part: number): number =>
    priceTicks(random.uniform, track, minute, part);
  return {
    market: PACED_MARKET,
    instruments: PACED_INSTRUMENTS,
    staleAfterMs: STALE_AFTER_MS,
    barMs: () => MINUTE_MS,
    events: () => minutesFrom(first, price),
  };
}

type PriceOf = (track: Track, minute: number, part: number) => number;

function priceTicks(
  uniform: (stream: string, step: number) => number,
  { instrument, baseTicks }: Track,
  minute: number,
  part: number,
): number {
  const regime = Math.floor(minute / REGIME_MINUTES);
  const level = 0.3 * (uniform(`regime ${instrument.id}`, regime) - 0.5);
  const wave = 0.02 * Math.sin(minute / 7) + 0.01 * Math.sin(minute / 2.3);
  const noise = 0.004 * (uniform(instrument.id, minute * 4 + part) - 0.5);
  const sunk = instrument.priceMayBeNegative && uniform('sunk', regime) < 0.15 ? 1.1 : 0;
  return Math.round(baseTicks * (1 + level + wave + noise - sunk));
}

function* minutesFrom(first: number, price: PriceOf): Generator<MarketEvent> {
  for (let minute = first; ; minute += 1) yield* getMinute(minute, price);
}

function* getMinute(minute: number, price: PriceOf): Generator<MarketEvent> {
  const startsMs = PACED_START_MS + minute * MINUTE_MS;
  const quoteAt = (track: Track, part: number, atMs: EpochMs) =>
    quoteAround(toTicks(price(track, minute, part)), 1, atMs);
  const named = ({ instrument }: Track) => ({ market: PACED_MARKET, instrumentId: instrument.id });
  for (const track of TRACKS)
    yield { type: 'BarOpened', ...named(track), quote: quoteAt(track, 0, startsMs) };
  for (const track of TRACKS)
    yield { type: 'QuoteArrived', ...named(track), quote: quoteAt(track, 1, startsMs + 20_000) };
  for (const track of TRACKS)
    yield { type: 'QuoteArrived', ...named(track), quote: quoteAt(track, 2, startsMs + 40_000) };
  for (const track of TRACKS) {
    const bar = buildBar(track, minute, startsMs, price);
    yield {
      type: 'BarClosed',
      ...named(track),
      bar,
      quote: quoteAround(bar.closeTicks, 1, bar.endsMs),
    };
  }
}

function buildBar(track: Track, minute: number, startsMs: EpochMs, price: PriceOf): Bar {
  const prices = [0, 1, 2, 3].map((part) => price(track, minute, part));
  return {
    openTicks: toTicks(prices[0] ?? 0),
    highTicks: toTicks(Math.max(...prices)),
    lowTicks: toTicks(Math.min(...prices)),
    closeTicks: toTicks(prices[3] ?? 0),
    startsMs,
    endsMs: startsMs + MINUTE_MS - 1,
  };
}

/** So many days of one-minute bars of one contract, for histories in files. */
export const pacedBars = (seed: string, instrumentId: string, days: number): readonly Bar[] => {
  const track = TRACKS.find(({ instrument }) => instrument.id === instrumentId) ?? TRACKS[0]!;
  const random = seededRandom(seed);
  const price: PriceOf = (each, minute, part) => priceTicks(random.uniform, each, minute, part);
  return Array.from({ length: days * DAY_MINUTES }, (_, minute) =>
    buildBar(track, minute, PACED_START_MS + minute * MINUTE_MS, price),
  );
};
