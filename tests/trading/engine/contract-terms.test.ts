// A contract whose terms change while it is held keeps its old terms; only entries are rejected.
import { describe, expect, test } from 'vitest';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { defineInstrument, parseDecimal } from '../../../app/trading/domain/instrument';
import {
  type Bar,
  type Quote,
  findBarError,
  buildQuote,
  findQuoteError,
} from '../../../app/trading/domain/quote';
import { type Ticks, toTicks } from '../../../app/trading/domain/units';
import { convertEvent, convertTicks } from '../../../app/trading/engine/contract-terms';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import { SYSTEM_USER } from '../../../app/trading/engine/config';
import {
  CORN,
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../../support/reference-orders';
import { createForecast } from '../../support/issued-forecasts';

const defineGas = (tick: string, lot = '10') =>
  defineInstrument({ id: 'NG', commodity: 'natural-gas', tick, lot, priceMayBeNegative: false });
const FINER = defineGas('0.0001');
const COARSER = defineGas('0.005');
const buildDecimal = (text: string) => parseDecimal(text)!;

const list = (desk: DeskHarness, gasTerms: Instrument, shownAgain?: readonly string[]): void =>
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [gasTerms, CRUDE, CORN],
    staleAfterMs: 86_400_000,
    atMs: desk.nowMs(),
    ...(shownAgain ? { reloadedContracts: shownAgain } : {}),
  });
const findGas = (desk: DeskHarness) => desk.runner.state().markets[MARKET]?.instruments['NG'];
const getListedTerms = (desk: DeskHarness) => desk.runner.state().listings[MARKET]?.['NG'];
const listTypes = (desk: DeskHarness, from = 0) =>
  desk.journal.records.slice(from).map(({ type }) => type);

/** Ann: 30 lots of gas bought at 2.802, stop 2.750, target 2.900. */
async function heldDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  expect(await executeCommand(desk, createManualOrder({ stop: 52, target: 98 }))).toBe('granted');
  expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([
    [['NG', 30]],
    [
      ['STOP', 30, 2750],
      ['TARGET', 30, 2900],
    ],
  ]);
  return desk;
}

describe('contract in use with changed terms', () => {
  test('keeps its old terms without a halt', async () => {
    const desk = await heldDesk();
    const from = desk.journal.records.length;
    list(desk, FINER);
    expect(listTypes(desk, from)).toEqual([]);
    expect(desk.runner.state().trading.state).toBe('ACTIVE');
    expect([getListedTerms(desk), findGas(desk)?.instrument, findGas(desk)?.newTerms]).toEqual([
      GAS,
      GAS,
      FINER,
    ]);
  });

  test.each([
    ['finer', FINER, 27_995],
    ['coarser', COARSER, 560],
  ] as const)('is quoted in old ticks where the new tick is %s', async (_name, terms, ticks) => {
    const desk = await heldDesk();
    list(desk, terms);
    desk.quote(terms, ticks);
    const quote = findGas(desk)?.quote;
    if (terms === FINER)
      expect([quote?.bidTicks, quote?.lastTicks, quote?.askTicks]).toEqual([2799, 2800, 2800]);
    else expect([quote?.bidTicks, quote?.lastTicks, quote?.askTicks]).toEqual([2795, 2800, 2805]);
  });

  test('fills stops, closes and settles under the old terms', async () => {
    const desk = await heldDesk();
    list(desk, defineGas('0.0001', '25'));
    desk.quote(FINER, 27_515);
    expect(listHoldings(desk)).toEqual([['NG', 30]]);
    desk.quote(FINER, 27_490);
    // bid 2.7489 is 2.748 in old ticks; the stop slips one tick
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], 2747]);
  });

  test('is closed by CLOSE', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    desk.quote(FINER, 28_100);
    expect(await executeCommand(desk, { type: 'CloseTrading', commodity: 'natural-gas' })).toBe(
      'granted',
    );
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], 2808]);
  });

  test('rejects entries while other contracts accept them', async () => {
    const desk = await heldDesk();
    await desk.send('bob', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: desk.runner.state().books['ann:simulation']!.capitalMills,
    });
    list(desk, FINER);
    desk.quote(FINER, 28_000);
    desk.quote(CRUDE, 7000);
    const { outcome } = await desk.send('bob', createManualOrder());
    expect(outcome.ok ? null : outcome.refusal).toMatchObject({
      code: 'TERMS',
      message: expect.stringContaining('tick 0.001, now 0.0001'),
    });
    expect(
      await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 5 }), 'bob'),
    ).toBe('granted');
  });

  test('keeps its old terms after a restart', async () => {
    const desk = await heldDesk();
    const { markets: _gone, ...logged } = desk.runner.state();
    const again = createDeskHarness(createTestConfig(), desk.journal, { ...EMPTY_DESK, ...logged });
    // the harness lists the default terms, so this start has changed terms
    const fresh = createDeskHarness(createTestConfig(), desk.journal, {
      ...EMPTY_DESK,
      ...again.runner.state(),
      markets: {},
    });
    list(fresh, FINER);
    fresh.quote(FINER, 27_490);
    expect(listHoldings(fresh)).toEqual([]);
  });
});

