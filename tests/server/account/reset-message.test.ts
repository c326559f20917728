// Message of a reset: the account that was reset, or what a pending reset waits for.
import { expect, test } from 'vitest';
import { type Caller, resetBook } from '../../../app/server/account/account.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { getDeskView } from '../../../app/trading/desk-view';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { type DeskHarness, GAS, MARKET, openDesk } from '../../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../../support/reference-orders';

const WORDS = 'trading account has been reset to $25,000';

function buildCaller(desk: DeskHarness): Caller {
  const executeOnDesk: Terminal['execute'] = ({ userId, command, idempotencyKey }) =>
    desk.send(userId, command, idempotencyKey ?? undefined);
  const getView: Terminal['getView'] = (userId) =>
    getDeskView(desk.runner.state(), userId, getBook(desk).mode);
  const terminal = {
    execute: executeOnDesk,
    getView,
    state: () => desk.runner.state(),
    ensureBook: () => Promise.resolve(),
  } as unknown as Terminal;
  return { desk: terminal, userId: 'ann', idempotencyKey: null };
}

async function openHoldingDesk(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2_800);
  expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 10 }))).toBe('granted');
  return desk;
}

test('the message of a reset names its account', async () => {
  const desk = await openHoldingDesk();
  expect(await resetBook(buildCaller(desk))).toEqual({
    ok: true,
    value: { isPending: false, title: 'Account Reset', message: `Your simulation ${WORDS}` },
  });
  await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  expect(await resetBook(buildCaller(desk))).toMatchObject({
    ok: true,
    value: { isPending: false, message: `Your paper ${WORDS}` },
  });
});

test('a pending reset lists what it waits for, also when repeated, and does not claim success', async () => {
  const desk = await openHoldingDesk();
  const atMs = desk.nowMs() + 5_000;
  const quote = { ...buildQuote(toTicks(2_900), 1, atMs), lock: 'UP' as const };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: GAS.id, quote },
  });
  for (let press = 0; press < 2; press += 1) {
    const outcome = await resetBook(buildCaller(desk));
    expect(outcome).toMatchObject({
      ok: true,
      value: { isPending: true, title: 'Account Reset Waiting' },
    });
    expect(outcome.ok && outcome.value.message).toMatch(
      /^The simulation account is not reset yet: .* Still open: NG is limit-locked up.*\. Trading has stopped; the account then restarts with \$25,000\.$/,
    );
  }
  desk.quote(GAS, 2_900);
  expect(getBook(desk)).toMatchObject({ epoch: 2, isResetPending: false });
});

test('a live account is not reset', async () => {
  const desk = await openHoldingDesk();
  await desk.send('ann', { type: 'SelectMode', mode: 'live' });
  expect(await resetBook(buildCaller(desk))).toMatchObject({
    ok: false,
    refusal: { code: 'LIVE_NOT_RESETTABLE' },
  });
});
