/** Messages of the gateway at server version 177. The order of the fields is that of the protocol. */
import type { Field } from './frames';
import type {
  GatewayContract,
  GatewayExecution,
  GatewayOrder,
  GatewayPosition,
} from './gateway-types';

/** The number that starts each message. */
const MESSAGE = {
  orderStatus: 3,
  error: 4,
  openOrder: 5,
  nextOrderNumber: 9,
  contract: 10,
  execution: 11,
  accounts: 15,
  contractEnd: 52,
  openOrderEnd: 53,
  executionEnd: 55,
  commission: 59,
  position: 61,
  positionEnd: 62,
  balance: 63,
  balanceEnd: 64,
  completedOrder: 101,
  completedOrderEnd: 102,
} as const;

/** The version field of messages that still have one. */
const VERSION = 1;
/** A message that belongs to no request. */
export const NO_REQUEST = -1;
/** Fields of an order that this gateway leaves at their defaults. */
const repeatField = (field: Field, count: number): readonly Field[] =>
  Array.from({ length: count }, () => field);

export const buildAccounts = (account: string): readonly Field[] => [
  MESSAGE.accounts,
  VERSION,
  account,
];

export const buildNextNumber = (orderNumber: number): readonly Field[] => [
  MESSAGE.nextOrderNumber,
  VERSION,
  orderNumber,
];

/** `id`: an order number or a request, or `NO_REQUEST`. */
export const buildError = (id: number, code: number, text: string): readonly Field[] => [
  MESSAGE.error,
  2,
  id,
  code,
  text,
  '', // details of a rejection
];

export const buildOrderStatus = (order: GatewayOrder, clientId: number): readonly Field[] => [
  MESSAGE.orderStatus,
  order.request.orderNumber,
  order.status,
  order.filled,
  order.request.quantity - order.filled,
  order.averagePrice,
  order.permanentId,
  order.request.parentNumber ?? 0,
  order.lastPrice,
  clientId,
  '',
  0,
];

const buildContractFields = (contract: GatewayContract): readonly Field[] => [
  contract.contractId,
  contract.symbol,
  'FUT',
  contract.expiry,
  0,
  '?',
  contract.multiplier,
  contract.exchange,
  'USD',
  contract.localSymbol,
  contract.symbol,
];

/** Action to order reference, as in open and in completed orders. */
const buildTermFields = ({ request }: GatewayOrder): readonly Field[] => [
  request.action,
  request.quantity,
  request.orderType,
  request.limitPrice ?? '',
  request.stopPrice ?? '',
  request.timeInForce,
  request.orderGroup ?? '',
  request.account,
  '',
  0,
  request.orderRef,
];

export const buildOpenOrder = (order: GatewayOrder): readonly Field[] => [
  MESSAGE.openOrder,
  order.request.orderNumber,
  ...buildContractFields(order.contract),
  ...buildTermFields(order),
  order.clientId,
  order.permanentId,
  ...repeatField(0, 2), // outside regular hours, hidden
  0, // discretionary amount
  ...repeatField('', 2), // good after time, shares allocation
  ...repeatField('', 3), // group, method and percentage of an advisor
  ...repeatField('', 3), // model, good till date, rule 80A
  ...repeatField('', 2), // percent offset, settling firm
  0, // short sale slot
  '', // location
  -1, // exempt code
  0, // auction
  ...repeatField('', 5), // starting and reference prices, delta, range of the stock
  '', // display size
  ...repeatField(0, 3), // block, sweep, all or none
  '', // minimum quantity
  order.request.orderGroup === null ? 0 : 1, // the first fill cancels the others of the group
  ...repeatField(0, 2), // electronic, firm quote
  '', // price cap
  order.request.parentNumber ?? 0,
  0, // trigger method
  ...buildVolatilityFields(),
  ...repeatField('', 2), // trailing stop and percent
  ...repeatField('', 2), // basis points
  ...buildComboFields(),
  ...buildScaleFields(),
  '', // hedge
  0, // out of smart routing
  ...repeatField('', 2), // clearing
  ...repeatField(0, 2), // not held, delta neutral
  '', // algorithm
  ...repeatField(0, 2), // solicited, only a question
  order.status,
  ...repeatField('', 9), // margin before, changed and after
  ...repeatField('', 3), // commission
  ...repeatField('', 2), // currency of the commission, warning
  ...repeatField(0, 2), // randomized size and price
  0, // conditions
  '', // adjusted order type
  ...repeatField('', 6), // trigger, stop, offset and adjusted prices
  0, // unit of the adjusted trail
  ...repeatField('', 3), // soft dollar tier
  '', // cash quantity
  ...repeatField(0, 4), // price for hedge, container, discretionary limit, price management
  0, // duration
  '', // auction trading system
  0, // cancelled with its parent
  ...repeatField('', 5), // offsets of pegged orders
];

