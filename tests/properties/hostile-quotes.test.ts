// Hostile quotes on their way to the engine: none crashes it, none is stored, each is counted and
// shown on the feed item.
import fc from 'fast-check';
import { expect } from 'vitest';
import { buildHealthItems } from '../../app/models/desk/health.server';
import type { TerminalStatus } from '../../app/models/desk/terminal-status';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Quote, buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import {
  type GuardStatus,
  countDropped,
  createFeedGuard,
} from '../../app/trading/market/feed-guard';
import type { MarketInput } from '../../app/trading/market/guard-checks';
import { CORN, CRUDE, GAS, INSTRUMENTS, MARKET, openDesk } from '../support/desk-harness';
import { createManualOrder, executeCommand, listFillPrices } from '../support/reference-orders';
import { chooseSize } from '../support/run-size';
import { property } from './property';

/** Per case: 2,100 in `npm test`, 100,000 in the deep run. */
const HOSTILE_QUOTES = chooseSize(7, 100);
const QUOTE_MS = 5_000;
const STALE_AFTER_MS = 15_000;
const BASE_TICKS = { NG: 2800, CL: 900, CORN: 1800 } as const;
const LONG_TEXT = 'x'.repeat(2 ** 20);
/** The longest text of a record is a reason. */
const TEXT_LENGTH_MAX = 1_000;

type Event = MarketInput['event'];
/** Makes a hostile event from a valid one. */
type Hostility = (event: Event) => unknown;

const badNumber = fc.oneof(
  fc.constantFrom<unknown>(
    ...[NaN, Infinity, -Infinity, -0, 1e-12, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1],
    ...['', '1e309', '0x10', 'NaN', '2800', LONG_TEXT],
    ...[null, undefined, true, 2800n, [], {}, [2800]],
  ),
  fc.double({ noInteger: true }),
  fc.string({ maxLength: 20 }),
  // Far beyond each price, and a time of 1970.
  fc.integer({ min: 10_000_000 }),
);
const withQuote =
  (change: (quote: Quote) => unknown): Hostility =>
  (event) => ({ ...event, quote: change(event.quote) });

const hostility: fc.Arbitrary<Hostility> = fc.oneof(
  fc
    .record(
      { bidTicks: badNumber, askTicks: badNumber, lastTicks: badNumber, atMs: badNumber },
      { requiredKeys: [] },
    )
    .filter((fields) => Object.keys(fields).length > 0)
    .map((fields) => withQuote((quote) => ({ ...quote, ...fields }))),
  fc
    .constantFrom<unknown>(null, undefined, 5, 'quote', [], {}, NaN, LONG_TEXT)
    .map((quote) => withQuote(() => quote)),
  fc
    .integer({ min: 2_001, max: 1e12 })
    .map((laterMs) => withQuote((quote) => ({ ...quote, atMs: quote.atMs + laterMs }))),
  fc
    .integer({ min: 1, max: 1e12 })
    .map((earlierMs) => withQuote((quote) => ({ ...quote, atMs: quote.atMs - earlierMs }))),
  fc.constant<Hostility>((event) => event),
  fc.constant(
    withQuote((quote) => ({ ...quote, bidTicks: quote.askTicks, askTicks: quote.bidTicks })),
  ),
  fc
    .constantFrom<unknown>('', null, 1, true, 'SIDEWAYS', LONG_TEXT)
    .map((lock) => withQuote((quote) => ({ ...quote, lock }))),
  fc.constantFrom<unknown>('XX', '', '__proto__', null, undefined, 7, LONG_TEXT).map(
    (instrumentId): Hostility =>
      (event) => ({ ...event, instrumentId }),
  ),
  fc.constant<Hostility>((event) => ({ ...event, market: 'other' })),
  fc.constantFrom<unknown>(null, undefined, 5, {}, { openTicks: NaN, startsMs: '0' }).map(
    (bar): Hostility =>
      (event) => ({ ...event, type: 'BarClosed', bar }),
  ),
);

