import fc from 'fast-check';
import { expect } from 'vitest';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Bar, findBarError, findQuoteError } from '../../app/trading/domain/quote';
import { WORLD_EPOCH_MS } from '../../app/trading/simulation/calendar';
import { createWorld } from '../../app/trading/simulation/world';
import { chooseSize } from '../support/run-size';
import { assertEqual, property } from './property';
import { DAY_MS, MINUTE_MS } from '../../app/trading/domain/time';

const world = createWorld({ seed: 'properties' });
/**
 * Test days, spread over one year or two. Few, because each new day is folded and computed minute by
 * minute.
 */
const DAYS = chooseSize(
  [0, 1, 58, 120, 201, 259, 333, 365],
  [0, 1, 17, 58, 71, 120, 188, 201, 255, 259, 333, 364, 365, 402, 450, 512, 577, 640, 699, 730],
);
const LENGTHS = [15, 60, 1440].map((minutes) => minutes * MINUTE_MS);
const instant = fc
  .record({ day: fc.constantFrom(...DAYS), ms: fc.integer({ min: 0, max: DAY_MS - 1 }) })
  .map(({ day, ms }) => WORLD_EPOCH_MS + day * DAY_MS + ms);
const place = fc.integer({ min: 0, max: 27 });

/** One of the 28 tracked months at a moment. */
function getTrackedMonth(atMs: number, at: number): Instrument {
  const found = world.listInstrumentsAt(atMs)[at];
  if (!found) throw new Error('28 months are followed at every moment');
  return found;
}

property(
  'a simulated quote is valid at any moment and inside its minute bar',
  fc.record({ place, atMs: instant }),
  ({ place: at, atMs }) => {
    const of = getTrackedMonth(atMs, at);
    const quote = world.quoteAt(of, atMs);
    assertEqual(findQuoteError(of, quote), null, of.id);
    assertEqual(quote.atMs, atMs, 'the moment of a quote');
    if (quote.lock === undefined) {
      // In a market of one tick the last price is the bid or the ask.
      expect(quote.bidTicks).toBeLessThan(quote.askTicks);
      expect(quote.bidTicks).toBeLessThanOrEqual(quote.lastTicks);
      expect(quote.lastTicks).toBeLessThanOrEqual(quote.askTicks);
    }
    const bar = world.barAt(of, Math.floor(atMs / MINUTE_MS) * MINUTE_MS, MINUTE_MS);
    expect(quote.lastTicks).toBeGreaterThanOrEqual(bar.lowTicks);
    expect(quote.lastTicks).toBeLessThanOrEqual(bar.highTicks);
  },
  { runs: 3000 },
);

const barQuery = fc.record({ place, atMs: instant, lengthMs: fc.constantFrom(...LENGTHS) });

/** Merges consecutive bars. */
function mergeBars(bars: readonly Bar[]): Bar {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) throw new Error('a bar is made of at least one');
  const highTicks = bars.reduce(
    (high, bar) => (bar.highTicks > high ? bar.highTicks : high),
    first.highTicks,
  );
  const lowTicks = bars.reduce(
    (low, bar) => (bar.lowTicks < low ? bar.lowTicks : low),
    first.lowTicks,
  );
  return {
    openTicks: first.openTicks,
    highTicks,
    lowTicks,
    closeTicks: last.closeTicks,
    startsMs: first.startsMs,
    endsMs: last.endsMs,
  };
}

property(
  'longer bars equal their merged one-minute bars and follow without gaps',
  barQuery,
  ({ place: at, atMs, lengthMs }) => {
    const of = getTrackedMonth(atMs, at);
    const startMs = Math.floor(atMs / lengthMs) * lengthMs;
    const bar = world.barAt(of, startMs, lengthMs);
    const minutes = Array.from({ length: lengthMs / MINUTE_MS }, (_, index) =>
      world.barAt(of, startMs + index * MINUTE_MS, MINUTE_MS),
    );
    assertEqual(findBarError(of, bar), null, of.id);
    assertEqual(mergeBars(minutes), bar, `${of.id} at ${startMs} for ${lengthMs}`);
    assertEqual(
      world.barAt(of, startMs + lengthMs, lengthMs).openTicks,
      bar.closeTicks,
      'the open after a close',
    );
  },
);

let another = createWorld({ seed: 'properties' });
let callCount = 0;
property(
  'a price does not depend on earlier calls',
  fc.record({ place, atMs: instant }),
  ({ place: at, atMs }) => {
    const of = getTrackedMonth(atMs, at);
    callCount += 1;
    // A new or cleared simulation folds from the epoch, so only a few times per thousand runs.
    if (callCount % 250 === 0) another.forget();
    if (callCount % 400 === 0) another = createWorld({ seed: 'properties' });
    assertEqual(another.quoteAt(of, atMs), world.quoteAt(of, atMs), `${of.id} at ${atMs}`);
    const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    // The bar uses the whole-day grid, the quote a single point; both must agree.
    assertEqual(
      another.quoteAt(of, minute).lastTicks,
      world.barAt(of, minute, MINUTE_MS).openTicks,
      `${of.id} at ${minute}`,
    );
  },
);
