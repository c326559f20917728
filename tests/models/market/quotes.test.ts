// Quote list: exact prices, changes, order, stale quotes.
import { describe, expect, test } from 'vitest';
import { listQuoteDtos, appendCashPrices } from '../../../app/models/market/quotes.server';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { getFrontInstrument, listInstruments } from '../../../app/trading/domain/contract';
import { DELIVERY_REGIONS } from '../../../app/trading/domain/delivery-regions';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { toTicks } from '../../../app/trading/domain/units';
import { type DeskHarness, createDeskHarness } from '../../support/desk-harness';

const NAME = 'quoted';
const YESTERDAY_MS = Date.UTC(2024, 5, 3, 12);
const TODAY_MS = Date.UTC(2024, 5, 4, 12);
const STALE_MS = 15_000;
const instruments = listInstruments();
const find = (id: string): Instrument =>
  instruments.find((instrument) => instrument.id === id) ?? expect.fail(id);

/** A market with all 14 contracts, listed in reverse order. */
function createListedMarket(): DeskHarness & {
  sendQuote(id: string, ticks: number, atMs: number): void;
} {
  const desk = createDeskHarness();
  desk.offer({
    type: 'MarketListed',
    market: NAME,
    instruments: [...instruments].reverse(),
    staleAfterMs: STALE_MS,
    atMs: YESTERDAY_MS,
  });
  const sendQuote = (id: string, ticks: number, atMs: number): void => {
    const quote = {
      bidTicks: toTicks(ticks - 2),
      askTicks: toTicks(ticks + 3),
      lastTicks: toTicks(ticks),
      atMs,
    };
    desk.offer({
      type: 'Market',
      isBackfill: false,
      atMs,
      event: { type: 'QuoteArrived', market: NAME, instrumentId: find(id).id, quote },
    });
  };
  return { ...desk, sendQuote: sendQuote };
}

const listRows = (desk: DeskHarness, nowMs = TODAY_MS) =>
  listQuoteDtos({ state: desk.runner.state }, NAME, COMMODITY_KEYS, nowMs);

