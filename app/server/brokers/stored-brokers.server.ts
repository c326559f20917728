// The brokers of the connections that users stored.
import type { Database } from '../../../db/client.server';
import { unsealKey } from '../account/broker-key.server';
import { startTimer } from '../feeds/pump.server';
import { getLog, getUserTag } from '../platform/log.server';
import { getBookId } from '../../trading/domain/book';
import { assertNever } from '../../trading/domain/outcome';
import type { EpochMs } from '../../trading/domain/units';
import { findReportedOrder } from '../../trading/engine/ended-orders';
import type { DeskState } from '../../trading/engine/state';
import type { RemoteBroker } from '../../trading/ports';
import { listBrokerKeyUsers } from '../../models/account/broker-key.server';
import { createSentOrders } from '../../models/account/sent-orders.server';
import { parseConnectionText } from './connection-text';
import { IbkrBroker } from './ibkr/ibkr-broker.server';
import { IronbeamBroker } from './ironbeam/ironbeam-broker.server';
import type { BrokerSource } from './live-accounts.server';

interface BrokerPorts {
  readonly db: Database;
  /** Market of live accounts that are not open yet. */
  readonly market: string;
  readonly state: () => DeskState;
  readonly nowMs: () => EpochMs;
  /** Defaults to the setting. */
  readonly masterKey?: string;
}

export const createStoredBrokers = (ports: BrokerPorts): BrokerSource => ({
  listUsers: () => listBrokerKeyUsers(ports.db),
  openBroker: (userId) => openStoredBroker(ports, userId),
});

/** Null where none is stored, the key cannot be read, or it is of a broker without a connection. */
function openStoredBroker(
  { db, market, state, nowMs, masterKey }: BrokerPorts,
  userId: string,
): RemoteBroker | null {
  const key = unsealKey(db, userId, masterKey);
  const parsed = key.ok ? parseConnectionText(key.value) : null;
  if (!parsed) return null;
  if (!parsed.ok) {
    getLog().error({ user: getUserTag(userId) }, 'the stored connection to a broker is not valid');
    return null;
  }
  const bookId = getBookId(userId, 'live');
  const options = {
    findOrder: (orderId: string) => {
      const book = state().books[bookId];
      return book && findReportedOrder(book, orderId);
    },
    listInstruments: () => {
      const { books, listings } = state();
      return Object.values(listings[books[bookId]?.market ?? market] ?? {});
    },
    nowMs,
    setTimer: startTimer,
  };
  const { value } = parsed;
  switch (value.broker) {
    case 'ibkr':
      return new IbkrBroker({ ...options, address: value.connection });
    case 'ironbeam':
      return new IronbeamBroker({
        ...options,
        connection: value.connection,
        sentOrders: createSentOrders(db, { userId, account: value.connection.account }),
      });
    default:
      return assertNever(value);
  }
}
