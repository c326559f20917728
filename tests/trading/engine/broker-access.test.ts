// Broker access: only one combination of settings lets a live order through.
import { describe, expect, test } from 'vitest';
import { createEngineConfig } from '../../../app/server/desk/desk-config.server';
import {
  LIVE_TRADING_OFF,
  explainBlockedMode,
  findUsableBroker,
} from '../../../app/trading/engine/broker-access';
import { createSimulatedBroker } from '../../../app/trading/execution/simulated-broker';
import type { Broker } from '../../../app/trading/ports';
import { createSeededRandom } from '../../../app/trading/random';
import { FRICTION, GAS, openDesk, createTestConfig } from '../../support/desk-harness';
import { executeCommand, createManualOrder } from '../../support/reference-orders';

const random = createSeededRandom('live');
const NO_BROKER = 'No broker is connected for live trading.';

/** Counts submitted orders. */
function countingBroker(): { readonly broker: Broker; sent(): number } {
  const inner = createSimulatedBroker({
    name: 'live',
    random,
    getFriction: () => FRICTION,
    fillsImmediately: true,
  });
  let sent = 0;
  const submit: Broker['submitOrder'] = (order, quote, instrument) => {
    sent += 1;
    return inner.submitOrder(order, quote, instrument);
  };
  return {
    broker: {
      ...inner,
      submitOrder: submit,
      matchOrders: inner.matchOrders.bind(inner),
      cancelOrder: inner.cancelOrder.bind(inner),
    },
    sent: () => sent,
  };
}

interface Flags {
  readonly isLiveTradingOn: boolean | undefined;
  readonly hasBroker: boolean;
  readonly isSelected: boolean;
  readonly isHalted: boolean;
}

const BOTH = [false, true];
const LOCAL_MODES = ['simulation', 'paper'] as const;
const ALL: readonly Flags[] = [undefined, false, true].flatMap((isLiveTradingOn) =>
  BOTH.flatMap((hasBroker) =>
    BOTH.flatMap((isSelected) =>
      BOTH.map((isHalted) => ({ isLiveTradingOn, hasBroker, isSelected, isHalted })),
    ),
  ),
);

/** Sends a manual order. Returns the answer and the number of orders at the live broker. */
async function trySend({
  isLiveTradingOn,
  hasBroker,
  isSelected,
  isHalted,
}: Flags): Promise<{ code: string; sent: number }> {
  const { broker, sent } = countingBroker();
  const base = createTestConfig();
  const desk = await openDesk({
    ...base,
    findLiveBroker: () => (hasBroker ? broker : null),
    ...(isLiveTradingOn === undefined ? {} : { isLiveTradingOn }),
  });
  desk.quote(GAS, 2_800);
  if (isSelected) await desk.send('ann', { type: 'SelectMode', mode: 'live' });
  if (isHalted) await desk.send('system', { type: 'HaltTrading', reason: 'a test' });
  const code = await executeCommand(desk, createManualOrder({ lots: 1 }));
  return { code, sent: sent() };
}

describe('all combinations of LIVE_TRADING, broker, selected account and halt', () => {
  test('only one sends to the live broker', async () => {
    const results = await Promise.all(
      ALL.map(async (flags) => ({ flags, ...(await trySend(flags)) })),
    );
    expect(results).toHaveLength(24);
    expect(results.filter(({ sent }) => sent > 0).map(({ flags }) => flags)).toEqual([
      { isLiveTradingOn: true, hasBroker: true, isSelected: true, isHalted: false },
    ]);
    const inLive = results.filter(
      ({ flags }) =>
        flags.isSelected && !flags.isHalted && !(flags.isLiveTradingOn && flags.hasBroker),
    );
    expect(inLive.map(({ code }) => code)).toEqual(inLive.map(() => 'MODE'));
  });

  test.each(ALL.filter(({ isSelected, isHalted }) => isSelected && !isHalted))(
    'RUN names the missing condition: %o',
    async ({ isLiveTradingOn, hasBroker }) => {
      const base = createTestConfig();
      const desk = await openDesk({
        ...base,
        findLiveBroker: () => (hasBroker ? countingBroker().broker : null),
        ...(isLiveTradingOn === undefined ? {} : { isLiveTradingOn }),
      });
      await desk.send('ann', { type: 'SelectMode', mode: 'live' });
      const { outcome } = await desk.send('ann', { type: 'StartTrading', commodity: null });
      const expected = isLiveTradingOn === true ? (hasBroker ? null : NO_BROKER) : LIVE_TRADING_OFF;
      expect(outcome.ok ? null : [outcome.refusal.code, outcome.refusal.message]).toEqual(
        expected === null ? null : ['NO_BROKER', expected],
      );
    },
  );
});

test.each(
  BOTH.flatMap((isLiveTradingOn) => BOTH.map((hasBroker) => ({ isLiveTradingOn, hasBroker }))),
)('uses a live broker only with setting and broker: %o', ({ isLiveTradingOn, hasBroker }) => {
  const { broker } = countingBroker();
  const config = createEngineConfig({
    random,
    marketOf: () => 'm',
    timeZone: 'America/New_York',
    fillsAtOnce: true,
    isLiveTradingOn,
    findLiveBroker: (userId) => (hasBroker && userId === 'ann' ? broker : null),
  });
  const isUsable = isLiveTradingOn && hasBroker;
  expect(findUsableBroker(config, { userId: 'ann', mode: 'live' })).toBe(isUsable ? broker : null);
  // A connection belongs to one user.
  expect(findUsableBroker(config, { userId: 'bob', mode: 'live' })).toBeNull();
  for (const mode of LOCAL_MODES)
    expect(findUsableBroker(config, { userId: 'ann', mode })).not.toBe(broker);
});

test('a live account without the setting has no broker', () => {
  const { broker } = countingBroker();
  const config = { ...createTestConfig(), findLiveBroker: () => broker };
  const account = { userId: 'ann', mode: 'live' } as const;
  expect(explainBlockedMode(config, account)).toBe(LIVE_TRADING_OFF);
  expect(findUsableBroker(config, account)).toBeNull();
});

test.each(
  LOCAL_MODES.flatMap((mode) => BOTH.map((isLiveTradingOn) => ({ mode, isLiveTradingOn }))),
)('simulation and paper need only a broker: %o', ({ mode, isLiveTradingOn }) => {
  const account = { userId: 'ann', mode };
  const config = { ...createTestConfig(), isLiveTradingOn };
  expect(explainBlockedMode(config, account)).toBeNull();
  const without = { ...config, brokers: { simulation: null, paper: null } };
  expect(explainBlockedMode(without, account)).toBe(`No broker is connected for ${mode} trading.`);
  expect(findUsableBroker(without, account)).toBeNull();
});
