// A faulty feed: valid quotes pass unchanged and in order; all others are dropped and counted.
import fc from 'fast-check';
import { expect } from 'vitest';
import { getFrontInstrument } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Quote, buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { countDropped, createFeedGuard } from '../../app/trading/market/feed-guard';
import type { MarketInput } from '../../app/trading/market/guard-checks';
import { createSeededRandom } from '../../app/trading/random';
import { assertEqual, expectMet, property } from './property';

const MARKET = 'public';
const START_MS = Date.UTC(2026, 2, 4, 15);
const EVERY_MS = 5000;
const HONEST = 120;
const STARTS = [
  ['natural-gas', 3000],
  ['crude-oil', 150],
  ['corn', 1800],
  ['electricity', 8200],
  ['orange-juice', 4000],
] as const;

type Deceit = (honest: Quote, chance: number, instrument: Instrument) => unknown;
const setTime = (quote: Quote, atMs: number): Quote => ({ ...quote, atMs });
const moveQuote = (quote: Quote, ticks: number): Quote =>
  setTime(buildQuote(toTicks(ticks), 1, quote.atMs), quote.atMs + 1000);
const computeFarTicks = (quote: Quote, { scaleFloorTicks }: Instrument): number =>
  Math.max(Math.abs(quote.lastTicks), 5 * scaleFloorTicks);

/** Fault types, each derived from the last valid quote. */
const DECEITS: Readonly<Record<string, Deceit>> = {
  'a spike up': (quote, chance, instrument) =>
    moveQuote(
      quote,
      quote.lastTicks + Math.round((0.4 + 9 * chance) * computeFarTicks(quote, instrument)),
    ),
  'a spike down': (quote, chance, instrument) =>
    moveQuote(
      quote,
      quote.lastTicks - Math.round((0.4 + 0.5 * chance) * computeFarTicks(quote, instrument)),
    ),
  'ten times the price': (quote, _chance, instrument) =>
    moveQuote(quote, quote.lastTicks + 9 * computeFarTicks(quote, instrument)),
  'zero or far below': (quote, chance, instrument) =>
    moveQuote(
      quote,
      instrument.priceMayBeNegative
        ? -Math.round((1 + chance) * 3 * computeFarTicks(quote, instrument))
        : 0,
    ),
  'no number': (quote, chance) => ({
    ...moveQuote(quote, quote.lastTicks),
    [chance < 0.5 ? 'lastTicks' : 'bidTicks']: chance < 0.25 ? Number.NaN : Infinity,
  }),
  text: (quote, chance) => ({
    ...moveQuote(quote, quote.lastTicks),
    lastTicks: chance < 0.5 ? '0x10' : `${quote.lastTicks}`,
  }),
  'no bid': (quote, chance) => ({
    ...moveQuote(quote, quote.lastTicks),
    bidTicks: chance < 0.5 ? null : undefined,
  }),
  'no quote': () => null,
  'between two ticks': (quote, chance) => ({
    ...moveQuote(quote, quote.lastTicks),
    lastTicks: quote.lastTicks + 0.1 + 0.5 * chance,
  }),
  crossed: (quote, chance) => ({
    ...moveQuote(quote, quote.lastTicks),
    bidTicks: quote.askTicks + Math.round(chance * 3),
    askTicks: quote.bidTicks,
  }),
  'an ask out of this world': (quote, chance, instrument) => ({
    ...moveQuote(quote, quote.lastTicks),
    askTicks: quote.askTicks + Math.round((1 + chance) * 1000 + computeFarTicks(quote, instrument)),
  }),
  'the past': (quote, chance) =>
    setTime(moveQuote(quote, quote.lastTicks), quote.atMs - 1 - Math.round(chance * 1e9)),
  'the future': (quote, chance) =>
    setTime(moveQuote(quote, quote.lastTicks), quote.atMs + 10_000 + Math.round(chance * 1e10)),
  'no moment': (quote) => ({ ...moveQuote(quote, quote.lastTicks), atMs: Number.NaN }),
  'the same again': (quote) => quote,
};
const NAMES = Object.keys(DECEITS);

interface Case {
  readonly start: (typeof STARTS)[number];
  readonly seed: number;
  readonly lies: readonly (readonly (readonly [number, number])[])[];
}

const lie = fc.tuple(
  fc.nat(NAMES.length - 1),
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
);
// At most two in a row: a price repeated more often is accepted.
const cases: fc.Arbitrary<Case> = fc.record({
  start: fc.constantFrom(...STARTS),
  seed: fc.nat(),
  lies: fc.array(fc.array(lie, { minLength: 0, maxLength: 2, size: 'max' }), {
    minLength: HONEST,
    maxLength: HONEST,
  }),
});

const totals = { lies: 0, honest: 0, heldHonest: 0 };

function checkCase({ start: [commodity, startTicks], seed, lies }: Case): void {
  const instrument = getFrontInstrument(commodity);
  const random = createSeededRandom(`honest ${seed}`);
  // The first quote is compared with the stored price of an hour before.
  const stored = buildQuote(toTicks(startTicks), 1, START_MS - 3_600_000);
  const guard = createFeedGuard({
    market: MARKET,
    kind: 'news',
    hours: 'always',
    storedQuote: () => stored,
  });
  guard.filterEvent(
    {
      type: 'MarketListed',
      market: MARKET,
      instruments: [instrument],
      staleAfterMs: 15_000,
      atMs: START_MS,
    },
    START_MS,
  );
  const passed: MarketInput[] = [];
  const passToGuard = (quote: Quote, nowMs: number): void => {
    const input: MarketInput = {
      type: 'Market',
      isBackfill: false,
      atMs: nowMs,
      event: { type: 'QuoteArrived', market: MARKET, instrumentId: instrument.id, quote },
    };
    for (const event of guard.filterEvent(input, nowMs))
      if (event.type === 'Market') passed.push(event);
  };
  const honest: Quote[] = [];
  let ticks: number = startTicks;
  lies.forEach((here, step) => {
    // about 2% a day, and through zero where allowed
    ticks += Math.round((random.uniform('walk', step) - 0.5) * Math.max(2, 0.0008 * ticks));
    const quote = buildQuote(toTicks(ticks), 1, START_MS + step * EVERY_MS);
    honest.push(quote);
    passToGuard(quote, quote.atMs);
    for (const [kind, chance] of here)
      passToGuard(
        DECEITS[NAMES[kind] ?? '']?.(quote, chance, instrument) as Quote,
        quote.atMs + 1000,
      );
  });
  const status = guard.getStatus(START_MS + HONEST * EVERY_MS);
  const reasonText = lies.reduce((sum, here) => sum + here.length, 0);
  const isHonest = new Set(honest);
  assertEqual(
    passed.map(({ event }) => event.quote),
    honest.slice(0, passed.length),
    'what passed',
  );
  expect(passed.every(({ event }) => isHonest.has(event.quote))).toBe(true);
  expect(honest.length - passed.length, 'honest quotes that still wait').toBeLessThanOrEqual(
    status.pending,
  );
  expect(status.received).toBe(honest.length + reasonText);
  expect(countDropped(status) + status.passed + status.pending).toBe(status.received);
  expect(status.passed).toBe(passed.length);
  expect(status.pending).toBeLessThanOrEqual(4);
  totals.lies += reasonText;
  totals.honest += honest.length;
  totals.heldHonest += status.released;
}

property('passes only valid quotes of a faulty feed (15 fault types)', cases, checkCase, {
  after: () => {
    expectMet('lies', totals.lies, 100_000);
    expect(totals.heldHonest / totals.honest).toBeLessThan(0.02);
  },
});
