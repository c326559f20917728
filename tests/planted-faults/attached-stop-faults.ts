// Faults of stops that rest at a remote broker from the moment of the entry.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const ATTACHED_TEST = 'tests/trading/engine/attached-stops.test.ts';
const GROUPS_TEST = 'tests/trading/engine/order-groups.test.ts';
const MISSING_TEST = 'tests/trading/engine/missing-stops.test.ts';
const IBKR = 'app/server/brokers/ibkr/ibkr-broker.server.ts';
const IBKR_TEST = 'tests/server/brokers/attached-stops.test.ts';
const AUDIT = 'app/audit/replay-attached-stops.ts';
const AUDIT_TEST = 'tests/trading/engine/attached-stop-audit.test.ts';

export const ATTACHED_STOP_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a target for a part of an entry cancels the stop of the rest',
    file: `${ENGINE}/remote-facts.ts`,
    find: ' || stop.lots - stop.filledLots !== lots',
    replace: '',
    caughtBy: [GROUPS_TEST],
  },
  {
    name: 'a target that was cancelled with its group is gone',
    file: `${ENGINE}/protection-orders.ts`,
    find: ' || hasEndedPartner(book, id, remote?.orderGroup)',
    replace: '',
    caughtBy: [GROUPS_TEST],
  },
  {
    name: 'stop and target are sent without their group',
    file: 'app/server/brokers/ibkr/ib-connection.server.ts',
    find: 'order.orderGroup === null',
    replace: 'order.orderGroup !== undefined',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'the number of a stop is given to the next order',
    file: 'app/trading/domain/book.ts',
    find: '(remote.attachedStop?.number ?? remote.number) + 1',
    replace: 'remote.number + 1',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'the stop of a limit beyond the market is measured from the limit',
    file: `${ENGINE}/remote-facts.ts`,
    find: 'isLower ? Math.min(priceTicks, bestTicks)',
    replace: 'isLower ? priceTicks',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'the stop of an entry is stored after a close that follows from its fill',
    file: `${ENGINE}/executions.ts`,
    find: 'if (!isReduceOnly(order))\n    for (const position of positions) recordAttachedStop',
    replace:
      'if (!isReduceOnly(order) && !order.cancelRequest)\n    for (const position of positions) recordAttachedStop',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'the stop of an entry that ended partly filled stays for all its lots',
    file: `${ENGINE}/executions.ts`,
    find: 'return replaceStopOfEndedEntry(tx, config, order);',
    replace: 'return void replaceStopOfEndedEntry;',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'a stop that the broker does not have is not replaced',
    file: `${ENGINE}/protection-orders.ts`,
    find: 'remote?.sentWith !== undefined || ',
    replace: '',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'the stop of a partly filled entry covers lots of another one',
    file: `${ENGINE}/protection-orders.ts`,
    find: 'Math.min(lots, entry?.filledLots ?? lots) - filledLots',
    replace: 'Math.max(lots, entry?.filledLots ?? lots) - filledLots',
    caughtBy: [ATTACHED_TEST],
  },
  {
    name: 'a position without a stop stays open',
    file: `${ENGINE}/missing-stops.ts`,
    find: 'if (tx.nowMs - startMs >= NO_STOP_MS_MAX)',
    replace: 'if (tx.nowMs - startMs >= 10_000 * NO_STOP_MS_MAX)',
    caughtBy: [MISSING_TEST],
  },
  {
    name: 'the time without a stop counts while the broker is not connected',
    file: `${ENGINE}/missing-stops.ts`,
    find: 'if (explainBlockedAccount(tx.state, config, book) !== null) return [];',
    replace: 'void explainBlockedAccount;',
    caughtBy: [MISSING_TEST],
  },
  {
    name: 'an entry leaves before its stop',
    file: IBKR,
    find: 'isTransmitted: attachedStop === undefined,',
    replace: 'isTransmitted: true,',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'a stop is no child of its entry',
    file: IBKR,
    find: 'parentNumber: number,',
    replace: 'parentNumber: null,',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'executions of a stop are read before those of its entry',
    file: IBKR,
    find: 'reports: putEntriesFirst(this.dropCorrected(fills)),',
    replace: 'reports: putEntriesFirst(this.dropCorrected(fills)).toReversed(),',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'the double fills a stop beyond its entry',
    file: 'app/programs/broker-mock/gateway.ts',
    find: 'parent ? Math.min(request.quantity, parent.filled)',
    replace: 'parent ? Math.max(request.quantity, parent.filled)',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'the audit passes a stop with another number than its entry reserved',
    file: AUDIT,
    find: "number === readWhole(reserved, 'number'),",
    replace: "number >= readWhole(reserved, 'number'),",
    caughtBy: [AUDIT_TEST],
  },
  {
    name: 'the audit passes a stop at any distance from its entry',
    file: AUDIT,
    find: 'priceTicks === expected,',
    replace: 'expected !== null,',
    caughtBy: [AUDIT_TEST],
  },
];
