/** Rows of the Ironbeam API, built from what the broker in memory holds. */
import { MONTH_LETTERS } from '../../../trading/domain/contract-row';
import type {
  GatewayContract,
  GatewayExecution,
  GatewayOrder,
  GatewayPosition,
} from '../gateway-types';

/** Market codes of the API by exchange. */
const MARKETS: Readonly<Record<string, string>> = { NYMEX: 'XNYM', CBOT: 'XCBT' };
const ORDER_TYPES = { MKT: '1', LMT: '2', STP: '3' } as const;

/** Such as XCBT:ZC.H27; null for a contract of another exchange. */
export function formatSymbol({ exchange, symbol, month }: GatewayContract): string | null {
  const market = MARKETS[exchange];
  if (market === undefined) return null;
  return `${market}:${symbol}.${MONTH_LETTERS[Number(month.slice(4)) - 1]}${month.slice(2, 4)}`;
}

export const formatOrderId = (account: string, { permanentId }: GatewayOrder): string =>
  `${account}-${permanentId}`;

function getStatus({ status, filled }: GatewayOrder): string {
  switch (status) {
    case 'PreSubmitted':
    case 'Submitted':
      return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'Filled':
      return 'FILLED';
    case 'Cancelled':
      return 'CANCELLED';
    case 'Inactive':
      return 'REJECTED';
  }
}

export function buildOrderRow(account: string, order: GatewayOrder) {
  const { request, contract, filled, averagePrice, reason } = order;
  return {
    orderId: formatOrderId(account, order),
    strategyId: request.orderNumber,
    accountId: account,
    exchSym: formatSymbol(contract),
    status: getStatus(order),
    side: request.action,
    quantity: request.quantity,
    ...(request.limitPrice === null ? {} : { limitPrice: request.limitPrice }),
    ...(request.stopPrice === null ? {} : { stopPrice: request.stopPrice }),
    orderType: ORDER_TYPES[request.orderType],
    duration: request.timeInForce === 'DAY' ? '0' : '1',
    fillQuantity: filled,
    fillPrice: averagePrice,
    ...(reason === '' ? {} : { orderError: { errorCode: 1, errorText: reason } }),
  };
}
type OrderRow = ReturnType<typeof buildOrderRow>;

/** A corrected execution keeps its number; its time is later. */
export function buildFillRow(account: string, execution: GatewayExecution) {
  const { order, executionId, quantity, price, filled, averagePrice, atText } = execution;
  const [, number = '', version = '1'] = /\.(\d+)\.(\d+)$/.exec(executionId) ?? [];
  return {
    orderId: formatOrderId(account, order),
    strategyId: order.request.orderNumber,
    accountId: account,
    exchSym: formatSymbol(order.contract),
    status: filled >= order.request.quantity ? 'FILLED' : 'PARTIALLY_FILLED',
    side: order.request.action,
    quantity: order.request.quantity,
    fillQuantity: quantity,
    fillTotalQuantity: filled,
    fillPrice: price,
    avgFillPrice: averagePrice,
    timeOrderEvent: parseTime(atText) + Number(version) - 1,
    orderUpdateId: `10336761658263818775-${number}`,
  };
}
type FillRow = ReturnType<typeof buildFillRow>;

/** Short names, as the stream has them. */
export const shortenOrder = (row: OrderRow) => ({
  oid: row.orderId,
  sid: row.strategyId,
  a: row.accountId,
  s: row.exchSym,
  st: row.status,
  sd: row.side,
  q: row.quantity,
  ...('limitPrice' in row ? { lp: row.limitPrice } : {}),
  ...('stopPrice' in row ? { sp: row.stopPrice } : {}),
  ot: row.orderType,
  dr: row.duration,
  fq: row.fillQuantity,
  fp: row.fillPrice,
  ...('orderError' in row ? { err: row.orderError } : {}),
});

export const shortenFill = (row: FillRow) => ({
  oid: row.orderId,
  sid: row.strategyId,
  a: row.accountId,
  s: row.exchSym,
  st: row.status,
  sd: row.side,
  q: row.quantity,
  fq: row.fillQuantity,
  ftq: row.fillTotalQuantity,
  fp: row.fillPrice,
  afp: row.avgFillPrice,
  t: row.timeOrderEvent,
  ouid: row.orderUpdateId,
});

export const buildPositionRow = (
  account: string,
  { contract, quantity, averageCost }: GatewayPosition,
) => ({
  accountId: account,
  currencyCode: 'USD',
  exchSym: formatSymbol(contract),
  positionId: `${account}-${contract.contractId}`,
  quantity: Math.abs(quantity),
  price: averageCost / (contract.multiplier / contract.priceMagnifier),
  side: quantity > 0 ? 'LONG' : 'SHORT',
});

export function buildDefinitionRow(contract: GatewayContract) {
  const { symbol, month, expiry, tick, multiplier, priceMagnifier } = contract;
  return {
    exchSym: formatSymbol(contract),
    exchangeSource: contract.exchange,
    // The afternoon of the last trading day in Chicago.
    expirationTime: parseTime(`${expiry}-19:30:00`),
    marketGroup: symbol,
    marketSymbol: symbol,
    maturityMonth: Number(month.slice(4)),
    maturityYear: Number(month.slice(0, 4)),
    securityType: 'FUT',
    minPriceIncrement: tick,
    minPriceIncrementValue: Number((tick * (multiplier / priceMagnifier)).toFixed(6)),
    currencyCode: 'USD',
    allowTrading: true,
  };
}

/** Of YYYYMMDD-HH:MM:SS in UTC. */
const parseTime = (text: string): number =>
  Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(9)}Z`);
