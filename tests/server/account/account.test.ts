// Leaving live trading, by whichever call: not while something is open there, and the rest of a
// save is kept.
import { expect, test } from 'vitest';
import {
  type Caller,
  getMode,
  saveSettings,
  selectMode,
} from '../../../app/server/account/account.server';
import { getStatus } from '../../../app/server/http/refusal.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { toLots, toTicks } from '../../../app/trading/domain/units';
import { simulatedBroker } from '../../../app/trading/execution/simulated-broker';
import { seededRandom } from '../../../app/trading/random';
import { emptyBooks } from '../../support/books';
import { FRICTION, GAS, MARKET, openDesk, testConfig } from '../../support/desk-harness';

/** A desk whose live book has a broker, so that something can be open in it. */
async function liveDesk() {
  const live = simulatedBroker({
    name: 'live',
    random: seededRandom('live'),
    frictionOf: () => FRICTION,
    fillsAtOnce: true,
  });
  const base = testConfig();
  const desk = await openDesk(
    testConfig({ brokers: { ...base.brokers, live }, isLiveTradingOn: true }),
  );
  const { db } = emptyBooks();
  const execute: Terminal['execute'] = ({ userId, command, idempotencyKey }) =>
    desk.send(userId, command, idempotencyKey ?? undefined);
  const terminal = {
    db,
    execute,
    state: () => desk.runner.state(),
    ensureBook: () => Promise.resolve(),
  } as unknown as Terminal;
  const caller: Caller = { desk: terminal, userId: 'ann', idempotencyKey: null };
  desk.quote(GAS, 2800);
  expect(await selectMode(caller, 'live')).toBeNull();
  return { desk, caller };
}

const buy = {
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(3),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
} as const;

test('a live position holds the mode, in its own call and in the settings, until it is closed', async () => {
  const { desk, caller } = await liveDesk();
  expect((await desk.send('ann', buy)).outcome).toMatchObject({ ok: true });
  expect(desk.runner.state().books['ann:live']).toMatchObject({ market: MARKET, opened: 1 });
  for (const refused of [
    await selectMode(caller, 'simulation'),
    await saveSettings(caller, { tradingMode: 'paper', riskLevel: 'aggressive' }),
  ]) {
    expect(refused).toMatchObject({
      code: 'OPEN_POSITIONS',
      message: expect.stringContaining('CLOSE ALL') as string,
    });
    expect(refused && getStatus(refused)).toBe(409);
  }
  expect([
    getMode(caller.desk, 'ann'),
    desk.runner.state().users['ann']?.settings.riskLevel,
  ]).toEqual(['live', 'aggressive']);
  await desk.send('ann', { type: 'CloseTrading', commodity: null });
  expect(await saveSettings(caller, { tradingMode: 'paper' })).toBeNull();
  expect(getMode(caller.desk, 'ann')).toBe('paper');
});

test('an order that waits holds it too', async () => {
  const { desk, caller } = await liveDesk();
  const limit = { ...buy, orderType: 'LIMIT', priceTicks: toTicks(2790) } as const;
  expect((await desk.send('ann', limit)).outcome).toMatchObject({ ok: true });
  expect(await selectMode(caller, 'simulation')).toMatchObject({ code: 'OPEN_POSITIONS' });
});
