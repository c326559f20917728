import { describe, expect, test } from 'vitest';
import { quoteAround } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { type DeskHarness, GAS, MARKET, openDesk, testConfig } from '../support/desk-harness';
import {
  answer,
  getBook,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../support/reference-orders';

async function protectedDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', handOrder({ stop: 50, target: 100 }));
  return desk;
}

const offer = (desk: DeskHarness, quote: ReturnType<typeof quoteAround>): void =>
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs: desk.nowMs(),
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: 'NG', quote },
  });

describe('a price that the desk does not believe fills nothing', () => {
  test.each([
    ['gas below zero', (now: number) => quoteAround(toTicks(-5), 1, now)],
    [
      'a quote from before the last one',
      (now: number) => quoteAround(toTicks(2000), 1, now - 60_000),
    ],
    [
      'a crossed quote',
      (now: number) => ({ ...quoteAround(toTicks(2000), 1, now), bidTicks: toTicks(2002) }),
    ],
    [
      'a last price outside bid and ask',
      (now: number) => ({ ...quoteAround(toTicks(2000), 1, now), lastTicks: toTicks(2900) }),
    ],
  ])('%s', async (_name, make) => {
    const desk = await protectedDesk();
    const before = desk.journal.records.length;
    offer(desk, make(desk.nowMs()));
    expect([fillPrices(desk), desk.journal.records.length]).toEqual([[2802], before]);
    desk.quote(GAS, 2700); // and the next one that it does believe fills the stop
    expect(fillPrices(desk)).toEqual([2802, 2698]);
  });

  test('nor does a bar whose high is below its low', async () => {
    const desk = await protectedDesk();
    desk.bar(GAS, [2800, 2790, 2810, 2800]);
    expect(fillPrices(desk)).toEqual([2802]);
  });

  test('nor does a price of the past that is being caught up with', async () => {
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
        quote: quoteAround(toTicks(2000), 1, atMs),
      },
    });
    expect(fillPrices(desk)).toEqual([2802]);
  });
});

describe('what a fill leads to meets the price that filled it', () => {
  test('the stop of a breakout is not measured by the price before it', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2700);
    expect(await answer(desk, handOrder({ orderType: 'STOP', price: 2800, stop: 50 }))).toBe(
      'granted',
    );
    desk.quote(GAS, 2810);
    expect([fillPrices(desk), workingOrders(desk)]).toEqual([[2812], [['STOP', 30, 2762]]]);
  });

  test('the stop of a limit that was jumped over is', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2900);
    await desk.send('ann', handOrder({ orderType: 'LIMIT', price: 2800, stop: 50 }));
    desk.quote(GAS, 2700); // bought at 2.800, stopped at 2.750: the same price has passed both
    expect([fillPrices(desk), holdings(desk)]).toEqual([[2800, 2698], []]);
  });
});

describe('engine time', () => {
  test('never goes back: what comes with an earlier stamp is dealt with now', async () => {
    const desk = await protectedDesk();
    const now = desk.runner.state().nowMs;
    desk.offer({
      type: 'Command',
      commandId: 'late',
      atMs: now - 600_000,
      envelope: { userId: 'ann', idempotencyKey: null, command: handOrder() },
    });
    const last = desk.journal.records.at(-1);
    expect([last?.atMs, desk.runner.state().nowMs]).toEqual([now, now]);
    expect(Object.values(getBook(desk).orders).map(({ placedMs }) => placedMs)).toEqual([now, now]);
  });

  test('a quote too old to open on is too old for a late command as well', async () => {
    const desk = await openDesk(testConfig());
    desk.quote(GAS, 2800);
    const quotedMs = desk.nowMs();
    desk.offer({ type: 'Time', atMs: quotedMs + 6 * 86_400_000 });
    desk.offer({
      type: 'Command',
      commandId: 'late',
      atMs: quotedMs,
      envelope: { userId: 'ann', idempotencyKey: null, command: handOrder() },
    });
    expect(desk.journal.records.at(-1)).toMatchObject({
      type: 'CommandRefused',
      payload: { refusal: { code: 'STALE_QUOTE' } },
    });
  });
});
