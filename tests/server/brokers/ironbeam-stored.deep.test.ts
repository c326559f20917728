// A connection to Ironbeam as a user stored it: its orders survive a restart, and its key stays secret.
import { describe, expect, it, vi } from 'vitest';
import { user } from '../../../db/schema/user';
import { buildFailure } from '../../../app/programs/broker-mock/ironbeam/routes';
import { applyKeyChange, buildKeyDto } from '../../../app/server/account/broker-key.server';
import { createStoredBrokers } from '../../../app/server/brokers/stored-brokers.server';
import { getLog } from '../../../app/server/platform/log.server';
import { toTicks } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { RemoteBroker } from '../../../app/trading/ports';
import { GAS_MONTH, buildGasOrder, submitOrder } from '../../support/broker-desk';
import { IronbeamDesk, TRADER } from '../../support/ironbeam-desk';
import { createEmptyDatabase } from '../../support/test-database';

const MASTER_KEY = 'master-key-of-a-test-with-32-characters';
const LIMIT = { type: 'LIMIT', priceTicks: toTicks(2000), state: 'UNKNOWN' } as const;
const WAIT = { timeout: 10_000 };

async function openStored() {
  const desk = await IronbeamDesk.open();
  const { db } = createEmptyDatabase();
  const times = { createdMs: 0, updatedMs: 0 };
  db.insert(user)
    .values({ id: 'ann', username: 'ann', passwordHash: 'none', ...times })
    .run();
  const text = desk.server.connectionText;
  const stored = applyKeyChange(db, 'ann', { kind: 'put', text }, 0, MASTER_KEY);
  if (!stored.ok) throw new Error(stored.refusal.message);
  const listings = { quotes: { [GAS_MONTH.id]: GAS_MONTH } };
  const brokers = createStoredBrokers({
    db,
    market: 'quotes',
    state: () => ({ ...EMPTY_DESK, listings }),
    nowMs: () => desk.gateway.getTimeMs(),
    masterKey: MASTER_KEY,
  });
  const openBroker = async (): Promise<RemoteBroker> => {
    const broker = brokers.openBroker('ann');
    if (!broker) throw new Error('the connection is usable');
    desk.news.length = 0;
    return desk.openBroker(broker as Parameters<typeof desk.openBroker>[0]);
  };
  return { desk, db, openBroker };
}

describe('a stored connection to Ironbeam', () => {
  it('finds the orders of an earlier run by their stored numbers', async () => {
    const { desk, openBroker } = await openStored();
    const broker = await openBroker();
    expect(broker.name).toBe('Ironbeam');
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    const listTypes = () => desk.reports.map(({ type }) => type);
    await vi.waitFor(() => expect(listTypes()).toContain('Acknowledged'), WAIT);
    broker.endSession();
    const next = await openBroker();
    expect(await next.findOrders([order, buildGasOrder(2, LIMIT)])).toMatchObject([
      { orderId: 'order-1', state: 'working' },
      { orderId: 'order-2', state: 'rejected', reason: 'the order was never sent' },
    ]);
    next.endSession();
  });

  it('writes neither key nor token to the log, a reason or a page', async () => {
    const { desk, db, openBroker } = await openStored();
    let log = '';
    const logger = getLog();
    const { level } = logger;
    logger.level = 'trace';
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      log += String(text);
      return true;
    });
    // The server repeats what it got: first in a rejected sign-in, later in a failed request.
    desk.fault = {
      answer: ({ path, body, token }, exchange) => {
        if (path === '/auth') exchange.send(buildFailure(400, body));
        else exchange.sendText(500, token);
      },
    };
    const broker = await openBroker();
    expect(desk.news[0]).toMatch(/^disconnected /);
    desk.fault = {
      answer: (request, exchange) => {
        if (request.path === '/stream/create') exchange.sendText(500, request.token);
        else exchange.send(exchange.handle());
      },
    };
    await vi.waitFor(() => expect(log).toContain('the stream of the broker ended'), WAIT);
    desk.server.routes.expireTokens();
    desk.loseConnection();
    await vi.waitFor(() => expect(desk.news.at(-1)).toMatch(/^disconnected /), WAIT);
    broker.endSession();
    spy.mockRestore();
    logger.level = level;
    const shown = JSON.stringify([
      log,
      desk.news,
      desk.reports,
      buildKeyDto(db, 'ann', MASTER_KEY),
    ]);
    expect(shown).not.toContain(TRADER.key);
    expect(shown).not.toContain('mock-token');
  });
});
