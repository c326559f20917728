// A contract whose terms change while somebody holds it: it goes on under the held terms, and only
// entries are refused.
import { describe, expect, test } from 'vitest';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { defineInstrument, parseDecimal } from '../../../app/trading/domain/instrument';
import {
  type Bar,
  type Quote,
  barFault,
  quoteAround,
  quoteFault,
} from '../../../app/trading/domain/quote';
import { type Ticks, toTicks } from '../../../app/trading/domain/units';
import { convertEvent, convertTicks } from '../../../app/trading/engine/held-terms';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/twins/kinds';
import { SYSTEM_USER } from '../../../app/trading/engine/config';
import {
  CORN,
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import {
  answer,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../../support/reference-orders';
import { spokenAt } from '../../support/opinions';

const gas = (tick: string, lot = '10') =>
  defineInstrument({ id: 'NG', commodity: 'natural-gas', tick, lot, priceMayBeNegative: false });
const FINER = gas('0.0001');
const COARSER = gas('0.005');
const buildDecimal = (text: string) => parseDecimal(text)!;

const list = (desk: DeskHarness, gasTerms: Instrument, shownAgain?: readonly string[]): void =>
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [gasTerms, CRUDE, CORN],
    staleAfterMs: 86_400_000,
    atMs: desk.nowMs(),
    ...(shownAgain ? { shownAgain } : {}),
  });
const findGas = (desk: DeskHarness) => desk.runner.state().markets[MARKET]?.instruments['NG'];
const listed = (desk: DeskHarness) => desk.runner.state().listings[MARKET]?.['NG'];
const types = (desk: DeskHarness, from = 0) =>
  desk.journal.records.slice(from).map(({ type }) => type);

/** Ann holds 30 lots of gas, bought at 2.802, with a stop at 2.750 and a target at 2.900. */
async function heldDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  expect(await answer(desk, handOrder({ stop: 52, target: 98 }))).toBe('granted');
  expect([holdings(desk), workingOrders(desk)]).toEqual([
    [['NG', 30]],
    [
      ['STOP', 30, 2750],
      ['TARGET', 30, 2900],
    ],
  ]);
  return desk;
}

describe('a contract in use that is listed under other terms', () => {
  test('stays listed under the held ones, and nothing is halted', async () => {
    const desk = await heldDesk();
    const from = desk.journal.records.length;
    list(desk, FINER);
    expect(types(desk, from)).toEqual([]);
    expect(desk.runner.state().trading.state).toBe('ACTIVE');
    expect([listed(desk), findGas(desk)?.instrument, findGas(desk)?.newTerms]).toEqual([
      GAS,
      GAS,
      FINER,
    ]);
  });

  test.each([
    ['finer', FINER, 27_995],
    ['coarser', COARSER, 560],
  ] as const)('is quoted in held ticks where the new tick is %s', async (_name, terms, ticks) => {
    const desk = await heldDesk();
    list(desk, terms);
    desk.quote(terms, ticks);
    const quote = findGas(desk)?.quote;
    if (terms === FINER)
      expect([quote?.bidTicks, quote?.lastTicks, quote?.askTicks]).toEqual([2799, 2800, 2800]);
    else expect([quote?.bidTicks, quote?.lastTicks, quote?.askTicks]).toEqual([2795, 2800, 2805]);
  });

  test('fills its stop at the held trigger, closes by hand, and settles in held lots', async () => {
    const desk = await heldDesk();
    list(desk, gas('0.0001', '25'));
    desk.quote(FINER, 27_515);
    expect(holdings(desk)).toEqual([['NG', 30]]);
    desk.quote(FINER, 27_490);
    // the bid of 2.7489 is 2.748 in held ticks, and a stop slips by a tick
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], 2747]);
  });

  test('is left by CLOSE', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    desk.quote(FINER, 28_100);
    expect(await answer(desk, { type: 'CloseTrading', commodity: 'natural-gas' })).toBe('granted');
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], 2808]);
  });

  test('takes no entry of anybody, by name, while other contracts do', async () => {
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
    const { outcome } = await desk.send('bob', handOrder());
    expect(outcome.ok ? null : outcome.refusal).toMatchObject({
      code: 'TERMS',
      message: expect.stringContaining('tick 0.001, now 0.0001'),
    });
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 5 }), 'bob')).toBe('granted');
  });

  test('is the same after a restart, whose markets begin anew', async () => {
    const desk = await heldDesk();
    const { markets: _gone, ...logged } = desk.runner.state();
    const again = deskHarness(testConfig(), desk.journal, { ...EMPTY_DESK, ...logged });
    // the harness lists all contracts as they were: this start finds other terms
    const fresh = deskHarness(testConfig(), desk.journal, {
      ...EMPTY_DESK,
      ...again.runner.state(),
      markets: {},
    });
    list(fresh, FINER);
    fresh.quote(FINER, 27_490);
    expect(holdings(fresh)).toEqual([]);
  });
});

