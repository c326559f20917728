// A terminal with a halted live account: its broker filled 11 lots of an order for 10.
import { expect, onTestFinished, vi } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { getBookId } from '../../app/trading/domain/book';
import type { Broker } from '../../app/trading/ports';
import { openLiveTerminal, placeLiveOrder } from './live-terminal';
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
  const first = openLiveTerminal(dataDir, { [userId]: venue });
  await placeLiveOrder(first, userId);
  await first.close();
  const desk = openLiveTerminal(dataDir, { [userId]: venue });
  onTestFinished(() => desk.close());
  const bookId = getBookId(userId, 'live');
  await vi.waitFor(() => expect(desk.state().books[bookId]?.halt).toBeTruthy());
  return { desk, dataDir, userId, bookId };
}
