// The rows of a quote list: exact prices, changes since yesterday, a fixed order, and no row for
// what nobody quotes.
import { describe, expect, test } from 'vitest';
import { quoteWires, quotesWithCash } from '../../../app/models/market/quotes.server';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { frontInstrument, listedInstruments } from '../../../app/trading/domain/contract';
import { DELIVERY_REGIONS } from '../../../app/trading/domain/delivery';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { toTicks } from '../../../app/trading/domain/units';
import { type DeskHarness, deskHarness } from '../../support/desk-harness';

const NAME = 'quoted';
const YESTERDAY_MS = Date.UTC(2024, 5, 3, 12);
const TODAY_MS = Date.UTC(2024, 5, 4, 12);
const STALE_MS = 15_000;
const instruments = listedInstruments();
const find = (id: string): Instrument =>
  instruments.find((instrument) => instrument.id === id) ?? expect.fail(id);

/** A desk that lists all fourteen in the wrong order, and quotes what it is told. */
function listed(): DeskHarness & { show(id: string, ticks: number, atMs: number): void } {
  const desk = deskHarness();
  desk.offer({
    type: 'MarketListed',
    market: NAME,
    instruments: [...instruments].reverse(),
    staleAfterMs: STALE_MS,
    atMs: YESTERDAY_MS,
  });
  const show = (id: string, ticks: number, atMs: number): void => {
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
  return { ...desk, show };
}

const rows = (desk: DeskHarness, nowMs = TODAY_MS) =>
  quoteWires({ state: desk.runner.state }, NAME, COMMODITY_KEYS, nowMs);

describe('quotes', () => {
  test('have prices as exact texts and changes as numbers in quoted units', () => {
    const desk = listed();
    desk.show('NG', 2800, YESTERDAY_MS);
    expect(rows(desk)[0]).toMatchObject({ price: '2.800', change: null, changePercent: null });
    desk.show('NG', 2835, TODAY_MS);
    expect(rows(desk)).toEqual([
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
        asOf: '2024-06-04T12:00:00.000Z',
        ageSeconds: 0,
        source: NAME,
        isStale: false,
      },
    ]);
  });

  test('measure percent by the size of the base, and have none of a base of zero', () => {
    const desk = listed();
    desk.show('CL', -3763, YESTERDAY_MS);
    desk.show('ET-PJM', 0, YESTERDAY_MS);
    desk.show('CL', 0, TODAY_MS);
    desk.show('ET-PJM', -25, TODAY_MS);
    expect(rows(desk)).toMatchObject([
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

  test('stand in one order whatever was listed or quoted first', () => {
    const desk = listed();
    for (const { id } of instruments) desk.show(id, 5000, TODAY_MS);
    expect(rows(desk).map(({ symbol }) => symbol)).toEqual([
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
      quoteWires({ state: desk.runner.state }, NAME, ['wheat', 'corn'], TODAY_MS).map(
        ({ symbol }) => symbol,
      ),
    ).toEqual(['CORN', 'WHEAT']);
  });

  test('say when they are too old', () => {
    const desk = listed();
    desk.show('NG', 2800, TODAY_MS);
    expect([STALE_MS, STALE_MS + 1].map((age) => rows(desk, TODAY_MS + age)[0]?.isStale)).toEqual([
      false,
      true,
    ]);
    expect(rows(desk, TODAY_MS + STALE_MS)[0]?.ageSeconds).toBe(STALE_MS / 1000);
  });

  test('are of the active month of a chain alone, named by the chain, changed since that month’s own last price', () => {
    const desk = deskHarness();
    const month = (chain: string, code: string, rollMs: number): Instrument => ({
      ...frontInstrument('electricity'),
      id: `${chain}.${code}`,
      contract: { chain, code: `L1${code}`, delivery: '2024-06-07', rollMs, expiresMs: rollMs },
    });
    const [ended, active, later] = [
      month('ET-PJM', 'A', TODAY_MS - 1),
      month('ET-PJM', 'B', TODAY_MS + 2),
      month('ET-PJM', 'C', TODAY_MS + 9),
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
    const show = ({ id }: Instrument, ticks: number, atMs: number): void =>
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
      show(each, ticks, YESTERDAY_MS);
    for (const [each, ticks] of [
      [ended, 8100],
      [active, 9090],
      [later, 9600],
    ] as const)
      show(each, ticks, TODAY_MS);
    expect(rows(desk)).toMatchObject([
      {
        symbol: 'ET-PJM',
        contract: 'L1B',
        hub: 'PJM',
        price: '90.90',
        change: 0.9,
        changePercent: 1,
      },
    ]);
    expect(rows(desk, TODAY_MS + 2)).toMatchObject([{ symbol: 'ET-PJM', contract: 'L1C' }]);
  });

  test('are none in a market that is not fed', () => {
    expect(rows(listed())).toEqual([]);
    expect(
      quoteWires({ state: deskHarness().runner.state }, 'nowhere', COMMODITY_KEYS, TODAY_MS),
    ).toEqual([]);
  });

  test('name a hub or a region, and never both', () => {
    const desk = listed();
    for (const { id } of instruments) desk.show(id, 5000, TODAY_MS);
    for (const { hub, region, commodity } of rows(desk)) {
      expect([commodity, hub !== null, region !== null]).toEqual([
        commodity,
        commodity === 'electricity',
        commodity !== 'electricity',
      ]);
      expect(region).toBe(DELIVERY_REGIONS[commodity]);
    }
  });

  test('are followed by the cash prices of regions, with their basis said and nothing to deal at', () => {
    const desk = listed();
    desk.show('NG', 3000, YESTERDAY_MS);
    desk.show('NG', 2850, TODAY_MS);
    desk.show('ET-PJM', 8800, TODAY_MS);
    const told = quotesWithCash(rows(desk, TODAY_MS + STALE_MS + 1), NAME, TODAY_MS + STALE_MS + 1);
    expect(told.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
      'quote ET-PJM',
      'quote NG',
      'cash NG-Permian',
      'cash NG-Marcellus',
      'cash NG-Gulf Coast',
    ]);
    expect(told[2]).toEqual({
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
      note: 'cash: NG with a usual basis of -0.60 $/MMBtu',
      asOf: '2024-06-04T12:00:00.000Z',
      ageSeconds: 15,
      source: `${NAME}, NG`,
      isStale: true,
    });
    expect(quotesWithCash([], NAME, TODAY_MS)).toEqual([]);
  });
});
