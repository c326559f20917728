// Margin calls: call, reduction, release, and the pre-trade margin check.
import { describe, expect, test } from 'vitest';
import type { LogRecord } from '../../../app/trading/domain/record';
import { hasMarginCalls } from '../../../app/trading/engine/config';
import { computeMarginFigures } from '../../../app/trading/engine/margin-figures';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../../support/reference-orders';

const config = createTestConfig({ hasBreakers: false, hasMargin: true, hasGuards: false });
const listRecordsSince = (desk: DeskHarness, from: number): readonly LogRecord[] =>
  desk.journal.records.slice(from);
const listTypes = (records: readonly LogRecord[]): string[] =>
  records.map(({ type }) => type).filter((type) => type !== 'PortfolioValued');

/**
 * 700 lots of gas short at 2.80 ($19,600; 1 tick is $7). Equity covers the maintenance margin up to
 * 5,365 ticks and the initial margin up to 5,282.
 */
async function shortDesk(
  change: Parameters<typeof createTestConfig>[0] = {},
): Promise<DeskHarness> {
  const desk = await openDesk({ ...config, ...change });
  desk.quote(GAS, 2800);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 700 }))).toBe(
    'granted',
  );
  return desk;
}

const getMarginFigures = (desk: DeskHarness) =>
  computeMarginFigures(desk.runner.state(), getBook(desk));

describe('account below its maintenance margin', () => {
  test('is called at one price and reduced at the next', async () => {
    const desk = await shortDesk();
    const from = desk.journal.records.length;
    desk.quote(GAS, 5360);
    expect([
      getMarginFigures(desk).equityMills > getMarginFigures(desk).maintenanceMills,
      getBook(desk).marginCall,
    ]).toEqual([true, null]);
    desk.quote(GAS, 5400);
    expect(getBook(desk).marginCall).toMatchObject({
      equityMills: getMarginFigures(desk).equityMills,
      maintenanceMills: getMarginFigures(desk).maintenanceMills,
    });
    expect(listTypes(listRecordsSince(desk, from))).toEqual(['MarginCalled']);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5405);
    expect(listTypes(listRecordsSince(desk, called)).slice(0, 2)).toEqual([
      'MarginReduced',
      'CommodityStopped',
    ]);
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

  test('is not reduced at the time of the call', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.wait(60_000);
    desk.offer({ type: 'Time', atMs: desk.nowMs() });
    expect(listRecordsSince(desk, called).some(({ type }) => type === 'MarginReduced')).toBe(false);
  });

  test('is released without a reduction when the price recovers', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5000);
    expect(listTypes(listRecordsSince(desk, called))).toEqual(['MarginRestored']);
    expect(getBook(desk).marginCall).toBeNull();
    expect(getBook(desk).commodities['natural-gas']?.active).toBe(true);
  });

  test('is called by a small move after another price moved far', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(
      await executeCommand(
        desk,
        createManualOrder({ instrumentId: 'CL', side: 'SELL', lots: 100 }),
      ),
    ).toBe('granted');
    desk.quote(CRUDE, 500);
    desk.quote(GAS, 5285);
    expect(getBook(desk).marginCall).not.toBeNull();
    desk.quote(CRUDE, 400);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    expect(getMarginFigures(desk).equityMills).toBeLessThan(
      getMarginFigures(desk).maintenanceMills,
    );
    expect(getBook(desk).marginCall).not.toBeNull();
  });

  test('closes everything at the next price when no equity is left', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 9000);
    desk.quote(GAS, 9001);
    expect(Object.keys(getBook(desk).positions)).toEqual([]);
    desk.quote(GAS, 9002);
    expect(getBook(desk).marginCall).toBeNull();
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('CASH');
  });

  test('rejects entries and cancels working ones', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(
      await executeCommand(
        desk,
        createManualOrder({ instrumentId: 'CL', orderType: 'LIMIT', price: 480, lots: 1 }),
      ),
    ).toBe('granted');
    desk.quote(GAS, 5400);
    const cancelled = desk.journal.records.find(({ type }) => type === 'OrderCancelled');
    expect(cancelled).toMatchObject({ payload: { reason: 'margin call' } });
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 1 }))).toBe(
      'MARGIN',
    );
  });

  test('reduces at the first price in session', async () => {
    let isShut = false;
    const desk = await shortDesk({
      explainClosedSession: () => (isShut ? 'The venue is closed.' : null),
    });
    isShut = true;
    desk.quote(GAS, 5400);
    const called = desk.journal.records.length;
    desk.quote(GAS, 5405);
    desk.quote(GAS, 5410);
    expect(listTypes(listRecordsSince(desk, called))).toEqual([]);
    isShut = false;
    desk.quote(GAS, 5415);
    expect(listTypes(listRecordsSince(desk, called))).toContain('MarginReduced');
  });

  test('counts working exits and does not repeat them', async () => {
    const desk = await shortDesk({
      ...createTestConfig({ fillsAtOnce: false }),
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

  test('is not called on a stale quote', async () => {
    const desk = await shortDesk();
    desk.quote(CRUDE, 500);
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 1 }))).toBe(
      'granted',
    );
    desk.wait(6 * 86_400_000);
    desk.quote(GAS, 5400);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    expect(getBook(desk).marginCall).not.toBeNull();
  });

  test('applies to the shadow account without guards, but not to backtests', async () => {
    const kinds = listShadowSpecs(createTestConfig({ hasBreakers: true }));
    expect(kinds.map(({ kind, config: own }) => [kind, hasMarginCalls(own)])).toEqual([
      ['NO_SIGNALS', true],
      ['NO_GUARDS', true],
      ['BUY_AND_HOLD', false],
    ]);
    expect(hasMarginCalls(createTestConfig())).toBe(false);
  });
});

describe('margin check of an entry', () => {
  test('keeps initial margin within equity and states both figures', async () => {
    const desk = await shortDesk();
    desk.quote(GAS, 5300);
    expect(getBook(desk).marginCall).toBeNull();
    desk.quote(CRUDE, 500);
    const { equityMills } = getMarginFigures(desk);
    const placed = await desk.send('ann', createManualOrder({ instrumentId: 'CL', lots: 1 }));
    expect(placed.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'MARGIN', allowed: equityMills },
    });
    expect(placed.outcome.ok ? '' : placed.outcome.refusal.message).toMatch(
      /initial margin of all positions and orders would be \$[\d,]+\.\d\d; equity is \$[\d,]+\.\d\d/,
    );
  });
});
