// npm run kill while no terminal runs: the program connects to the double of the gateway, cancels and closes there,
// and its records are those of a terminal.
import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRequest } from '../../app/models/account/operator-request.server';
import { createUser } from '../../app/models/account/user.server';
import type { Terminal } from '../../app/models/desk/terminal';
import {
  type HaltRequest,
  haltWithoutTerminal,
} from '../../app/programs/operator/halt-without-terminal';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { startTimer } from '../../app/server/feeds/pump.server';
import { getBookId } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import { findReportedOrder } from '../../app/trading/engine/ended-orders';
import type { DeskState } from '../../app/trading/engine/state';
import type { RemoteBroker } from '../../app/trading/ports';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { GAS_MONTH, toGasLots } from '../support/broker-desk';
import { GatewayVenue } from '../support/gateway-venue';
import { createQuoteSource } from '../support/quote-source';
import { ARM_ACCOUNT, createManualOrder } from '../support/reference-orders';
import { MIGRATIONS, createScratchDir } from '../support/test-database';

const WAIT = { timeout: 30_000, interval: 5 };
/** A Monday, 10:05 in New York: the venue is open. */
const NOW_MS = Date.UTC(2026, 0, 5, 15, 5);
const WAIT_SECONDS = 20;

interface TradedDesk {
  readonly venue: GatewayVenue;
  readonly dataDir: string;
  readonly userId: string;
  readonly bookId: string;
  createBrokers(state: () => DeskState): {
    listUsers: () => readonly string[];
    openBroker: () => RemoteBroker;
  };
}

async function openDesk(): Promise<TradedDesk> {
  const venue = await GatewayVenue.open(() => NOW_MS);
  onTestFinished(() => venue.close());
  venue.gateway.setQuote(venue.contract, { bid: 2.999, ask: 3.001, last: 3 });
  const dataDir = createScratchDir();
  const db = openDatabase(prepareDatabasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const { id: userId } = createUser(db, 'Ann', 'no password', NOW_MS);
  closeDatabase(db);
  const bookId = getBookId(userId, 'live');
  return {
    venue,
    dataDir,
    userId,
    bookId,
    createBrokers: (state) => ({
      listUsers: () => [userId],
      openBroker: () =>
        venue.createBroker({
          findOrder: (id) => {
            const book = state().books[bookId];
            return book && findReportedOrder(book, id);
          },
          nowMs: () => NOW_MS,
          setTimer: startTimer,
          speed: 50,
        }),
    }),
  };
}

/** A position of two contracts, and what else a trader does; the terminal has ended afterwards. */
async function tradeOnce(
  traded: TradedDesk,
  ...more: readonly ((desk: Terminal) => Promise<void>)[]
): Promise<void> {
  const { dataDir, bookId, createBrokers, venue } = traded;
  const desk = openTerminal({
    dataDir,
    source: createQuoteSource(GAS_MONTH, true),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    createBrokers,
  });
  try {
    await sendCommand(desk, traded, {
      type: 'OpenBook',
      mode: 'live',
      market: 'quotes',
      capitalMills: toMills(25_000_000),
    });
    await sendCommand(desk, traded, { type: 'SelectMode', mode: 'live' });
    await vi.waitFor(() => expect(desk.state().links[bookId]?.state).toBe('ready'), WAIT);
    await sendCommand(desk, traded, ARM_ACCOUNT);
    await sendCommand(desk, traded, createManualOrder({ ...GAS, lots: toGasLots(2), stop: 100 }));
    await vi.waitFor(() => {
      expect(listHeld(venue)).toEqual([2]);
      expect(venue.gateway.listOpenOrders()).toHaveLength(1);
      const book = desk.state().books[bookId];
      expect(Object.values(book?.orders ?? {}).map(({ state }) => state)).toEqual(['ACKNOWLEDGED']);
    }, WAIT);
    for (const act of more) await act(desk);
  } finally {
    await desk.close();
  }
}

const GAS = { instrumentId: GAS_MONTH.id } as const;

async function sendCommand(
  desk: Terminal,
  { userId }: TradedDesk,
  command: Command,
): Promise<void> {
  const { outcome } = await desk.execute({ userId, command, idempotencyKey: null });
  expect(outcome).toMatchObject({ ok: true });
}

/** Contracts held at the double. */
const listHeld = ({ gateway }: GatewayVenue): readonly number[] =>
  gateway.listPositions().map(({ quantity }) => quantity);

/** Stores the request as the program does, and carries it out. */
function haltAt(traded: TradedDesk, level: HaltRequest['level'], seconds = WAIT_SECONDS) {
  const { dataDir, userId, createBrokers } = traded;
  const instrumentId = level === 3 ? GAS_MONTH.id : null;
  const request = { type: 'HaltAccounts', userId, level, instrumentId } as const;
  const db = openDatabase(prepareDatabasePath(dataDir));
  createRequest(db, { command: request, reason: 'a storm', requestedBy: 'operator' }, NOW_MS);
  closeDatabase(db);
  const started = performance.now();
  const monotonicMs = (): number => performance.now() - started;
  return haltWithoutTerminal(dataDir, request, seconds, {
    createBrokers,
    clockSource: { wallMs: () => NOW_MS + monotonicMs(), monotonicMs },
  });
}

/** Positions, orders and the halt that are stored; the log is audited. */
function readAccount({ dataDir }: TradedDesk) {
  expect(findAuditFault(auditFile(prepareDatabasePath(dataDir)))).toBeNull();
  const db = openDatabase(prepareDatabasePath(dataDir));
  const read = (query: string): unknown => db.$client.prepare(query).pluck().all();
  const account = {
    positions: read("SELECT lots FROM position WHERE status = 'ACTIVE'"),
    orders: read(
      "SELECT purpose FROM trade_order WHERE state IN ('SENT', 'ACKNOWLEDGED', 'UNKNOWN')",
    ),
  };
  closeDatabase(db);
  return account;
}

it.each([3, 4] as const)('level %i closes the position and cancels its stop', async (level) => {
  const traded = await openDesk();
  await tradeOnce(traded);
  expect(await haltAt(traded, level)).toEqual([]);
  expect([listHeld(traded.venue), traded.venue.gateway.listOpenOrders()]).toEqual([[0], []]);
  expect(readAccount(traded)).toEqual({ positions: [], orders: [] });
});

it('level 2 cancels a resting entry and leaves position and stop', async () => {
  const traded = await openDesk();
  await tradeOnce(traded, async (desk) => {
    const entry = { ...GAS, orderType: 'LIMIT', lots: toGasLots(1), price: 2900 } as const;
    await sendCommand(desk, traded, createManualOrder(entry));
    await vi.waitFor(() => expect(traded.venue.gateway.listOpenOrders()).toHaveLength(2), WAIT);
  });
  expect(await haltAt(traded, 2)).toEqual([]);
  const types = traded.venue.gateway.listOpenOrders().map(({ request }) => request.orderType);
  expect([listHeld(traded.venue), types]).toEqual([[2], ['STP']]);
});

it('states what is still open when the broker does not answer in time', async () => {
  const traded = await openDesk();
  await tradeOnce(traded);
  traded.venue.fault = { loses: () => true };
  expect(await haltAt(traded, 4, 0.5)).toEqual([
    expect.stringMatching(/^Ann: NGF27 is still open\. Interactive Brokers is not connected: /),
  ]);
  traded.venue.clearFaults();
  expect(listHeld(traded.venue)).toEqual([2]);
});