describe('new terms', () => {
  test('apply after the last position and order end and history is loaded again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    desk.quote(FINER, 28_000);
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    list(desk, FINER);
    // bars and playbook states are in old ticks
    expect([findGas(desk)?.newTerms, await executeCommand(desk, createManualOrder())]).toEqual([
      FINER,
      'TERMS',
    ]);
    const from = desk.journal.records.length;
    list(desk, FINER, ['NG']);
    expect(listTypes(desk, from)).toEqual(['MarketListed']);
    expect([
      getListedTerms(desk),
      findGas(desk)?.instrument,
      findGas(desk)?.newTerms,
      findGas(desk)?.quote,
    ]).toEqual([FINER, FINER, undefined, null]);
    desk.quote(FINER, 28_000);
    expect(await executeCommand(desk, createManualOrder())).toBe('granted');
  });

  test('do not apply while anything is open, even if history is loaded again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    list(desk, FINER, ['NG']);
    expect([getListedTerms(desk), findGas(desk)?.newTerms]).toEqual([GAS, FINER]);
  });

  test('are dropped when the feed lists the old terms again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    list(desk, GAS);
    expect(findGas(desk)?.newTerms).toBeUndefined();
    desk.quote(GAS, 2800);
    expect(findGas(desk)?.quote?.lastTicks).toBe(2800);
  });

  test('wait for pending signals in old ticks and block new ones', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    const offerForecast = () =>
      desk.offer({
        type: 'ForecastsReceived',
        market: MARKET,
        atMs: desk.nowMs(),
        forecasts: [createForecast(desk.nowMs(), { chanceUp: 0.7 })],
      });
    offerForecast();
    expect(desk.runner.state().signals.pending).toHaveLength(1);
    list(desk, FINER);
    expect([getListedTerms(desk), findGas(desk)?.newTerms]).toEqual([GAS, FINER]);
    desk.wait(25 * 3_600_000);
    desk.quote(FINER, 28_000);
    expect(desk.runner.state().signals.pending).toHaveLength(0);
    offerForecast();
    expect(desk.runner.state().signals.pending).toHaveLength(0);
  });

  test('wait for shadow accounts that still hold the contract', async () => {
    const config = createTestConfig({
      listPlaybooks: (key) =>
        key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 2.8)] : [],
    });
    const desk = await openDesk(config, 'ann', { specs: listShadowSpecs(config), desk: {} });
    const listShadowPositions = () =>
      Object.values(desk.runner.shadows()).flatMap(({ books }) =>
        Object.values(books['ann:simulation']?.positions ?? {}),
      );
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    desk.quote(GAS, 2800);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    expect([
      listHoldings(desk),
      listShadowPositions().map(({ instrumentId }) => instrumentId),
    ]).toEqual([[], ['NG']]);
    list(desk, FINER);
    expect(getListedTerms(desk)).toEqual(GAS);
    desk.quote(FINER, 31_000);
    const bookMills = () =>
      desk.runner.shadows()['BUY_AND_HOLD']?.books['ann:simulation']?.equityMills ?? 0;
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 120_000 });
    // 30 cents from 2.80, not 10 times the price
    expect(Math.abs(bookMills() - 25_000_000)).toBeLessThan(2_500_000);
    expect([
      bookMills() > 25_000_000,
      Object.values(desk.runner.shadows()).flatMap(({ fault }) => fault ?? []),
    ]).toEqual([true, []]);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    expect(listShadowPositions()).toEqual([]);
    list(desk, FINER, ['NG']);
    expect(getListedTerms(desk)).toEqual(FINER);
  });
});

