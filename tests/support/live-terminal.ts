// A terminal whose users trade live through a broker, and live accounts there.
import { expect, vi } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import { type Book, getBookId } from '../../app/trading/domain/book';
import type { Broker, RemoteBroker } from '../../app/trading/ports';
import { QUOTED, createQuoteSource } from './quote-source';
import { ARM_ACCOUNT, createManualOrder } from './reference-orders';
import { buildSnapshot } from './venue-desk';

/** `venues`: brokers by user. Each is connected at once and agrees with its account. */
export const openLiveTerminal = (
  dataDir: string,
  venues: Readonly<Record<string, Broker>>,
  isLiveTradingOn = true,
): Terminal =>
  openTerminal({
    dataDir,
    source: createQuoteSource(),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    isLiveTradingOn,
    createBrokers: (state) => ({
      listUsers: () => Object.keys(venues),
      openBroker: (userId) => {
        const venue = venues[userId];
        return venue ? connectVenue(venue, () => state().books[getBookId(userId, 'live')]) : null;
      },
    }),
  });

/** A remote broker that is connected as soon as it is opened. */
const connectVenue = (venue: Broker, findBook: () => Book | undefined): RemoteBroker => ({
  name: venue.name,
  isRemote: true,
  submitOrder: (...call) => venue.submitOrder(...call),
  matchOrders: (...call) => venue.matchOrders(...call),
  cancelOrder: (order) => venue.cancelOrder(order),
  findOrders: (orders) => venue.findOrders(orders),
  startSession: ({ onConnected }) => onConnected(1),
  endSession: () => undefined,
  takeSnapshot: async () => {
    const book = findBook();
    const cashMills = toMills(25_000_000);
    if (!book) return { reports: [], externalTrades: [], positions: [], cashMills };
    const statuses = await venue.findOrders(Object.values(book.orders));
    const reports = statuses.flatMap((status) => ('fills' in status ? status.fills : []));
    const filled = reports.map(({ orderId, lots }) => {
      const { instrumentId = '', side } = book.orders[orderId] ?? {};
      return { instrumentId, signedLots: side === 'BUY' ? lots : -lots };
    });
    const { positions, ...snapshot } = buildSnapshot(book, { reports });
    return { ...snapshot, positions: [...positions, ...filled] };
  },
});

/** Opens and selects the live account of a user and places an order for 10 lots of gas there. */
export async function placeLiveOrder(desk: Terminal, userId: string): Promise<void> {
  await desk.ensureBook(userId);
  const executeCommand = async (command: Command): Promise<void> => {
    const { outcome } = await desk.execute({ userId, command, idempotencyKey: null });
    expect(outcome).toMatchObject({ ok: true });
  };
  const capitalMills = toMills(25_000_000);
  await executeCommand({ type: 'OpenBook', mode: 'live', market: 'quotes', capitalMills });
  await executeCommand({ type: 'SelectMode', mode: 'live' });
  const bookId = getBookId(userId, 'live');
  await vi.waitFor(() => expect(desk.state().links[bookId]?.state).toBe('ready'));
  await executeCommand(ARM_ACCOUNT);
  // A real account: another user confirms.
  const command = { type: 'ConfirmArming', bookId } as const;
  await desk.execute({ userId: 'second', command, idempotencyKey: null });
  expect(desk.state().books[bookId]?.arming?.state).toBe('armed');
  await executeCommand(createManualOrder({ instrumentId: QUOTED.id, lots: 10 }));
}
