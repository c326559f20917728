// A live account of the desk at the double of the gateway: from the first connection to a closed trade.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import { createRequest } from '../../../app/models/account/operator-request.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { IbkrBroker } from '../../../app/server/brokers/ibkr/ibkr-broker.server';
import { openTerminal } from '../../../app/server/desk/terminal.server';
import { startTimer } from '../../../app/server/feeds/pump.server';
import type { Command } from '../../../app/trading/domain/command';
import { type Book, getBookId } from '../../../app/trading/domain/book';
import { toMills } from '../../../app/trading/domain/units';
import { findReportedOrder } from '../../../app/trading/engine/ended-orders';
import { GAS_MONTH, toGasLots } from '../../support/broker-desk';
import { GATEWAY_ACCOUNT, GatewayDesk } from '../../support/gateway-desk';
import { createQuoteSource } from '../../support/quote-source';
import { ARM_ACCOUNT, createManualOrder } from '../../support/reference-orders';

const BOOK_ID = getBookId('ann', 'live');
const getBook = (desk: Terminal): Book => {
  const book = desk.state().books[BOOK_ID];
  if (!book) throw new Error('the live account is open');
  return book;
};

function openDesk(gateway: GatewayDesk, dataDir: string): Terminal {
  return openTerminal({
    dataDir,
    source: createQuoteSource(GAS_MONTH),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    createBrokers: (state) => ({
      listUsers: () => ['ann'],
      openBroker: () =>
        new IbkrBroker({
          address: {
            host: '127.0.0.1',
            port: gateway.server.port,
            clientId: 7,
            account: GATEWAY_ACCOUNT,
          },
          findOrder: (id) => {
            const book = state().books[BOOK_ID];
            return book && findReportedOrder(book, id);
          },
          listInstruments: () => [GAS_MONTH],
          nowMs: () => state().nowMs,
          setTimer: startTimer,
        }),
    }),
  });
}

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-live-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const executeCommand = async (desk: Terminal, command: Command): Promise<void> => {
  const { outcome } = await desk.execute({ userId: 'ann', command, idempotencyKey: null });
  expect(outcome).toMatchObject({ ok: true });
};

const waitUntilReady = (desk: Terminal): Promise<void> =>
  vi.waitFor(() => expect(desk.state().links[BOOK_ID]?.state).toBe('ready'), { timeout: 10_000 });

async function openLiveAccount(desk: Terminal): Promise<void> {
  await desk.ensureBook('ann');
  const capitalMills = toMills(25_000_000);
  await executeCommand(desk, { type: 'OpenBook', mode: 'live', market: 'quotes', capitalMills });
  await executeCommand(desk, { type: 'SelectMode', mode: 'live' });
  await waitUntilReady(desk);
  await executeCommand(desk, ARM_ACCOUNT);
}

const BUY_ONE = createManualOrder({ instrumentId: GAS_MONTH.id, lots: toGasLots(1) });

it('begins with the cash of the broker, trades whole contracts there, and survives a restart', async () => {
  const gateway = await GatewayDesk.open();
  const dataDir = createDataDir();
  const desk = openDesk(gateway, dataDir);
  onTestFinished(() => desk.close());
  await openLiveAccount(desk);
  expect(getBook(desk)).toMatchObject({ capitalMills: 250_000_000, halt: null });

  gateway.setQuote(3);
  await executeCommand(desk, BUY_ONE);
  await vi.waitFor(() => expect(Object.values(getBook(desk).positions)).toHaveLength(1));
  await vi.waitFor(() => expect(getBook(desk).balances.fees).toBe(2250));
  expect(gateway.gateway.listPositions()).toMatchObject([{ quantity: 1 }]);
  expect(Object.values(getBook(desk).positions)).toMatchObject([
    { instrumentId: GAS_MONTH.id, lots: 1000, direction: 'LONG' },
  ]);

  gateway.server.dropClients();
  await vi.waitFor(() => expect(desk.state().links[BOOK_ID]?.state).toBe('down'));
  expect(desk.getBrokerStatus('ann')).toEqual({
    name: 'Interactive Brokers',
    isDemo: true,
    reason: 'the connection was closed',
    text: 'Interactive Brokers, demo account: not connected: the connection was closed.',
  });
  await waitUntilReady(desk);
  expect(desk.getBrokerStatus('ann')?.text).toBe(
    'Interactive Brokers, demo account: connected, account and broker agreed when they were last compared.',
  );
  expect(desk.getBrokerStatus('bob')).toBeNull();
  const { logSeq } = desk.state();
  await desk.close();

  const restarted = openDesk(gateway, dataDir);
  onTestFinished(() => restarted.close());
  await waitUntilReady(restarted);
  // The next start disarms, compares and finds nothing else to record.
  expect(restarted.state().logSeq).toBe(logSeq + 1);
  expect(getBook(restarted).arming).toBeNull();
  await executeCommand(restarted, { type: 'CloseTrading', commodity: null });
  await vi.waitFor(() => expect(getBook(restarted).positions).toEqual({}));
  expect(gateway.gateway.listPositions()).toMatchObject([{ quantity: 0 }]);
  expect(gateway.gateway.listCompletedOrders().map(({ request }) => request.orderNumber)).toEqual([
    1, 2,
  ]);
  await vi.waitFor(() => expect(getBook(restarted).balances.fees).toBe(4500));
  expect(auditDatabase(restarted.db.$client).firstDifferences).toEqual([]);
});