describe('the new terms', () => {
  test('apply once the last position and order is gone and the past is shown again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    desk.quote(FINER, 28_000);
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    list(desk, FINER);
    // bars and playbooks of this process are of the old terms
    expect([findGas(desk)?.newTerms, await answer(desk, handOrder())]).toEqual([FINER, 'TERMS']);
    const from = desk.journal.records.length;
    list(desk, FINER, ['NG']);
    expect(types(desk, from)).toEqual(['MarketListed']);
    expect([
      listed(desk),
      findGas(desk)?.instrument,
      findGas(desk)?.newTerms,
      findGas(desk)?.quote,
    ]).toEqual([FINER, FINER, undefined, null]);
    desk.quote(FINER, 28_000);
    expect(await answer(desk, handOrder())).toBe('granted');
  });

  test('do not apply while anything is open, even if the past is shown again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    list(desk, FINER, ['NG']);
    expect([listed(desk), findGas(desk)?.newTerms]).toEqual([GAS, FINER]);
  });

  test('are forgotten where the feed lists the held ones again', async () => {
    const desk = await heldDesk();
    list(desk, FINER);
    list(desk, GAS);
    expect(findGas(desk)?.newTerms).toBeUndefined();
    desk.quote(GAS, 2800);
    expect(findGas(desk)?.quote?.lastTicks).toBe(2800);
  });

  test('wait for the signals that are measured in old ticks, and no new signal begins meanwhile', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    const speak = () =>
      desk.offer({
        type: 'OpinionsTold',
        market: MARKET,
        atMs: desk.nowMs(),
        opinions: [spokenAt(desk.nowMs(), { chanceUp: 0.7 })],
      });
    speak();
    expect(desk.runner.state().signals.pending).toHaveLength(1);
    list(desk, FINER);
    expect([listed(desk), findGas(desk)?.newTerms]).toEqual([GAS, FINER]);
    desk.wait(25 * 3_600_000);
    desk.quote(FINER, 28_000);
    expect(desk.runner.state().signals.pending).toHaveLength(0);
    speak();
    expect(desk.runner.state().signals.pending).toHaveLength(0);
  });

  test('wait for twins, which hold what their book has left', async () => {
    const config = testConfig({
      playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 2.8)] : []),
    });
    const desk = await openDesk(config, 'ann', { specs: listShadowSpecs(config), desk: {} });
    const held = () =>
      Object.values(desk.runner.twins()).flatMap(({ books }) =>
        Object.values(books['ann:simulation']?.positions ?? {}),
      );
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    desk.quote(GAS, 2800);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    expect([holdings(desk), held().map(({ instrumentId }) => instrumentId)]).toEqual([[], ['NG']]);
    list(desk, FINER);
    expect(listed(desk)).toEqual(GAS);
    desk.quote(FINER, 29_000);
    const bookMills = () =>
      desk.runner.twins()['BUY_AND_HOLD']?.books['ann:simulation']?.equityMills ?? 0;
    desk.offer({ type: 'Time', atMs: desk.nowMs() + 120_000 });
    // ten cents on what was bought at 2.80, not ten times the price
    expect(Math.abs(bookMills() - 25_000_000)).toBeLessThan(2_500_000);
    expect([
      bookMills() > 25_000_000,
      Object.values(desk.runner.twins()).flatMap(({ fault }) => fault ?? []),
    ]).toEqual([true, []]);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    expect(held()).toEqual([]);
    list(desk, FINER, ['NG']);
    expect(listed(desk)).toEqual(FINER);
  });
});

describe('a desk that an earlier version halted for other terms', () => {
  const halted = async (reason: string): Promise<DeskHarness> => {
    const desk = await heldDesk();
    await desk.send(SYSTEM_USER, { type: 'HaltTrading', reason });
    list(desk, FINER);
    return desk;
  };

  test('goes on, for the cause is gone', async () => {
    const desk = await halted(
      'NG, CL of test came with another tick or lot while positions are open in it; close them under the old terms first',
    );
    expect([desk.runner.state().trading.state, types(desk).at(-1)]).toEqual([
      'ACTIVE',
      'TradingResumed',
    ]);
  });

  test('stays halted for any other reason', async () => {
    const desk = await halted('stored rows differ from the log');
    expect(desk.runner.state().trading.state).toBe('HALTED');
  });
});

describe('prices in other ticks', () => {
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
    const convert = (rounding: 'down' | 'nearest' | 'up') =>
      convertTicks(ticks, buildDecimal(from), buildDecimal(to), rounding);
    expect([convert('down'), convert('nearest'), convert('up')]).toEqual([down, nearest, up]);
  });

  test('that no safe integer can count are no prices', () => {
    expect(
      convertTicks(
        Number.MAX_SAFE_INTEGER - 1,
        buildDecimal('1'),
        buildDecimal('0.000000001'),
        'down',
      ),
    ).toBeNull();
  });

  test('are never better than they were, and stay sound', () => {
    const ticks = ['0.0001', '0.0005', '0.001', '0.0025', '0.01', '0.05', '0.25', '1'].map(
      buildDecimal,
    );
    const pairs = ticks.flatMap((from) => ticks.map((to) => [from, to] as const));
    for (const [from, to] of pairs) {
      for (let last = 40_000; last < 40_060; last += 7) {
        const quote: Quote = { ...quoteAround(toTicks(last), 3, 5), lastTicks: toTicks(last + 1) };
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
        const value = (count: Ticks, tick = to) =>
          BigInt(count) * BigInt(tick.digits) * 10n ** BigInt(9 - tick.decimals);
        expect(
          value(converted.quote.bidTicks) <= value(quote.bidTicks, from) &&
            value(converted.quote.askTicks) >= value(quote.askTicks, from),
        ).toBe(true);
        expect(
          value(converted.bar.lowTicks) <= value(bar.lowTicks, from) &&
            value(converted.bar.highTicks) >= value(bar.highTicks, from),
        ).toBe(true);
        expect([
          quoteFault({ ...GAS, priceMayBeNegative: true }, converted.quote),
          barFault({ ...GAS, priceMayBeNegative: true }, converted.bar),
        ]).toEqual([null, null]);
      }
    }
  });

  test('at or below zero reach no contract that cannot trade there', async () => {
    const desk = await heldDesk();
    list(desk, { ...COARSER, priceMayBeNegative: true });
    const before = findGas(desk)?.quote;
    desk.quote(COARSER, -3);
    expect([findGas(desk)?.quote, holdings(desk)]).toEqual([before, [['NG', 30]]]);
  });
});
