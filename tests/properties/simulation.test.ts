import fc from 'fast-check';
import { expect } from 'vitest';
import { listedInstruments } from '../../app/trading/domain/contract';
import { type Bar, barFault, quoteFault } from '../../app/trading/domain/quote';
import { DAY_MS, MINUTE_MS, WORLD_EPOCH_MS } from '../../app/trading/simulation/calendar';
import { createWorld } from '../../app/trading/simulation/world';
import { agree, property } from './property';

const world = createWorld({ seed: 'properties' });
const DAYS = 6000;
const LENGTHS = [15, 60, 1440].map((minutes) => minutes * MINUTE_MS);
const instrument = fc.constantFrom(...listedInstruments());
const instant = fc.integer({ min: 0, max: DAYS * DAY_MS - 1 }).map((ms) => WORLD_EPOCH_MS + ms);

property('a simulated quote is sound at any moment, and inside the bar of its minute', fc.record({ instrument, atMs: instant }), (asked) => {
  const quote = world.quoteAt(asked.instrument, asked.atMs);
  agree(quoteFault(asked.instrument, quote), null, asked.instrument.id);
  agree(quote.atMs, asked.atMs, 'the moment of a quote');
  expect(quote.bidTicks).toBeLessThan(quote.lastTicks);
  const bar = world.barAt(asked.instrument, Math.floor(asked.atMs / MINUTE_MS) * MINUTE_MS, MINUTE_MS);
  expect(quote.lastTicks).toBeGreaterThanOrEqual(bar.lowTicks);
  expect(quote.lastTicks).toBeLessThanOrEqual(bar.highTicks);
}, { runs: 3000 });

const barAsked = fc.record({ instrument, atMs: instant, lengthMs: fc.constantFrom(...LENGTHS) });

/** One bar out of several that follow each other. */
function together(bars: readonly Bar[]): Bar {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) throw new Error('a bar is made of at least one');
  const highTicks = bars.reduce((high, bar) => (bar.highTicks > high ? bar.highTicks : high), first.highTicks);
  const lowTicks = bars.reduce((low, bar) => (bar.lowTicks < low ? bar.lowTicks : low), first.lowTicks);
  return { openTicks: first.openTicks, highTicks, lowTicks, closeTicks: last.closeTicks, startsMs: first.startsMs, endsMs: last.endsMs };
}

property('longer bars are made exactly of their one-minute bars, and follow each other without a gap', barAsked, ({ instrument: of, atMs, lengthMs }) => {
  const startMs = Math.floor(atMs / lengthMs) * lengthMs;
  const bar = world.barAt(of, startMs, lengthMs);
  const minutes = Array.from({ length: lengthMs / MINUTE_MS }, (_, index) => world.barAt(of, startMs + index * MINUTE_MS, MINUTE_MS));
  agree(barFault(of, bar), null, of.id);
  agree(together(minutes), bar, `${of.id} at ${startMs} for ${lengthMs}`);
  agree(world.barAt(of, startMs + lengthMs, lengthMs).openTicks, bar.closeTicks, 'the open after a close');
});

let another = createWorld({ seed: 'properties' });
let asked = 0;
property('a price does not depend on what was asked before', fc.record({ instrument, atMs: instant }), ({ instrument: of, atMs }) => {
  asked += 1;
  // A fresh world, or one that has forgotten, folds from the epoch: a few times in a thousand are enough.
  if (asked % 250 === 0) another.forget();
  if (asked % 400 === 0) another = createWorld({ seed: 'properties' });
  agree(another.quoteAt(of, atMs), world.quoteAt(of, atMs), `${of.id} at ${atMs}`);
  const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  // The bar walks the whole day at once, the quote goes to its point alone: both must find the same number.
  agree(another.quoteAt(of, minute).lastTicks, world.barAt(of, minute, MINUTE_MS).openTicks, `${of.id} at ${minute}`);
});
