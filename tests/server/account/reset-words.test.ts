// What a reset is answered: the account that was reset, or what the reset waits for.
import { expect, test } from 'vitest';
import { type Caller, resetBook } from '../../../app/server/account/account.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { deskView } from '../../../app/trading/desk';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { type DeskHarness, GAS, MARKET, openDesk } from '../../support/desk-harness';
import { answer, getBook, handOrder } from '../../support/reference-orders';

const WORDS = 'Your paper trading account has been reset to $25,000';

function buildCaller(desk: DeskHarness): Caller {
  const execute: Terminal['execute'] = ({ userId, command, idempotencyKey }) =>
    desk.send(userId, command, idempotencyKey ?? undefined);
  const view: Terminal['view'] = (userId) =>
    deskView(desk.runner.state(), userId, getBook(desk).mode);
  const terminal = {
    execute,
    view,
    state: () => desk.runner.state(),
    ensureBook: () => Promise.resolve(),
  } as unknown as Terminal;
  return { desk: terminal, userId: 'ann', idempotencyKey: null };
}

async function holding(): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 2_800);
  expect(await answer(desk, handOrder({ side: 'SELL', lots: 10 }))).toBe('granted');
  return desk;
}

test('a reset names the simulation account after the words of the specification, and the paper account by them', async () => {
  const desk = await holding();
  expect(await resetBook(buildCaller(desk))).toEqual({
    ok: true,
    value: { isPending: false, title: 'Account Reset', message: `${WORDS} (simulation account).` },
  });
  await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  expect(await resetBook(buildCaller(desk))).toMatchObject({
    ok: true,
    value: { isPending: false, message: WORDS },
  });
});

test('a reset that waits says for what, also when it is asked again, and claims nothing', async () => {
  const desk = await holding();
  const atMs = desk.nowMs() + 5_000;
  const quote = { ...quoteAround(toTicks(2_900), 1, atMs), lock: 'UP' as const };
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
  const desk = await holding();
  await desk.send('ann', { type: 'SelectMode', mode: 'live' });
  expect(await resetBook(buildCaller(desk))).toMatchObject({
    ok: false,
    refusal: { code: 'LIVE_NOT_RESETTABLE' },
  });
});
