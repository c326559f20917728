// A terminal with a halted live account: its broker filled 11 lots of an order for 10.
import { expect, onTestFinished, vi } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { getBookId } from '../../app/trading/domain/book';
import { toMills } from '../../app/trading/domain/units';
import type { Broker } from '../../app/trading/ports';
import { QUOTED, createQuoteSource } from './quote-source';
import { createManualOrder } from './reference-orders';
import { createFill, createVenue } from './venue-desk';

interface HaltedDesk {
  readonly desk: Terminal;
  readonly dataDir: string;
  readonly userId: string;
  readonly bookId: string;
}

/** `dataDir`: with this user. The terminal is closed after the test. */
export async function openHaltedDesk({
  dataDir,
  userId,
}: Pick<HaltedDesk, 'dataDir' | 'userId'>): Promise<HaltedDesk> {
  const venue: Broker = {
    ...createVenue(),
    findOrders: (orders) =>
      Promise.resolve(
        orders.map(({ id }) => ({ orderId: id, state: 'filled', fills: [createFill(id, 11)] })),
      ),
  };
  const openDesk = (): Terminal =>
    openTerminal({
      dataDir,
      source: createQuoteSource(),
      timeZone: 'America/New_York',
      auditsInBackground: false,
      isLiveTradingOn: true,
      findLiveBroker: () => venue,
    });
  const first = openDesk();
  await first.ensureBook(userId);
  const market = { market: 'quotes', capitalMills: toMills(25_000_000) };
  for (const command of [
    { type: 'OpenBook', mode: 'live', ...market },
    { type: 'SelectMode', mode: 'live' },
    createManualOrder({ instrumentId: QUOTED.id, lots: 10 }),
  ] as const) {
    const { outcome } = await first.execute({ userId, command, idempotencyKey: null });
    expect(outcome).toMatchObject({ ok: true });
  }
  await first.close();
  const desk = openDesk();
  onTestFinished(() => desk.close());
  const bookId = getBookId(userId, 'live');
  await vi.waitFor(() => expect(desk.state().books[bookId]?.halt).toBeTruthy());
  return { desk, dataDir, userId, bookId };
}
