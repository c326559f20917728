// Faults of recovering unanswered broker orders at a start.
import type { PlantedFault } from './faults';

const RECOVERY = 'app/server/desk/order-recovery.server.ts';
const INQUIRY = 'app/trading/engine/order-inquiry.ts';
const RECOVERED = ['tests/server/desk/order-recovery.test.ts'];

export const RECOVERY_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a start does not query unanswered orders',
    file: RECOVERY,
    find: 'for (const account of earlier) this.queryDueOrders(account);',
    replace: 'void this.queryDueOrders;',
    caughtBy: RECOVERED,
  },
  {
    name: 'a failed broker query is not retried',
    file: RECOVERY,
    find: '      this.waiting.delete(orderId);\n      this.queryUnknownOrders();',
    replace: '      void orderId;',
    caughtBy: RECOVERED,
  },
  {
    name: 'only unknown orders are queried, not those just sent',
    file: INQUIRY,
    find: "state === 'SENT' || state === 'UNKNOWN'",
    replace: "state === 'UNKNOWN'",
    caughtBy: RECOVERED,
  },
  {
    name: 'fills before a cancellation that a restart missed are not booked',
    file: INQUIRY,
    find: "return [...status.fills, { type: 'Cancelled'",
    replace: "return [{ type: 'Cancelled'",
    caughtBy: RECOVERED,
  },
];