it('learns of executions that came while the desk was not running', async () => {
  const gateway = await GatewayDesk.open();
  const dataDir = createDataDir();
  const desk = openDesk(gateway, dataDir);
  await openLiveAccount(desk);
  await executeCommand(desk, BUY_ONE);
  await vi.waitFor(() => expect(gateway.gateway.listOpenOrders()).toHaveLength(1));
  await desk.close();
  gateway.setQuote(3);
  expect(gateway.gateway.listPositions()).toMatchObject([{ quantity: 1 }]);

  const restarted = openDesk(gateway, dataDir);
  onTestFinished(() => restarted.close());
  await waitUntilReady(restarted);
  expect(getBook(restarted).halt).toBeNull();
  expect(Object.values(getBook(restarted).positions)).toMatchObject([{ lots: 1000 }]);
});

it('is halted where somebody traded at the broker without the desk', async () => {
  const gateway = await GatewayDesk.open();
  const desk = openDesk(gateway, createDataDir());
  onTestFinished(() => desk.close());
  await openLiveAccount(desk);
  gateway.placeByPhone(2);
  gateway.setQuote(3);
  expect(await desk.compareBroker('ann')).toBe(true);
  await vi.waitFor(() =>
    expect(getBook(desk).halt?.reason).toBe(
      'NG.F27: the broker holds long 20,000 MMBtu, this account nothing',
    ),
  );
  expect(desk.getBrokerStatus('ann')?.text).toBe(
    'Interactive Brokers, demo account: connected, the account is halted.',
  );
});

it('books what was sold by phone, and cancels the stop of it', async () => {
  const gateway = await GatewayDesk.open();
  const desk = openDesk(gateway, createDataDir());
  onTestFinished(() => desk.close());
  await openLiveAccount(desk);
  gateway.setQuote(3);
  await executeCommand(
    desk,
    createManualOrder({ instrumentId: GAS_MONTH.id, lots: toGasLots(1), stop: 200 }),
  );
  await vi.waitFor(() => expect(Object.values(getBook(desk).positions)).toHaveLength(1));
  gateway.placeByPhone(-1);
  expect(await desk.compareBroker('ann')).toBe(true);
  await vi.waitFor(() => expect(getBook(desk).positions).toEqual({}));
  await vi.waitFor(() => expect(gateway.gateway.listOpenOrders()).toEqual([]));
  expect(getBook(desk).halt).toMatchObject({
    level: 2,
    needsOperator: false,
    reason: expect.stringMatching(
      /^the broker reports trades that were not ordered here: SELL 10,000 MMBtu of NGF27 at /,
    ),
  });
  await executeCommand(desk, { type: 'ResumeAccount', bookId: BOOK_ID, reason: 'sold by phone' });
  expect(await desk.compareBroker('ann')).toBe(true);
  expect(getBook(desk).halt).toBeNull();
  expect(auditDatabase(desk.db.$client).firstDifferences).toEqual([]);
});

it('starts a period with the cash of the broker after a deposit, when an operator accepts it', async () => {
  const gateway = await GatewayDesk.open();
  const desk = openDesk(gateway, createDataDir());
  onTestFinished(() => desk.close());
  await openLiveAccount(desk);
  gateway.setQuote(3);
  await executeCommand(desk, BUY_ONE);
  await vi.waitFor(() => expect(Object.values(getBook(desk).positions)).toHaveLength(1));
  await executeCommand(desk, { type: 'CloseTrading', commodity: null });
  await vi.waitFor(() => expect(getBook(desk).positions).toEqual({}));
  gateway.gateway.depositCash(10_000);
  await desk.compareBroker('ann');
  await vi.waitFor(() => expect(getBook(desk).halt?.needsOperator).toBe(true));

  const bookId = BOOK_ID;
  const haltReason = getBook(desk).halt?.reason ?? '';
  createRequest(
    desk.db,
    {
      command: { type: 'ResumeAccount', bookId, haltReason, acceptsBroker: true },
      reason: 'a deposit',
      requestedBy: 'operator',
    },
    Date.now(),
  );
  await vi.waitFor(() => expect(getBook(desk).halt).toBeNull());
  const { capitalMills, epoch } = getBook(desk);
  expect([capitalMills, epoch]).toEqual([Math.round(gateway.gateway.getCash() * 1000), 3]);
  expect(await desk.compareBroker('ann')).toBe(true);
  expect(getBook(desk).halt).toBeNull();
  expect(auditDatabase(desk.db.$client).firstDifferences).toEqual([]);
});
