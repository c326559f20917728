// Faults of a rehearsal: the seed decides them, each ends before the next, and a terminal trades through all of them.
import { expect, it, vi } from 'vitest';
import { ERROR_CODES } from '../../app/programs/broker-mock/error-codes';
import { RehearsedFaults } from '../../app/programs/broker-mock/rehearsed-faults';
import { buildGasOrder, submitOrder } from '../support/broker-desk';
import { GatewayDesk } from '../support/gateway-desk';

const TURNS = 60;

function playFaults(seed: string) {
  const notices: number[] = [];
  const drops: number[] = [];
  const faults = new RehearsedFaults(seed, { rollNumbersBack: () => undefined });
  faults.attachServer({
    dropClients: () => void drops.push(1),
    sendNotice: ({ code }) => void notices.push(code),
  });
  const texts = Array.from({ length: TURNS }, () => faults.beginNextFault());
  return { texts, notices, drops: drops.length };
}

it('are those of the seed, and all of them come', () => {
  const { texts, drops } = playFaults('one');
  expect(playFaults('one').texts).toEqual(texts);
  expect(playFaults('two').texts).not.toEqual(texts);
  expect(new Set(texts).size).toBe(7);
  expect(drops).toBeGreaterThan(5);
});

it('give the servers of the gateway back with the next fault', () => {
  const { texts, notices } = playFaults('one');
  const { connectionLost, restored, restoredWithLoss } = ERROR_CODES;
  const losses = texts.filter((text) => text.includes('loses its servers')).length;
  expect(losses).toBeGreaterThan(2);
  expect(notices.filter((code) => code === connectionLost.code)).toHaveLength(losses);
  const back = notices.filter((code) => code !== connectionLost.code);
  expect(new Set(back)).toEqual(new Set([restored.code, restoredWithLoss.code]));
  // The last one may still last.
  expect(losses - back.length).toBeLessThan(2);
});

it('leave a connection that comes back', async () => {
  const desk = await GatewayDesk.open();
  const faults = new RehearsedFaults('one', desk.gateway);
  faults.attachServer(desk.server);
  const broker = desk.createBroker();
  await desk.openBroker(broker);
  for (let turn = 0; turn < 5; turn += 1) {
    faults.beginNextFault();
    desk.fault = faults.getFault();
  }
  desk.fault = {};
  const findConnection = () =>
    broker.takeSnapshot().then(
      () => true,
      () => false,
    );
  await vi.waitFor(async () => expect(await findConnection()).toBe(true), { timeout: 30_000 });
  submitOrder(broker, buildGasOrder(100));
  await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(1));
});
