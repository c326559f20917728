// Leaving live mode, by any call: not with open orders or positions, and the rest of a save is
// kept.
import { expect, test } from 'vitest';
import {
  type Caller,
  getMode,
  saveSettings,
  selectMode,
} from '../../../app/server/account/account.server';
import { getRefusalStatus } from '../../../app/server/http/refusal-status.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { toLots, toTicks } from '../../../app/trading/domain/units';
import { createSimulatedBroker } from '../../../app/trading/execution/simulated-broker';
import { createSeededRandom } from '../../../app/trading/random';
import { createEmptyDatabase } from '../../support/test-database';
import { FRICTION, GAS, MARKET, openDesk, createTestConfig } from '../../support/desk-harness';

/** A desk whose live account has a broker, so that it can hold positions. */
async function liveDesk() {
  const live = createSimulatedBroker({
    name: 'live',
    random: createSeededRandom('live'),
    getFriction: () => FRICTION,
    fillsImmediately: true,
  });
  const desk = await openDesk(
    createTestConfig({ findLiveBroker: () => live, isLiveTradingOn: true }),
  );
  const { db } = createEmptyDatabase();
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

test('an open live position blocks mode switches, by call and by settings, until it is closed', async () => {
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
    expect(refused && getRefusalStatus(refused)).toBe(409);
  }
  expect([
    getMode(caller.desk, 'ann'),
    desk.runner.state().users['ann']?.settings.riskLevel,
  ]).toEqual(['live', 'aggressive']);
  await desk.send('ann', { type: 'CloseTrading', commodity: null });
  expect(await saveSettings(caller, { tradingMode: 'paper' })).toBeNull();
  expect(getMode(caller.desk, 'ann')).toBe('paper');
});

test('a working live order blocks them too', async () => {
  const { desk, caller } = await liveDesk();
  const limit = { ...buy, orderType: 'LIMIT', priceTicks: toTicks(2790) } as const;
  expect((await desk.send('ann', limit)).outcome).toMatchObject({ ok: true });
  expect(await selectMode(caller, 'simulation')).toMatchObject({ code: 'OPEN_POSITIONS' });
});