interface Case {
  readonly instrument: Instrument;
  readonly hostilities: readonly Hostility[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  instrument: fc.constantFrom(GAS, CRUDE, CORN),
  hostilities: fc.array(hostility, {
    minLength: HOSTILE_QUOTES,
    maxLength: HOSTILE_QUOTES,
    size: 'max',
  }),
});

/** Sum of the rejected quotes on the feed item of the status strip. */
function sumShownRejections(guard: GuardStatus, nowMs: number): number {
  const status = {
    feed: {
      market: MARKET,
      phase: 'running',
      events: guard.passed,
      lastEventMs: nowMs,
      receivedAgoMs: 0,
      fault: null,
      guard,
    },
    trading: { state: 'ACTIVE', reason: '' },
    storageFault: null,
    audit: { phase: 'off', reason: null },
    clock: { fault: null },
    failedParts: [],
  } as unknown as TerminalStatus;
  const detail = buildHealthItems(status, nowMs, 'America/New_York')[1]?.detail ?? '';
  const [, reasons = ''] = /Rejected quotes since start: ([^.]*)\./.exec(detail) ?? [];
  return [...reasons.matchAll(/ (\d+)(?:,|$)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Paths of values that no record may have: numbers that are not finite, and very long texts. */
function findBadValues(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value === 'string') return value.length > TEXT_LENGTH_MAX ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => findBadValues(each, `${path}.${key}`));
}

const totals = { hostile: 0, records: 0 };

async function checkCase({ instrument, hostilities }: Case): Promise<void> {
  const desk = await openDesk();
  const baseTicks = BASE_TICKS[instrument.id as keyof typeof BASE_TICKS];
  const startMs = desk.nowMs();
  const guard = createFeedGuard({
    market: MARKET,
    kind: 'news',
    hours: 'always',
    storedQuote: () => buildQuote(toTicks(baseTicks), 1, startMs - QUOTE_MS),
  });
  guard.filterEvent(
    {
      type: 'MarketListed',
      market: MARKET,
      instruments: INSTRUMENTS,
      staleAfterMs: STALE_AFTER_MS,
      atMs: startMs,
    },
    startMs,
  );
  const send = (event: unknown): void => {
    const input: MarketInput = {
      type: 'Market',
      isBackfill: false,
      atMs: desk.nowMs(),
      event: event as Event,
    };
    for (const accepted of guard.filterEvent(input, desk.nowMs())) desk.offer(accepted);
  };
  const sendValid = (ticks: number): Event => {
    desk.wait(QUOTE_MS);
    const event: Event = {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: instrument.id,
      quote: buildQuote(toTicks(ticks), 1, desk.nowMs()),
    };
    send(event);
    return event;
  };
  sendValid(baseTicks);
  const order = { instrumentId: instrument.id, lots: 1, stop: 50, target: 100 };
  expect(await executeCommand(desk, createManualOrder(order))).toBe('granted');
  for (const [step, makeHostile] of hostilities.entries())
    send(makeHostile(sendValid(baseTicks + (step % 2))));
  const last = sendValid(baseTicks);
  const status = guard.getStatus(desk.nowMs());
  expect({ ...status, dropped: countDropped(status) }).toMatchObject({
    received: 2 * hostilities.length + 2,
    passed: hostilities.length + 2,
    pending: 0,
    dropped: hostilities.length,
  });
  expect(sumShownRejections(status, desk.nowMs())).toBe(hostilities.length);
  expect(desk.runner.state().markets[MARKET]?.instruments[instrument.id]?.quote).toEqual(
    last.quote,
  );
  expect(listFillPrices(desk)).toHaveLength(1);
  expect(desk.runner.state().trading.state).toBe('ACTIVE');
  expect(findBadValues(desk.journal.records)).toEqual([]);
  totals.hostile += hostilities.length;
  totals.records += desk.journal.records.length;
}

property('hostile quotes crash nothing, are not stored, and are counted', cases, checkCase, {
  after: () =>
    process.stdout.write(
      `${totals.hostile} hostile quotes: all counted and shown, none in ${totals.records} records\n`,
    ),
});