/** Without an order of delta neutral type its further fields are absent. */
const buildVolatilityFields = (): readonly Field[] => ['', 0, '', '', 0, 0];
const buildComboFields = (): readonly Field[] => ['', 0, 0, 0];
/** Level sizes and price increment. */
const buildScaleFields = (): readonly Field[] => repeatField('', 3);

export const buildOpenOrderEnd = (): readonly Field[] => [MESSAGE.openOrderEnd, VERSION];

/** A completed order has no number, only its reference and permanent id. */
export const buildCompletedOrder = (order: GatewayOrder): readonly Field[] => [
  MESSAGE.completedOrder,
  ...buildContractFields(order.contract),
  ...buildTermFields(order),
  order.permanentId,
  ...repeatField(0, 2), // outside regular hours, hidden
  0, // discretionary amount
  '', // good after time
  ...repeatField('', 3), // advisor
  ...repeatField('', 3), // model, good till date, rule 80A
  ...repeatField('', 2), // percent offset, settling firm
  0, // short sale slot
  '', // location
  -1, // exempt code
  ...repeatField('', 5), // starting and reference prices, delta, range of the stock
  '', // display size
  ...repeatField(0, 2), // sweep, all or none
  '', // minimum quantity
  ...repeatField(0, 2), // type of the one-cancels-other group, trigger method
  ...buildVolatilityFields(),
  ...repeatField('', 2), // trailing stop and percent
  ...buildComboFields(),
  ...buildScaleFields(),
  '', // hedge
  ...repeatField('', 2), // clearing
  ...repeatField(0, 2), // not held, delta neutral
  '', // algorithm
  0, // solicited
  order.status,
  ...repeatField(0, 2), // randomized size and price
  0, // conditions
  ...repeatField('', 2), // trailing stop, offset
  '', // cash quantity
  ...repeatField(0, 2), // price for hedge, container
  '', // date of an automatic cancellation
  order.filled,
  0, // reference future
  0, // cancelled with its parent
  '', // shareholder
  ...repeatField(0, 2), // imbalance only, routed to the best
  0, // permanent id of the parent
  order.endedText,
  order.reason,
  ...repeatField('', 5), // offsets of pegged orders
];

export const buildCompletedOrderEnd = (): readonly Field[] => [MESSAGE.completedOrderEnd];

export const buildExecution = (
  requestId: number,
  execution: GatewayExecution,
): readonly Field[] => {
  const { order } = execution;
  return [
    MESSAGE.execution,
    requestId,
    order.request.orderNumber,
    ...buildContractFields(order.contract),
    execution.executionId,
    execution.atText,
    order.request.account,
    order.contract.exchange,
    order.request.action === 'BUY' ? 'BOT' : 'SLD',
    execution.quantity,
    execution.price,
    order.permanentId,
    order.clientId,
    0, // liquidation
    execution.filled,
    execution.averagePrice,
    order.request.orderRef,
    '',
    0,
    '',
    1,
  ];
};

export const buildExecutionEnd = (requestId: number): readonly Field[] => [
  MESSAGE.executionEnd,
  VERSION,
  requestId,
];

export const buildCommission = ({
  executionId,
  commission,
}: Pick<GatewayExecution, 'executionId' | 'commission'>): readonly Field[] => [
  MESSAGE.commission,
  VERSION,
  executionId,
  commission,
  'USD',
  0,
  0,
  0,
];

export const buildContract = (requestId: number, contract: GatewayContract): readonly Field[] => [
  MESSAGE.contract,
  requestId,
  contract.symbol,
  'FUT',
  contract.expiry,
  0,
  '?',
  contract.exchange,
  'USD',
  contract.localSymbol,
  contract.symbol,
  contract.symbol,
  contract.contractId,
  contract.tick,
  contract.multiplier,
  'LMT,MKT,STP',
  contract.exchange,
  contract.priceMagnifier,
  0,
  contract.symbol,
  contract.exchange,
  contract.month,
  '',
  '',
  '',
  contract.timeZone,
  '',
  '',
  '',
  0,
  0, // further identifiers
  0,
  contract.symbol,
  'IND',
  '',
  contract.expiry,
  '',
  ...repeatField(1, 3), // sizes
];

export const buildContractEnd = (requestId: number): readonly Field[] => [
  MESSAGE.contractEnd,
  VERSION,
  requestId,
];

export const buildPosition = (
  account: string,
  { contract, quantity, averageCost }: GatewayPosition,
): readonly Field[] => [
  MESSAGE.position,
  3,
  account,
  ...buildContractFields(contract),
  quantity,
  averageCost,
];

export const buildPositionEnd = (): readonly Field[] => [MESSAGE.positionEnd, VERSION];

export const buildBalance = (
  requestId: number,
  account: string,
  tag: string,
  dollars: number,
): readonly Field[] => [
  MESSAGE.balance,
  VERSION,
  requestId,
  account,
  tag,
  dollars.toFixed(2),
  'USD',
];

export const buildBalanceEnd = (requestId: number): readonly Field[] => [
  MESSAGE.balanceEnd,
  VERSION,
  requestId,
];
