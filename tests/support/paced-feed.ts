// Three contracts with prices computed from seed and minute, so that a restart can join at any
// time.
import { getFrontInstrument } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { createSeededRandom } from '../../app/trading/random';
import { MINUTE_MS } from '../../app/trading/domain/time';

export const PACED_MARKET = 'simulated';
export const PACED_START_MS: EpochMs = Date.UTC(2026, 0, 5);
const DAY_MINUTES = 1440;
/** Minutes of one price regime; prices may jump between regimes. */
const REGIME_MINUTES = 40;
const STALE_AFTER_MS = 3 * MINUTE_MS;

interface Track {
  readonly instrument: Instrument;
  readonly baseTicks: number;
}

const TRACKS: readonly Track[] = [
  { instrument: getFrontInstrument('natural-gas'), baseTicks: 3000 },
  { instrument: getFrontInstrument('crude-oil'), baseTicks: 900 },
  { instrument: getFrontInstrument('corn'), baseTicks: 1800 },
];

export const PACED_INSTRUMENTS: readonly Instrument[] = TRACKS.map(({ instrument }) => instrument);

/** Endless minute events from `fromMs`; crude sometimes goes below zero. */
export function createPacedFeed(seed: string, fromMs: EpochMs = PACED_START_MS): Feed {
  const random = createSeededRandom(seed);
  const first = Math.max(0, Math.floor((fromMs - PACED_START_MS) / MINUTE_MS));
  const price = (track: Track, minute: number, part: number): number =>
    computePriceTicks(random.uniform, track, minute, part);
  return {
    market: PACED_MARKET,
    instruments: PACED_INSTRUMENTS,
    staleAfterMs: STALE_AFTER_MS,
    barMs: () => MINUTE_MS,
    events: () => generateMinutes(first, price),
  };
}

type GetPrice = (track: Track, minute: number, part: number) => number;

function computePriceTicks(
  uniform: (stream: string, step: number) => number,
  { instrument, baseTicks }: Track,
  minute: number,
  part: number,
): number {
  const regime = Math.floor(minute / REGIME_MINUTES);
  const level = 0.3 * (uniform(`regime ${instrument.id}`, regime) - 0.5);
  const wave = 0.02 * Math.sin(minute / 7) + 0.01 * Math.sin(minute / 2.3);
  const noise = 0.004 * (uniform(instrument.id, minute * 4 + part) - 0.5);
  const negativeShift = instrument.priceMayBeNegative && uniform('sunk', regime) < 0.15 ? 1.1 : 0;
  return Math.round(baseTicks * (1 + level + wave + noise - negativeShift));
}

function* generateMinutes(first: number, price: GetPrice): Generator<MarketEvent> {
  for (let minute = first; ; minute += 1) yield* generateMinute(minute, price);
}

function* generateMinute(minute: number, price: GetPrice): Generator<MarketEvent> {
  const startsMs = PACED_START_MS + minute * MINUTE_MS;
  const createQuote = (track: Track, part: number, atMs: EpochMs) =>
    buildQuote(toTicks(price(track, minute, part)), 1, atMs);
  const getKey = ({ instrument }: Track) => ({ market: PACED_MARKET, instrumentId: instrument.id });
  for (const track of TRACKS)
    yield { type: 'BarOpened', ...getKey(track), quote: createQuote(track, 0, startsMs) };
  for (const track of TRACKS)
    yield {
      type: 'QuoteArrived',
      ...getKey(track),
      quote: createQuote(track, 1, startsMs + 20_000),
    };
  for (const track of TRACKS)
    yield {
      type: 'QuoteArrived',
      ...getKey(track),
      quote: createQuote(track, 2, startsMs + 40_000),
    };
  for (const track of TRACKS) {
    const bar = buildBar(track, minute, startsMs, price);
    yield {
      type: 'BarClosed',
      ...getKey(track),
      bar,
      quote: buildQuote(bar.closeTicks, 1, bar.endsMs),
    };
  }
}

function buildBar(track: Track, minute: number, startsMs: EpochMs, price: GetPrice): Bar {
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

/** One-minute bars of one contract, for history files. */
export const createPacedBars = (
  seed: string,
  instrumentId: string,
  days: number,
): readonly Bar[] => {
  const track = TRACKS.find(({ instrument }) => instrument.id === instrumentId) ?? TRACKS[0]!;
  const random = createSeededRandom(seed);
  const getPrice: GetPrice = (each, minute, part) =>
    computePriceTicks(random.uniform, each, minute, part);
  return Array.from({ length: days * DAY_MINUTES }, (_, minute) =>
    buildBar(track, minute, PACED_START_MS + minute * MINUTE_MS, getPrice),
  );
};
