// A desk whose gas is a chain of three months: the first ends after ten days, and what is held in
// it has to be rolled.
import { defineInstrument } from '../../app/trading/domain/instrument';
import { type Quote, quoteAround } from '../../app/trading/domain/quote';
import type { BarLength } from '../../app/trading/strategies/playbook';
import type { LogRecord } from '../../app/trading/domain/record';
import { toTicks } from '../../app/trading/domain/units';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { RunnerOptions } from '../../app/trading/engine/runner';
import { handOrder } from './reference-orders';
import { type DeskHarness, MARKET, levelPlaybook, openDesk, testConfig } from './desk-harness';
import { DAY_MS } from '../../app/trading/domain/time';

const START_MS = Date.UTC(2024, 0, 2);
export const ROLL_MS = START_MS + 10 * DAY_MS;
export const EXPIRES_MS = START_MS + 12 * DAY_MS;

const month = (id: string, rollMs: number) =>
  defineInstrument({
    id: `NG.${id}`,
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '10',
    priceMayBeNegative: false,
    contract: {
      chain: 'NG',
      code: `NG${id}`,
      delivery: '2024-02-01',
      rollMs,
      expiresMs: rollMs + 2 * DAY_MS,
    },
  });

export const NEAR = month('G24', ROLL_MS);
export const NEXT = month('H24', ROLL_MS + 30 * DAY_MS);
export const FAR = month('J24', ROLL_MS + 60 * DAY_MS);
export const MONTHS = [NEAR, NEXT, FAR];

/** Long below 3 dollars and short above, with a stop one dime away unless told. */
export const chainConfig = (
  change: Parameters<typeof testConfig>[0] = {},
  stopRanges: number | null = 1,
  bar: BarLength = '1d',
): EngineConfig =>
  testConfig({
    playbooksOf: (key) =>
      key === 'natural-gas' ? [levelPlaybook('natural-gas', 3, stopRanges, 0.1, bar)] : [],
    ...change,
  });

/** A desk that lists the chain with quotes that are good for a quarter of a minute. */
export async function chainDesk(
  config = chainConfig(),
  months = MONTHS,
  twins?: RunnerOptions['twins'],
): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', twins);
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: months,
    staleAfterMs: 15_000,
    atMs: desk.nowMs(),
  });
  return desk;
}

/** Lets time pass up to a moment. */
export const until = (desk: DeskHarness, atMs: number): void =>
  desk.wait(Math.max(0, atMs - desk.nowMs()));

/** A quote with a lock, as a market at its daily limit gives it. */
export function lockedQuote(
  desk: DeskHarness,
  id: string,
  ticks: number,
  lock: NonNullable<Quote['lock']>,
): void {
  const atMs = desk.nowMs() + 5_000;
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: id,
      quote: { ...quoteAround(toTicks(ticks), 1, atMs), lock },
    },
  });
}

/** The decisions of a kind so far. */
export const decisions = ({ journal }: DeskHarness, action: string) =>
  journal.records.flatMap((record: LogRecord) =>
    record.type === 'DecisionTaken' && record.payload.action === action ? [record.payload] : [],
  );

/** What was filled, as contract, purpose, lots and price. */
export const dealt = ({ journal }: DeskHarness): (readonly [string, string, number, number])[] =>
  journal.records.flatMap((record) => {
    if (record.type !== 'OrderFilled') return [];
    const order = journal.orders.get(record.payload.orderId);
    return order
      ? [
          [
            order.instrumentId,
            order.purpose,
            record.payload.lots,
            record.payload.priceTicks,
          ] as const,
        ]
      : [];
  });

/** A bar of each month at these prices, then a fresh quote of each. */
export function bars(desk: DeskHarness, ...ticks: readonly number[]): void {
  const priceOf = (place: number): number => ticks[place] ?? ticks[0] ?? 0;
  MONTHS.forEach((each, place) =>
    desk.bar(each, [priceOf(place), priceOf(place), priceOf(place), priceOf(place)]),
  );
  MONTHS.forEach((each, place) => desk.quote(each, priceOf(place)));
}
/** RUN for the gas. */
export const start = (desk: DeskHarness) =>
  desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });

/**
 * A long position by hand of thirty lots at 2.802 in the first month, at the moment its roll
 * begins.
 */
export async function heldByHand(
  change: Parameters<typeof handOrder>[0] = { stop: 52, target: 98 },
  config = chainConfig(),
): Promise<DeskHarness> {
  const desk = await chainDesk(config);
  desk.quote(NEAR, 2800);
  await desk.send('ann', handOrder({ instrumentId: NEAR.id, ...change }));
  return desk;
}

/** The moment of the roll, with a quote of both months. */
export function rolledAt(desk: DeskHarness, near: number, next: number): void {
  until(desk, ROLL_MS);
  desk.quote(NEXT, next);
  desk.quote(NEAR, near);
}
