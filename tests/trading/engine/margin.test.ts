// Margin calls on a running desk: called, reduced at the next price, released; and the gate's own
// check.
import { describe, expect, test } from 'vitest';
import type { LogRecord } from '../../../app/trading/domain/record';
import { appliesMargin } from '../../../app/trading/engine/config';
import { computeMarginFigures } from '../../../app/trading/engine/margin-figures';
import { listShadowSpecs } from '../../../app/trading/engine/twins/kinds';
import { CRUDE, type DeskHarness, GAS, openDesk, testConfig } from '../../support/desk-harness';
import { answer, getBook, handOrder } from '../../support/reference-orders';

const config = testConfig({ hasBreakers: false, hasMargin: true, hasGuards: false });
const since = (desk: DeskHarness, from: number): readonly LogRecord[] =>
  desk.journal.records.slice(from);
const types = (records: readonly LogRecord[]): string[] =>
  records.map(({ type }) => type).filter((type) => type !== 'PortfolioValued');

/**
 * A desk that has sold gas for most of its money: 700 lots at 2.80 are $19,600, and a tick is $7.
 * Equity covers the maintenance
 * margin up to 5,365 ticks, the initial margin up to 5,282.
 */
async function shortDesk(change: Parameters<typeof testConfig>[0] = {}): Promise<DeskHarness> {
  const desk = await openDesk({ ...config, ...change });
  desk.quote(GAS, 2800);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  expect(await answer(desk, handOrder({ side: 'SELL', lots: 700 }))).toBe('granted');
  return desk;
}

const figures = (desk: DeskHarness) => computeMarginFigures(desk.runner.state(), getBook(desk));

describe('an account below its maintenance margin', () => {
  test('is called at the price, and reduced at the next one until it is above', async () => {
    const desk = await shortDesk();
    const from = desk.journal.records.length;
    desk.quote(GAS, 5360);
    expect([
      figures(desk).equityMills > figures(desk).maintenanceMills,
      getBook(desk).marginCall,
    ]).toEqual([true, null]);
    desk.quote(GAS, 5400);
    expect(getBook(desk).marginCall).toMatchObject({
      equityMills: figures(desk).equityMills,
      maintenanceMills: figures(desk).maintenanceMills,
    });
    expect(types(since(desk, from))).toEqual(['MarginCalled']);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5405);
    expect(types(since(desk, called)).slice(0, 2)).toEqual(['MarginReduced', 'CommodityStopped']);
    const [position] = Object.values(getBook(desk).positions);
    expect(position?.lots).toBeGreaterThan(0);
    expect(position?.lots).toBeLessThan(700);
    desk.quote(GAS, 5406);
    expect([
      getBook(desk).marginCall,
      desk.journal.records.some(({ type }) => type === 'MarginRestored'),
    ]).toEqual([null, true]);
    expect(getBook(desk).commodities['natural-gas']?.active).toBe(false);
  });

  test('a price at the time of the call reduces nothing', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.wait(60_000);
    desk.offer({ type: 'Time', atMs: desk.nowMs() });
    expect(since(desk, called).some(({ type }) => type === 'MarginReduced')).toBe(false);
  });

  test('is released without a reduction when the price comes back', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5000);
    expect(types(since(desk, called))).toEqual(['MarginRestored']);
    expect(getBook(desk).marginCall).toBeNull();
    expect(getBook(desk).commodities['natural-gas']?.active).toBe(true);
  });

  test('is called again by a price that moves little while another one has moved far', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(await answer(desk, handOrder({ instrumentId: 'CL', side: 'SELL', lots: 100 }))).toBe(
      'granted',
    );
    desk.quote(CRUDE, 500);
    desk.quote(GAS, 5285);
    expect(getBook(desk).marginCall).not.toBeNull();
    desk.quote(CRUDE, 400);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    expect(figures(desk).equityMills).toBeLessThan(figures(desk).maintenanceMills);
    expect(getBook(desk).marginCall).not.toBeNull();
  });

  test('a price that leaves nothing closes everything at the next one', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 9000);
    desk.quote(GAS, 9001);
    expect(Object.keys(getBook(desk).positions)).toEqual([]);
    desk.quote(GAS, 9002);
    expect(getBook(desk).marginCall).toBeNull();
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('CASH');
  });

  test('opens nothing, and what waited to open is cancelled', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(
      await answer(
        desk,
        handOrder({ instrumentId: 'CL', orderType: 'LIMIT', price: 480, lots: 1 }),
      ),
    ).toBe('granted');
    desk.quote(GAS, 5400);
    const cancelled = desk.journal.records.find(({ type }) => type === 'OrderCancelled');
    expect(cancelled).toMatchObject({ payload: { reason: 'margin call' } });
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 1 }))).toBe('MARGIN');
  });

  test('a venue that is shut is waited for; the first price in session reduces', async () => {
    let isShut = false;
    const desk = await shortDesk({ sessionClosed: () => (isShut ? 'The venue is closed.' : null) });
    isShut = true;
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5405);
    desk.quote(GAS, 5410);
    expect(types(since(desk, called))).toEqual([]);
    isShut = false;
    desk.quote(GAS, 5415);
    expect(types(since(desk, called))).toContain('MarginReduced');
  });

  test('exits on their way count: they are not placed again at every price', async () => {
    const desk = await shortDesk({
      ...testConfig({ fillsAtOnce: false }),
      hasMargin: true,
      hasGuards: false,
    });
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    expect(Object.keys(getBook(desk).positions)).toHaveLength(1);
    desk.quote(GAS, 5400);
    for (const ticks of [5405, 5406, 5407]) desk.quote(GAS, ticks);
    const reductions = desk.journal.records.filter(({ type }) => type === 'MarginReduced');
    expect(reductions).toHaveLength(1);
    desk.bar(GAS, [5407, 5407, 5407, 5407]);
    expect([getBook(desk).marginCall, Object.keys(getBook(desk).orders)]).toEqual([null, []]);
  });

  test('an old quote of something held is no reason to call', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 1 }))).toBe('granted');
    desk.wait(6 * 86_400_000);
    desk.quote(GAS, 5400);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    expect(getBook(desk).marginCall).not.toBeNull();
  });

  test('applies to the twin without guards, and to no history that is compared with a backtest', async () => {
    const kinds = listShadowSpecs(testConfig({ hasBreakers: true }));
    expect(kinds.map(({ kind, config: own }) => [kind, appliesMargin(own)])).toEqual([
      ['NO_SIGNALS', true],
      ['NO_GUARDS', true],
      ['BUY_AND_HOLD', false],
    ]);
    expect(appliesMargin(testConfig())).toBe(false);
  });
});

describe('the check of an entry', () => {
  test('initial margin of all positions and orders stays within equity, and both numbers are in the sentence', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5300);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    const { equityMills } = figures(desk);
    const placed = await desk.send('ann', handOrder({ instrumentId: 'CL', lots: 1 }));
    expect(placed.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'MARGIN', allowed: equityMills },
    });
    expect(placed.outcome.ok ? '' : placed.outcome.refusal.message).toMatch(
      /initial margin of all positions and orders would be \$\d+\.\d\d; equity is \$\d+\.\d\d/,
    );
  });
});