describe('halt by an earlier version for changed terms', () => {
  const openHaltedDesk = async (reason: string): Promise<DeskHarness> => {
    const desk = await heldDesk();
    await desk.send(SYSTEM_USER, { type: 'HaltTrading', reason });
    list(desk, FINER);
    return desk;
  };

  test('is lifted', async () => {
    const desk = await openHaltedDesk(
      'NG, CL of test came with another tick or lot while positions are open in it; close them under the old terms first',
    );
    expect([desk.runner.state().trading.state, listTypes(desk).at(-1)]).toEqual([
      'ACTIVE',
      'TradingResumed',
    ]);
  });

  test('stays for any other reason', async () => {
    const desk = await openHaltedDesk('stored rows differ from the log');
    expect(desk.runner.state().trading.state).toBe('HALTED');
  });
});

describe('prices converted to other ticks', () => {
  test.each([
    ['0.01', '0.001', 3, 30, 30, 30],
    ['0.001', '0.01', 37, 3, 4, 4],
    ['0.001', '0.01', 34, 3, 3, 4],
    ['0.25', '0.1', 3, 7, 8, 8],
    ['0.001', '0.01', -37, -4, -4, -3],
    ['0.001', '0.01', -35, -4, -3, -3],
    ['0.001', '0.01', 35, 3, 4, 4],
    ['0.01', '0.01', 7, 7, 7, 7],
  ] as const)('%s to %s: %i is %i, %i, %i', (from, to, ticks, down, nearest, up) => {
    const convertOne = (rounding: 'down' | 'nearest' | 'up') =>
      convertTicks(ticks, buildDecimal(from), buildDecimal(to), rounding);
    expect([convertOne('down'), convertOne('nearest'), convertOne('up')]).toEqual([
      down,
      nearest,
      up,
    ]);
  });

  test('are null beyond the safe integers', () => {
    expect(
      convertTicks(
        Number.MAX_SAFE_INTEGER - 1,
        buildDecimal('1'),
        buildDecimal('0.000000001'),
        'down',
      ),
    ).toBeNull();
  });

  test('are never better than the original and stay valid', () => {
    const ticks = ['0.0001', '0.0005', '0.001', '0.0025', '0.01', '0.05', '0.25', '1'].map(
      buildDecimal,
    );
    const pairs = ticks.flatMap((from) => ticks.map((to) => [from, to] as const));
    for (const [from, to] of pairs) {
      for (let last = 40_000; last < 40_060; last += 7) {
        const quote: Quote = { ...buildQuote(toTicks(last), 3, 5), lastTicks: toTicks(last + 1) };
        const bar: Bar = {
          openTicks: toTicks(last - 2),
          highTicks: toTicks(last + 9),
          lowTicks: toTicks(last - 5),
          closeTicks: toTicks(last + 1),
          startsMs: 0,
          endsMs: 5,
        };
        const converted = convertEvent(
          { type: 'BarClosed', market: MARKET, instrumentId: 'NG', bar, quote },
          from,
          to,
        );
        if (converted?.type !== 'BarClosed') throw new Error('a bar stays a bar');
        const computeValue = (count: Ticks, tick = to) =>
          BigInt(count) * BigInt(tick.digits) * 10n ** BigInt(9 - tick.decimals);
        expect(
          computeValue(converted.quote.bidTicks) <= computeValue(quote.bidTicks, from) &&
            computeValue(converted.quote.askTicks) >= computeValue(quote.askTicks, from),
        ).toBe(true);
        expect(
          computeValue(converted.bar.lowTicks) <= computeValue(bar.lowTicks, from) &&
            computeValue(converted.bar.highTicks) >= computeValue(bar.highTicks, from),
        ).toBe(true);
        expect([
          findQuoteError({ ...GAS, priceMayBeNegative: true }, converted.quote),
          findBarError({ ...GAS, priceMayBeNegative: true }, converted.bar),
        ]).toEqual([null, null]);
      }
    }
  });

  test('at or below zero are rejected where the contract cannot trade there', async () => {
    const desk = await heldDesk();
    list(desk, { ...COARSER, priceMayBeNegative: true });
    const before = findGas(desk)?.quote;
    desk.quote(COARSER, -3);
    expect([findGas(desk)?.quote, listHoldings(desk)]).toEqual([before, [['NG', 30]]]);
  });
});
