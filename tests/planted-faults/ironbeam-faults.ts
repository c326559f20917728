// Faults of a broker that numbers the orders itself.
import type { PlantedFault } from './faults';

const FOLDER = 'app/server/brokers/ironbeam';
const BROKER = `${FOLDER}/ironbeam-broker.server.ts`;
const TRACKER = `${FOLDER}/order-tracker.ts`;
const PROOF = `${FOLDER}/never-received.ts`;
const BROKER_TEST = 'tests/server/brokers/ironbeam-broker.test.ts';
const CONTRACT_TEST = 'tests/contracts/ironbeam-broker.test.ts';

export const IRONBEAM_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order of an earlier run is rejected while its request may arrive',
    file: PROOF,
    find: 'return nowMs() - sentMs > ORPHANED_MS_MAX;',
    replace: 'return nowMs() - sentMs < ORPHANED_MS_MAX;',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'the token of a lost order stays valid',
    file: PROOF,
    find: 'if (!(await endToken(token))) return false;',
    replace: 'void endToken;',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'a broker has no time to handle an order that it took',
    file: PROOF,
    find: 'await pause(HANDLING_MS_MAX);',
    replace: 'void pause;',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order that was listed before is taken for a lost one',
    file: TRACKER,
    find: 'equal.some(({ listedBefore }) => !listedBefore.has(row.orderId))',
    replace: 'equal.length > 0',
    also: [
      {
        file: TRACKER,
        find: "this.tracked.get(orderId)?.state === 'lost' && !listedBefore.has(row.orderId)",
        replace: "this.tracked.get(orderId)?.state === 'lost' && listedBefore.size >= 0",
      },
    ],
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order that may be one of two listed ones is rejected',
    file: TRACKER,
    find: "tracked?.state !== 'lost' || this.listFreeRows(order, [tracked]).length > 0",
    replace: "tracked?.state !== 'lost'",
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'a page of a proxy rejects an order',
    file: `${FOLDER}/http-client.server.ts`,
    find: 'const isRejected = parsed.success && REJECTED_STATUSES',
    replace: 'const isRejected = REJECTED_STATUSES',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order is sent again with a new token',
    file: BROKER,
    find: 'await this.api.placeOrder(token, buildTerms(order, instrument));',
    replace:
      'await this.link.read((next) => this.api.placeOrder(next, buildTerms(order, instrument)));',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'the numbers of the broker are not stored',
    file: TRACKER,
    find: 'this.options.sentOrders.save({ orderId, sentMs, strategyId, brokerOrderId });',
    replace: '',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order leaves before it is stored',
    file: TRACKER,
    find: 'this.options.sentOrders.save(sent);',
    replace: '',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'a trader of real money is connected',
    file: `${FOLDER}/ironbeam-link.server.ts`,
    find: 'if (await this.api.isRealTrader(token))',
    replace: 'if ((await this.api.isRealTrader(token)) === null)',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'a rejected sign-in repeats the key',
    file: `${FOLDER}/ironbeam-api.server.ts`,
    find: 'isErrorQuoted: false,',
    replace: 'isErrorQuoted: true,',
    caughtBy: ['tests/server/brokers/ironbeam-stored.deep.test.ts'],
  },
  {
    name: 'an execution with another price is reported as another one',
    file: `${FOLDER}/executions.ts`,
    find: "if (number === 1) return { type: 'Filled', ...fill };",
    replace: "if (number > 0) return { type: 'Filled', ...fill };",
    caughtBy: [CONTRACT_TEST],
  },
];
