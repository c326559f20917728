// Faults in what a start does about orders that a broker has not answered.
import type { PlantedFault } from './faults';

const RECOVERY = 'app/server/desk/order-recovery.server.ts';
const INQUIRY = 'app/trading/engine/order-inquiry.ts';
const RECOVERED = ['tests/server/desk/order-recovery.test.ts'];

export const RECOVERY_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a start does not ask about orders that were sent and not answered',
    file: RECOVERY,
    find: 'for (const inquiry of inquiries) inquiry.start();',
    replace: 'for (const inquiry of inquiries) inquiry.stop();',
    caughtBy: RECOVERED,
  },
  {
    name: 'a broker that fails to answer is not asked again',
    file: RECOVERY,
    find: 'this.retry(retryMs);',
    replace: 'void retryMs;',
    caughtBy: RECOVERED,
  },
  {
    name: 'only the orders in doubt are asked about, not those just sent',
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
