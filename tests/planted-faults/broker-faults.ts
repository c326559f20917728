// Faults of orders at a remote broker.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const EXITS_TEST = 'tests/trading/engine/remote-exits.test.ts';
const LATE_TEST = 'tests/trading/engine/late-fills.test.ts';
const CORRECTION_TEST = 'tests/trading/engine/corrections.test.ts';
const CANCEL_TEST = 'tests/trading/engine/cancel-requests.test.ts';
const COMPARISON_TEST = 'tests/trading/engine/broker-comparison.test.ts';
const EXTERNAL_TEST = 'tests/trading/engine/external-trades.test.ts';
const ARMING_TEST = 'tests/trading/engine/arming.test.ts';
const PROPOSALS_TEST = 'tests/trading/engine/entry-proposals.test.ts';
const HALT_LEVELS_TEST = 'tests/trading/engine/halt-levels.test.ts';
const IBKR = 'app/server/brokers/ibkr/ibkr-broker.server.ts';
const IBKR_TEST = 'tests/server/brokers/ibkr-broker.test.ts';
const DEPARTURE_TEST = 'tests/trading/engine/departure-check.test.ts';

export const BROKER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order leaves to a remote broker after STOP of the same batch',
    file: 'app/trading/engine/departures.ts',
    find: "action === 'cancel' && order.id === id",
    replace: "action === 'cancel' && order.id === bookId",
    caughtBy: ['tests/trading/engine/departures.test.ts'],
  },
  {
    name: 'an entry leaves to a remote broker after a halt of the same batch',
    file: 'app/trading/engine/departures.ts',
    find: 'if (isHalted) return `trading',
    replace: 'if (!id) return `trading',
    caughtBy: ['tests/trading/engine/departures.test.ts'],
  },
  {
    name: 'an entry leaves after its account was disarmed in the same batch',
    file: 'app/trading/engine/departures.ts',
    find: "book.mode === 'live' && !isArmed(",
    replace: "book.mode === 'paper' && !isArmed(",
    caughtBy: [ARMING_TEST],
  },
  {
    name: 'an order leaves twice to a remote broker',
    file: 'app/trading/engine/departure-check.ts',
    find: 'leaving.get(order.id) !== 1',
    replace: 'leaving.get(order.id) === 0',
    caughtBy: [DEPARTURE_TEST],
  },
  {
    name: 'an order leaves to a remote broker without being stored',
    file: 'app/trading/engine/departure-check.ts',
    find: 'if (!wasStored)',
    replace: 'if (wasStored && !wasStored)',
    caughtBy: [DEPARTURE_TEST],
  },
  {
    name: 'orders leave although they differ from what is stored',
    file: 'app/trading/engine/departures.ts',
    find: 'faults.get(order.bookId) ??',
    replace: 'faults.get(order.id) ??',
    caughtBy: [DEPARTURE_TEST],
  },
  {
    name: 'a real account counts as a demo account',
    file: 'app/server/brokers/connection-text.ts',
    find: 'DEMO_ACCOUNT.test(account)',
    replace: 'IBKR_FORMAT.test(account) || !DEMO_ACCOUNT.test(account)',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'an arming has no end',
    file: 'app/trading/domain/arming.ts',
    find: '&& nowMs < arming.untilMs',
    replace: '&& nowMs > 0',
    caughtBy: [ARMING_TEST],
  },
  {
    name: 'the user who requested an arming confirms it',
    file: `${ENGINE}/arming.ts`,
    find: 'senderId === userId',
    replace: "senderId === ''",
    caughtBy: [ARMING_TEST],
  },
  {
    name: 'an arming outlives the connection that it was given for',
    file: `${ENGINE}/engine.ts`,
    find: "disarmAccount(tx, event.bookId, 'its connection was opened');",
    replace: 'void disarmAccount;',
    caughtBy: [ARMING_TEST],
  },
  {
    name: 'a loss beyond the limit of the arming goes on',
    file: `${ENGINE}/halt-limits.ts`,
    find: 'lostMills > arming.lossLimitMills',
    replace: 'lostMills > 1000 * arming.lossLimitMills',
    caughtBy: [ARMING_TEST],
  },
  {
    name: 'an entry of a strategy leaves a live account without approval',
    file: `${ENGINE}/entry-proposals.ts`,
    find: 'if (needsApproval(book))',
    replace: "if (needsApproval(book) && decision.reason === '')",
    caughtBy: [PROPOSALS_TEST],
  },
  {
    name: 'a proposal is approved after its time',
    file: `${ENGINE}/entry-proposals.ts`,
    find: 'if (tx.nowMs >= proposal.untilMs)',
    replace: 'if (tx.nowMs >= 2 * proposal.untilMs)',
    caughtBy: [PROPOSALS_TEST],
  },
  {
    name: 'a proposal outlives STOP',
    file: `${ENGINE}/stop-trading.ts`,
    find: '  declineProposals(tx, book, commodity, reason);',
    replace: '  void declineProposals;',
    caughtBy: [PROPOSALS_TEST],
  },
  {
    name: 'a proposal outlives the arming',
    file: `${ENGINE}/disarm-account.ts`,
    find: '  declineProposals(tx, book, null, reason);',
    replace: '  void declineProposals;',
    caughtBy: [PROPOSALS_TEST],
  },
  {
    name: 'a halted account stays armed',
    file: `${ENGINE}/account-halts.ts`,
    find: "disarmAccount(tx, book.id, 'the account was halted');",
    replace: 'void disarmAccount;',
    caughtBy: [HALT_LEVELS_TEST],
  },
  {
    name: 'a user resumes an account that disagrees with its broker',
    file: `${ENGINE}/halt-commands.ts`,
    find: 'if (halt?.needsOperator)',
    replace: "if (halt?.reason === '')",
    caughtBy: [HALT_LEVELS_TEST],
  },
  {
    name: 'a cancellation is sent without being stored',
    file: `${ENGINE}/orders.ts`,
    find: "tx.record('OrderCancelRequested', getOwner(book), { orderId: order.id, reason });",
    replace: 'void reason;',
    caughtBy: [CANCEL_TEST],
  },
  {
    name: 'an unknown order that works does not get its cancellation again',
    file: `${ENGINE}/executions.ts`,
    find: "order.state === 'UNKNOWN' && order.cancelRequest",
    replace: 'order.cancelRequest && Date.now() === 0',
    caughtBy: [CANCEL_TEST],
  },
  {
    name: 'an order without an answer stays in flight',
    file: `${ENGINE}/engine.ts`,
    find: 'markUnansweredOrders(tx, config);',
    replace: 'void markUnansweredOrders;',
    caughtBy: ['tests/trading/engine/order-timeouts.test.ts'],
  },
  {
    name: 'a fill after a cancellation is dropped',
    file: `${ENGINE}/executions.ts`,
    find: '(!isWorking(order.state) && !isExecution(report))',
    replace: '!isWorking(order.state)',
    caughtBy: [LATE_TEST],
  },
  {
    name: 'lots beyond those held are dropped',
    file: `${ENGINE}/fill-parts.ts`,
    find: '  return splitAtHeld(order, report, heldLots, createId(1));',
    replace: '  return splitAtHeld(order, report, heldLots, createId(1)).slice(0, 1);',
    caughtBy: [LATE_TEST],
  },
  {
    name: 'a position that opened after CLOSE stays open',
    file: `${ENGINE}/executions.ts`,
    find: "const FLAT_REASONS: readonly string[] = ['closed', ",
    replace: 'const FLAT_REASONS: readonly string[] = [',
    caughtBy: [LATE_TEST],
  },
  {
    name: 'a market exit is sent beside a working stop',
    file: `${ENGINE}/close-positions.ts`,
    find: '  for (const position of positions) clearReductions(tx, config, position);\n  return !',
    replace:
      '  for (const position of positions) clearReductions(tx, config, position);\n  return true || !',
    caughtBy: [EXITS_TEST],
  },
  {
    name: 'partial entries stack stops',
    file: `${ENGINE}/protection-orders.ts`,
    find: 'const lots = position.lots - sumActiveLots(tx.state.books[position.bookId], covering);',
    replace: 'const lots = position.lots;',
    caughtBy: [EXITS_TEST],
  },
  {
    name: 'a corrected execution counts twice',
    file: `${ENGINE}/executions.ts`,
    find: 'if (replacesId === null) return applyFill',
    replace: 'if (replacesId !== null || parts.length === 0) return applyFill',
    caughtBy: [CORRECTION_TEST],
  },
  {
    name: 'a correction of a sale has the sign of a purchase',
    file: `${ENGINE}/corrections.ts`,
    find: "side === 'BUY' ? subtractMills(before, after)",
    replace: 'side !== null ? subtractMills(before, after)',
    caughtBy: [CORRECTION_TEST],
  },
  {
    name: 'a position does not take its part of a correction',
    file: `${ENGINE}/order-settlement.ts`,
    find: 'realisedMills: addMills(position.realisedMills, profitMills),',
    replace: 'realisedMills: position.realisedMills,',
    caughtBy: [CORRECTION_TEST],
  },
  {
    name: 'a disagreeing broker halts all accounts',
    file: `${ENGINE}/executions.ts`,
    find: 'if (order.remote) return haltForDisagreement(tx, config, book.id, reason);',
    replace: '',
    caughtBy: ['tests/trading/engine/account-halts.test.ts'],
  },
  {
    name: 'entries pass in a halted account',
    file: `${ENGINE}/orders.ts`,
    find: 'isHalted: halt !== null,',
    replace: 'isHalted: false,',
    caughtBy: ['tests/trading/engine/account-halts.test.ts'],
  },
  {
    name: 'a live account uses the broker of another user',
    file: 'app/server/desk/desk-config.server.ts',
    find: '...(findLiveBroker ? { findLiveBroker } : {}),\n    listPlaybooks',
    replace:
      "...(findLiveBroker ? { findLiveBroker: () => findLiveBroker('ann') } : {}),\n    listPlaybooks",
    caughtBy: ['tests/trading/engine/broker-access.test.ts'],
  },
  {
    name: 'an order may add to a position that is being closed',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: '  checkDuplicate,\n  checkClosing,\n',
    replace: '  checkDuplicate,\n',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'a live account trades before it was compared with its broker',
    file: `${ENGINE}/broker-access.ts`,
    find: "if (link?.state === 'ready') return null;",
    replace: "if (link?.state !== 'down') return null;",
    caughtBy: [COMPARISON_TEST],
  },
  {
    name: 'a difference of positions does not halt the account',
    file: `${ENGINE}/holdings.ts`,
    find: 'ownLots !== brokerLots)',
    replace: 'ownLots !== brokerLots && brokerLots === 0)',
    caughtBy: [COMPARISON_TEST],
  },
  {
    name: 'order numbers fall with those of the gateway',
    file: `${ENGINE}/remote-facts.ts`,
    find: 'Math.max(book.nextOrderNumber, proposed)',
    replace: 'proposed',
    caughtBy: [COMPARISON_TEST],
  },
  {
    name: 'a close that waited for its broker waits for a price',
    file: 'app/trading/engine/broker-comparison.ts',
    find: 'for (const instrumentId of listClosing(book))',
    replace: 'for (const instrumentId of [])',
    caughtBy: [COMPARISON_TEST],
  },
  {
    name: 'a trade by phone is booked while an order of ours may be what was executed',
    file: `${ENGINE}/external-trades.ts`,
    find: '.filter(({ instrumentId }) => !hasUnansweredOrder(book, instrumentId))',
    replace: '',
    caughtBy: [EXTERNAL_TEST],
  },
  {
    name: 'a trade by phone beyond the position is booked as a position of ours',
    file: `${ENGINE}/holdings.ts`,
    find: 'Math.max(0, Math.sign(ownLots) * brokerLots)',
    replace: 'Math.sign(ownLots) * brokerLots',
    caughtBy: [EXTERNAL_TEST],
  },
  {
    name: 'an operator accepts what the broker held before the last fill',
    file: `${ENGINE}/state-transaction.ts`,
    find: "if (link?.state === 'ready' && link.atBroker)",
    replace: "if (link?.state === 'down')",
    caughtBy: ['tests/trading/engine/accept-holdings.test.ts'],
  },
  {
    name: 'a reported fee is added to the booked one',
    file: `${ENGINE}/corrections.ts`,
    find: 'feeMills: subtractMills(corrected.feeMills, replaced.feeMills),',
    replace: 'feeMills: corrected.feeMills,',
    caughtBy: [COMPARISON_TEST],
  },
  {
    name: 'a part of a contract is sent to a broker of whole contracts',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: 'contractLots !== undefined && order.lots % contractLots !== 0',
    replace: 'contractLots !== undefined && order.lots < 0',
    caughtBy: ['tests/trading/engine/whole-contracts.test.ts'],
  },
  {
    name: 'an order that a list lacks counts as rejected',
    file: IBKR,
    find: 'if (!isMissing) return unknown;',
    replace: '',
    caughtBy: [IBKR_TEST],
  },
  {
    name: 'a corrected execution is reported as another one',
    file: 'app/server/brokers/ibkr/execution-versions.ts',
    find: 'Math.max(0, version - 1)',
    replace: '0',
    caughtBy: ['tests/contracts/ibkr-broker.test.ts'],
  },
  {
    name: 'a message that cannot be decoded ends the process',
    file: 'app/server/brokers/ibkr/ib-connection.server.ts',
    find: "        this.endConnection('a message of the gateway could not be read');",
    replace: '        throw error;',
    caughtBy: ['tests/server/brokers/fuzzed-frames.deep.test.ts'],
  },
];
