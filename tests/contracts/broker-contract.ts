// What the desk requires of every remote broker: a broker runs it with a desk at its double.
import { describeExecutions, describeLists } from './broker-executions';
import { describeConnection, describeOrders } from './broker-orders';
import type { OpenDesk } from './broker-steps';

/** `otherAccount`: one that the user of the double does not have. */
export function describeRemoteBroker(name: string, open: OpenDesk, otherAccount: string): void {
  describeConnection(name, open, otherAccount);
  describeOrders(name, open);
  describeExecutions(name, open);
  describeLists(name, open);
}
