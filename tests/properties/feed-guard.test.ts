// A feed gone mad: whatever is mixed into an honest stream, the honest quotes come through whole
// and in order, and everything else is dropped and counted.
import fc from 'fast-check';
import { expect } from 'vitest';
import { frontInstrument } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Quote, quoteAround } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { countDropped, feedGuard } from '../../app/trading/market/feed-guard';
import type { MarketInput } from '../../app/trading/market/guard-checks';
import { seededRandom } from '../../app/trading/random';
import { agree, expectMet, property } from './property';

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
const at = (quote: Quote, atMs: number): Quote => ({ ...quote, atMs });
const moved = (quote: Quote, ticks: number): Quote =>
  at(quoteAround(toTicks(ticks), 1, quote.atMs), quote.atMs + 1000);
const far = (quote: Quote, { scaleFloorTicks }: Instrument): number =>
  Math.max(Math.abs(quote.lastTicks), 5 * scaleFloorTicks);

/** Ways in which a feed has lied, each made of the last honest quote. */
const DECEITS: Readonly<Record<string, Deceit>> = {
  'a spike up': (quote, chance, instrument) =>
    moved(quote, quote.lastTicks + Math.round((0.4 + 9 * chance) * far(quote, instrument))),
  'a spike down': (quote, chance, instrument) =>
    moved(quote, quote.lastTicks - Math.round((0.4 + 0.5 * chance) * far(quote, instrument))),
  'ten times the price': (quote, _chance, instrument) =>
    moved(quote, quote.lastTicks + 9 * far(quote, instrument)),
  'zero or far below': (quote, chance, instrument) =>
    moved(
      quote,
      instrument.priceMayBeNegative ? -Math.round((1 + chance) * 3 * far(quote, instrument)) : 0,
    ),
  'no number': (quote, chance) => ({
    ...moved(quote, quote.lastTicks),
    [chance < 0.5 ? 'lastTicks' : 'bidTicks']: chance < 0.25 ? Number.NaN : Infinity,
  }),
  text: (quote, chance) => ({
    ...moved(quote, quote.lastTicks),
    lastTicks: chance < 0.5 ? '0x10' : `${quote.lastTicks}`,
  }),
  'no bid': (quote, chance) => ({
    ...moved(quote, quote.lastTicks),
    bidTicks: chance < 0.5 ? null : undefined,
  }),
  'no quote': () => null,
  'between two ticks': (quote, chance) => ({
    ...moved(quote, quote.lastTicks),
    lastTicks: quote.lastTicks + 0.1 + 0.5 * chance,
  }),
  crossed: (quote, chance) => ({
    ...moved(quote, quote.lastTicks),
    bidTicks: quote.askTicks + Math.round(chance * 3),
    askTicks: quote.bidTicks,
  }),
  'an ask out of this world': (quote, chance, instrument) => ({
    ...moved(quote, quote.lastTicks),
    askTicks: quote.askTicks + Math.round((1 + chance) * 1000 + far(quote, instrument)),
  }),
  'the past': (quote, chance) =>
    at(moved(quote, quote.lastTicks), quote.atMs - 1 - Math.round(chance * 1e9)),
  'the future': (quote, chance) =>
    at(moved(quote, quote.lastTicks), quote.atMs + 10_000 + Math.round(chance * 1e10)),
  'no moment': (quote) => ({ ...moved(quote, quote.lastTicks), atMs: Number.NaN }),
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
// At most two in a row: of a wrong price that is told again and again nobody could say that it is
// wrong.
const cases: fc.Arbitrary<Case> = fc.record({
  start: fc.constantFrom(...STARTS),
  seed: fc.nat(),
  lies: fc.array(fc.array(lie, { minLength: 0, maxLength: 2, size: 'max' }), {
    minLength: HONEST,
    maxLength: HONEST,
  }),
});

const totals = { lies: 0, honest: 0, heldHonest: 0 };

function check({ start: [commodity, startTicks], seed, lies }: Case): void {
  const instrument = frontInstrument(commodity);
  const random = seededRandom(`honest ${seed}`);
  // A first quote needs something to be held against: the last price stored before the start, an
  // hour ago.
  const stored = quoteAround(toTicks(startTicks), 1, START_MS - 3_600_000);
  const guard = feedGuard({
    market: MARKET,
    kind: 'news',
    hours: 'always',
    storedQuote: () => stored,
  });
  guard.take(
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
  const give = (quote: Quote, nowMs: number): void => {
    const input: MarketInput = {
      type: 'Market',
      isBackfill: false,
      atMs: nowMs,
      event: { type: 'QuoteArrived', market: MARKET, instrumentId: instrument.id, quote },
    };
    for (const event of guard.take(input, nowMs)) if (event.type === 'Market') passed.push(event);
  };
  const honest: Quote[] = [];
  let ticks: number = startTicks;
  lies.forEach((here, step) => {
    // about two percent a day, and through zero where that is allowed
    ticks += Math.round((random.uniform('walk', step) - 0.5) * Math.max(2, 0.0008 * ticks));
    const quote = quoteAround(toTicks(ticks), 1, START_MS + step * EVERY_MS);
    honest.push(quote);
    give(quote, quote.atMs);
    for (const [kind, chance] of here)
      give(DECEITS[NAMES[kind] ?? '']?.(quote, chance, instrument) as Quote, quote.atMs + 1000);
  });
  const status = guard.status(START_MS + HONEST * EVERY_MS);
  const told = lies.reduce((sum, here) => sum + here.length, 0);
  const isHonest = new Set(honest);
  agree(
    passed.map(({ event }) => event.quote),
    honest.slice(0, passed.length),
    'what passed',
  );
  expect(passed.every(({ event }) => isHonest.has(event.quote))).toBe(true);
  expect(honest.length - passed.length, 'honest quotes that still wait').toBeLessThanOrEqual(
    status.waiting,
  );
  expect(status.came).toBe(honest.length + told);
  expect(countDropped(status) + status.passed + status.waiting).toBe(status.came);
  expect(status.passed).toBe(passed.length);
  expect(status.waiting).toBeLessThanOrEqual(4);
  totals.lies += told;
  totals.honest += honest.length;
  totals.heldHonest += status.released;
}

property('of a feed that lies in fifteen ways only the honest quotes come through', cases, check, {
  after: () => {
    expectMet('lies', totals.lies, 100_000);
    expect(totals.heldHonest / totals.honest).toBeLessThan(0.02);
  },
});
