import { describe, expect, test } from 'vitest';
import { buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { type DeskHarness, GAS, MARKET, openDesk, createTestConfig } from '../support/desk-harness';
import {
  executeCommand,
  getBook,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../support/reference-orders';

async function protectedDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder({ stop: 50, target: 100 }));
  return desk;
}

const offerQuote = (desk: DeskHarness, quote: ReturnType<typeof buildQuote>): void =>
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs: desk.nowMs(),
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: 'NG', quote },
  });

describe('invalid price', () => {
  test.each([
    ['gas below zero', (now: number) => buildQuote(toTicks(-5), 1, now)],
    [
      'a quote from before the last one',
      (now: number) => buildQuote(toTicks(2000), 1, now - 60_000),
    ],
    [
      'a crossed quote',
      (now: number) => ({ ...buildQuote(toTicks(2000), 1, now), bidTicks: toTicks(2002) }),
    ],
    [
      'a last price outside bid and ask',
      (now: number) => ({ ...buildQuote(toTicks(2000), 1, now), lastTicks: toTicks(2900) }),
    ],
  ])('%s', async (_name, make) => {
    const desk = await protectedDesk();
    const before = desk.journal.records.length;
    offerQuote(desk, make(desk.nowMs()));
    expect([listFillPrices(desk), desk.journal.records.length]).toEqual([[2802], before]);
    desk.quote(GAS, 2700); // and the next one that it does believe fills the stop
    expect(listFillPrices(desk)).toEqual([2802, 2698]);
  });

  test('a bar with high below low fills nothing', async () => {
    const desk = await protectedDesk();
    desk.bar(GAS, [2800, 2790, 2810, 2800]);
    expect(listFillPrices(desk)).toEqual([2802]);
  });

  test('a historical price fills nothing', async () => {
    const desk = await protectedDesk();
    const atMs = desk.nowMs() + 1000;
    desk.offer({
      type: 'Market',
      isBackfill: true,
      atMs,
      event: {
        type: 'QuoteArrived',
        market: MARKET,
        instrumentId: 'NG',
        quote: buildQuote(toTicks(2000), 1, atMs),
      },
    });
    expect(listFillPrices(desk)).toEqual([2802]);
  });
});

describe('orders that follow a fill', () => {
  test('the stop of a breakout meets the new price, not the previous one', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2700);
    expect(
      await executeCommand(desk, createManualOrder({ orderType: 'STOP', price: 2800, stop: 50 })),
    ).toBe('granted');
    desk.quote(GAS, 2810);
    expect([listFillPrices(desk), listWorkingOrders(desk)]).toEqual([[2812], [['STOP', 30, 2762]]]);
  });

  test('the stop of a gapped limit fills at the new price', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2900);
    await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2800, stop: 50 }));
    desk.quote(GAS, 2700); // bought at 2.800, stopped at 2.750: the same price has passed both
    expect([listFillPrices(desk), listHoldings(desk)]).toEqual([[2800, 2698], []]);
  });
});

describe('engine time', () => {
  test('never goes back for earlier timestamps', async () => {
    const desk = await protectedDesk();
    const now = desk.runner.state().nowMs;
    desk.offer({
      type: 'Command',
      commandId: 'late',
      atMs: now - 600_000,
      envelope: { userId: 'ann', idempotencyKey: null, command: createManualOrder() },
    });
    const last = desk.journal.records.at(-1);
    expect([last?.atMs, desk.runner.state().nowMs]).toEqual([now, now]);
    expect(Object.values(getBook(desk).orders).map(({ placedMs }) => placedMs)).toEqual([now, now]);
  });

  test('rejects a late command on a stale quote', async () => {
    const desk = await openDesk(createTestConfig());
    desk.quote(GAS, 2800);
    const quotedMs = desk.nowMs();
    desk.offer({ type: 'Time', atMs: quotedMs + 6 * 86_400_000 });
    desk.offer({
      type: 'Command',
      commandId: 'late',
      atMs: quotedMs,
      envelope: { userId: 'ann', idempotencyKey: null, command: createManualOrder() },
    });
    expect(desk.journal.records.at(-1)).toMatchObject({
      type: 'CommandRefused',
      payload: { refusal: { code: 'STALE_QUOTE' } },
    });
  });
});