describe('quotes', () => {
  test('have exact price strings and numeric changes in quoted units', () => {
    const desk = createListedMarket();
    desk.sendQuote('NG', 2800, YESTERDAY_MS);
    expect(listRows(desk)[0]).toMatchObject({ price: '2.800', change: null, changePercent: null });
    desk.sendQuote('NG', 2835, TODAY_MS);
    expect(listRows(desk)).toEqual([
      {
        kind: 'quote',
        note: null,
        symbol: 'NG',
        contract: null,
        commodity: 'natural-gas',
        price: '2.835',
        change: 0.035,
        changePercent: 1.25,
        hub: null,
        region: 'Henry Hub',
        bid: '2.833',
        ask: '2.838',
        high: '2.835',
        low: '2.835',
        volume: null,
        expiresAt: null,
        asOf: '2024-06-04T12:00:00.000Z',
        ageSeconds: 0,
        source: NAME,
        isStale: false,
      },
    ]);
  });

  test('compute percent of the absolute base, and null for a zero base', () => {
    const desk = createListedMarket();
    desk.sendQuote('CL', -3763, YESTERDAY_MS);
    desk.sendQuote('ET-PJM', 0, YESTERDAY_MS);
    desk.sendQuote('CL', 0, TODAY_MS);
    desk.sendQuote('ET-PJM', -25, TODAY_MS);
    expect(listRows(desk)).toMatchObject([
      {
        symbol: 'ET-PJM',
        hub: 'PJM',
        region: null,
        price: '-0.25',
        change: -0.25,
        changePercent: null,
      },
      { symbol: 'CL', price: '0.00', change: 37.63, changePercent: 100 },
    ]);
  });

  test('have a fixed order', () => {
    const desk = createListedMarket();
    for (const { id } of instruments) desk.sendQuote(id, 5000, TODAY_MS);
    expect(listRows(desk).map(({ symbol }) => symbol)).toEqual([
      'ET-NYISO',
      'ET-ERCOT',
      'ET-CAISO',
      'ET-PJM',
      'ET-MISO',
      'NG',
      'CORN',
      'SOYB',
      'WHEAT',
      'OJ',
      'HO',
      'KC',
      'CL',
      'CT',
    ]);
    expect(
      listQuoteDtos({ state: desk.runner.state }, NAME, ['wheat', 'corn'], TODAY_MS).map(
        ({ symbol }) => symbol,
      ),
    ).toEqual(['CORN', 'WHEAT']);
  });

  test('are marked when stale', () => {
    const desk = createListedMarket();
    desk.sendQuote('NG', 2800, TODAY_MS);
    expect(
      [STALE_MS, STALE_MS + 1].map((age) => listRows(desk, TODAY_MS + age)[0]?.isStale),
    ).toEqual([false, true]);
    expect(listRows(desk, TODAY_MS + STALE_MS)[0]?.ageSeconds).toBe(STALE_MS / 1000);
  });

  test('show the active month only, with its own change', () => {
    const desk = createDeskHarness();
    const createMonth = (chain: string, code: string, rollMs: number): Instrument => ({
      ...getFrontInstrument('electricity'),
      id: `${chain}.${code}`,
      contract: { chain, code: `L1${code}`, delivery: '2024-06-07', rollMs, expiresMs: rollMs },
    });
    const [ended, active, later] = [
      createMonth('ET-PJM', 'A', TODAY_MS - 1),
      createMonth('ET-PJM', 'B', TODAY_MS + 2),
      createMonth('ET-PJM', 'C', TODAY_MS + 9),
    ];
    desk.offer({
      type: 'MarketListed',
      market: NAME,
      instruments: [later, ended],
      staleAfterMs: STALE_MS,
      atMs: YESTERDAY_MS,
    });
    desk.offer({
      type: 'MarketListed',
      market: NAME,
      instruments: [active],
      staleAfterMs: STALE_MS,
      atMs: YESTERDAY_MS,
    });
    const sendQuote = ({ id }: Instrument, ticks: number, atMs: number): void =>
      desk.offer({
        type: 'Market',
        isBackfill: false,
        atMs,
        event: {
          type: 'QuoteArrived',
          market: NAME,
          instrumentId: id,
          quote: {
            bidTicks: toTicks(ticks - 1),
            askTicks: toTicks(ticks + 1),
            lastTicks: toTicks(ticks),
            atMs,
          },
        },
      });
    for (const [each, ticks] of [
      [ended, 8000],
      [active, 9000],
      [later, 9500],
    ] as const)
      sendQuote(each, ticks, YESTERDAY_MS);
    for (const [each, ticks] of [
      [ended, 8100],
      [active, 9090],
      [later, 9600],
    ] as const)
      sendQuote(each, ticks, TODAY_MS);
    expect(listRows(desk)).toMatchObject([
      {
        symbol: 'ET-PJM',
        contract: 'L1B',
        hub: 'PJM',
        price: '90.90',
        change: 0.9,
        changePercent: 1,
      },
    ]);
    expect(listRows(desk, TODAY_MS + 2)).toMatchObject([{ symbol: 'ET-PJM', contract: 'L1C' }]);
  });

  test('are empty for a market without a feed', () => {
    expect(listRows(createListedMarket())).toEqual([]);
    expect(
      listQuoteDtos(
        { state: createDeskHarness().runner.state },
        'nowhere',
        COMMODITY_KEYS,
        TODAY_MS,
      ),
    ).toEqual([]);
  });

  test('have either a hub or a region', () => {
    const desk = createListedMarket();
    for (const { id } of instruments) desk.sendQuote(id, 5000, TODAY_MS);
    for (const { hub, region, commodity } of listRows(desk)) {
      expect([commodity, hub !== null, region !== null]).toEqual([
        commodity,
        commodity === 'electricity',
        commodity !== 'electricity',
      ]);
      expect(region).toBe(DELIVERY_REGIONS[commodity]);
    }
  });

  test('are followed by regional cash prices with their basis and no bid or ask', () => {
    const desk = createListedMarket();
    desk.sendQuote('NG', 3000, YESTERDAY_MS);
    desk.sendQuote('NG', 2850, TODAY_MS);
    desk.sendQuote('ET-PJM', 8800, TODAY_MS);
    const quotesWithCash = appendCashPrices(
      listRows(desk, TODAY_MS + STALE_MS + 1),
      NAME,
      TODAY_MS + STALE_MS + 1,
    );
    expect(quotesWithCash.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
      'quote ET-PJM',
      'quote NG',
      'cash NG-Permian',
      'cash NG-Marcellus',
      'cash NG-Gulf Coast',
    ]);
    expect(quotesWithCash[2]).toEqual({
      kind: 'cash',
      symbol: 'NG-Permian',
      contract: null,
      commodity: 'natural-gas',
      region: 'Permian',
      hub: null,
      price: '2.250',
      change: -0.15,
      changePercent: -6.25,
      bid: null,
      ask: null,
      high: null,
      low: null,
      volume: null,
      expiresAt: null,
      note: 'cash: NG with an assumed basis of -0.60 $/MMBtu',
      asOf: '2024-06-04T12:00:00.000Z',
      ageSeconds: 15,
      source: `${NAME}, NG`,
      isStale: true,
    });
    expect(appendCashPrices([], NAME, TODAY_MS)).toEqual([]);
  });
});
