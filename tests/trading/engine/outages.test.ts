// Outages of a feed: no entry on a quote older than the limit, STALE and SILENT are shown, and late
// quotes fill no stop.
import { expect, test } from 'vitest';
import { listQuoteDtos } from '../../../app/models/market/quotes.server';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { createFeedGuard } from '../../../app/trading/market/feed-guard';
import {
  CORN,
  GAS,
  OPEN_BOOK,
  createDeskHarness,
  createTestConfig,
} from '../../support/desk-harness';
import { createManualOrder, executeCommand, listFillPrices } from '../../support/reference-orders';

const FEED = 'outages';
const INTERVAL_S = 5;
const LIMIT_S = 15;
const BASE_TICKS = { NG: 2800, CORN: 1800 } as const;
/** Below the stop, 2752; never quoted in time. */
const DIP_TICKS = 2740;
const OUTAGE_FROM_S = 60;

interface OutageCase {
  readonly name: string;
  /** Seconds without the quotes that were due. */
  readonly lengthS: number;
  readonly times: number;
  readonly isGasOnly: boolean;
}

const CASES: readonly OutageCase[] = [
  { name: '10 s', lengthS: 10, times: 1, isGasOnly: false },
  { name: '1 min', lengthS: 60, times: 1, isGasOnly: false },
  { name: '1 h', lengthS: 3_600, times: 1, isGasOnly: false },
  { name: '20 s, twelve times', lengthS: 20, times: 12, isGasOnly: false },
  { name: '10 min in one market', lengthS: 600, times: 1, isGasOnly: true },
];

/** A desk on a guarded feed that is quoted every five seconds, with time in seconds. */
async function openQuotedDesk() {
  const desk = createDeskHarness(createTestConfig({ getMarket: () => FEED }));
  const startMs = desk.nowMs();
  const toMs = (second: number): number => startMs + second * 1000;
  const instruments: readonly Instrument[] = [GAS, CORN];
  const getBase = ({ id }: Instrument) => toTicks(BASE_TICKS[id as keyof typeof BASE_TICKS]);
  const guard = createFeedGuard({
    market: FEED,
    kind: 'news',
    hours: 'always',
    storedQuote: (instrument) => buildQuote(getBase(instrument), 1, startMs - 1000),
  });
  const listing = {
    type: 'MarketListed',
    market: FEED,
    instruments,
    staleAfterMs: LIMIT_S * 1000,
    atMs: startMs,
  } as const;
  for (const event of guard.filterEvent(listing, startMs)) desk.offer(event);
  await desk.send('ann', { ...OPEN_BOOK, market: FEED });
  const setTime = (second: number): void => desk.offer({ type: 'Time', atMs: toMs(second) });
  /** Sends a quote of one time at another. */
  const sendQuote = (
    instrument: Instrument,
    ofSecond: number,
    atSecond: number,
    ticks: number = getBase(instrument),
  ): void => {
    setTime(atSecond);
    const atMs = toMs(ofSecond);
    const event = {
      type: 'QuoteArrived',
      market: FEED,
      instrumentId: instrument.id,
      quote: buildQuote(toTicks(ticks), 1, atMs),
    } as const;
    const input = { type: 'Market', isBackfill: false, atMs, event } as const;
    for (const accepted of guard.filterEvent(input, toMs(atSecond))) desk.offer(accepted);
  };
  return {
    desk,
    sendQuote,
    setTime,
    buyGas: (stop: number | null = null) =>
      executeCommand(desk, createManualOrder({ lots: 1, stop })),
    isShownStale: (second: number, { id }: Instrument): boolean | undefined =>
      listQuoteDtos({ state: desk.runner.state }, FEED, COMMODITY_KEYS, toMs(second)).find(
        (row) => row.symbol === id,
      )?.isStale,
    getSilence: (second: number) => guard.getStatus(toMs(second)).outages.present,
    countLate: () => guard.getStatus(desk.nowMs()).late,
  };
}

test.each(CASES)('an outage of $name', async ({ name, lengthS, times, isGasOnly }) => {
  const quoted = await openQuotedDesk();
  let second = 0;
  const quoteUntil = (end: number): void => {
    for (; second <= end; second += INTERVAL_S)
      for (const instrument of [GAS, CORN]) quoted.sendQuote(instrument, second, second);
    second = end;
  };
  quoteUntil(OUTAGE_FROM_S - INTERVAL_S);
  expect(await quoted.buyGas(50)).toBe('granted');
  let fills = 1;
  for (let nth = 0; nth < times; nth += 1) {
    const lastS = second;
    const endS = lastS + INTERVAL_S + lengthS;
    for (let at = lastS + 1; at < endS; at += 1) {
      quoted.setTime(at);
      if (isGasOnly && at % INTERVAL_S === 0) quoted.sendQuote(CORN, at, at);
      const isOld = at - lastS > LIMIT_S;
      const where = `${name}, ${at - lastS} s after the last quote`;
      expect(quoted.isShownStale(at, GAS), where).toBe(isOld);
      expect(quoted.isShownStale(at, CORN), where).toBe(isOld && !isGasOnly);
      expect(quoted.getSilence(at)?.instrumentIds ?? [], where).toEqual(
        isOld ? (isGasOnly ? ['NG'] : ['NG', 'CORN']) : [],
      );
      // The last moment of the limit, the first after it, and the last of the outage.
      if (![LIMIT_S, LIMIT_S + 1].includes(at - lastS) && at !== endS - 1) continue;
      expect(await quoted.buyGas(), where).toBe(isOld ? 'STALE_QUOTE' : 'granted');
      fills += isOld ? 0 : 1;
    }
    // The feed delivers what it missed: a dip below the stop that is over.
    for (let missed = lastS + INTERVAL_S; missed < endS - LIMIT_S; missed += INTERVAL_S)
      quoted.sendQuote(GAS, missed, endS, DIP_TICKS);
    expect(listFillPrices(quoted.desk), name).toHaveLength(fills);
    second = endS;
    quoteUntil(endS + 2 * INTERVAL_S);
    expect(quoted.isShownStale(second, GAS), name).toBe(false);
    expect(quoted.getSilence(second), name).toBeNull();
    expect(await quoted.buyGas(), name).toBe('granted');
    fills += 1;
  }
  expect(listFillPrices(quoted.desk)).toEqual(Array.from({ length: fills }, () => 2802));
  // Of a short outage at most one quote is late, and nothing confirms its price.
  expect(quoted.countLate() > 0, name).toBe(lengthS >= 60);
});

test('after an outage a stop fills at the price of then', async () => {
  const quoted = await openQuotedDesk();
  for (let second = 0; second <= 60; second += INTERVAL_S) quoted.sendQuote(GAS, second, second);
  expect(await quoted.buyGas(50)).toBe('granted');
  // Two quotes agree on the jump.
  quoted.sendQuote(GAS, 360, 360, 2701);
  quoted.sendQuote(GAS, 365, 365, 2700);
  const fill = quoted.desk.journal.records.filter(({ type }) => type === 'OrderFilled').at(-1);
  expect(listFillPrices(quoted.desk)).toEqual([2802, 2698]);
  expect(fill?.atMs).toBe(quoted.desk.nowMs());
});
