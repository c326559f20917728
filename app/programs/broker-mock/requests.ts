/** Messages of a client at server version 177, by the number that starts them. */

/** The client lists its supported versions; the gateway answers with this one. */
export const SERVER_VERSION = 177;

/** An order as a client sends it. Prices in the units of the venue, null for none. */
export interface PlaceRequest {
  readonly type: 'place';
  readonly orderNumber: number;
  readonly contract: RequestedContract;
  readonly action: 'BUY' | 'SELL';
  readonly quantity: number;
  readonly orderType: 'MKT' | 'LMT' | 'STP';
  readonly limitPrice: number | null;
  readonly stopPrice: number | null;
  readonly timeInForce: string;
  readonly account: string;
  readonly orderRef: string;
  /** False: the gateway holds the order until one of its children is transmitted. */
  readonly isTransmitted: boolean;
  /** The order that this one is a child of: it may fill what that one has filled. Null for none. */
  readonly parentNumber: number | null;
  /** Name of the group whose orders cancel each other; null for none. */
  readonly orderGroup: string | null;
}

/** How a client names a contract: by id, or by symbol, exchange and month or last trading day. */
export interface RequestedContract {
  readonly contractId: number;
  readonly symbol: string;
  readonly secType: string;
  /** YYYYMM or YYYYMMDD. */
  readonly expiry: string;
  readonly exchange: string;
}

export type Request =
  | PlaceRequest
  | { readonly type: 'cancel'; readonly orderNumber: number }
  | { readonly type: 'start'; readonly clientId: number }
  | { readonly type: 'open orders' }
  | { readonly type: 'executions'; readonly requestId: number }
  | { readonly type: 'completed orders' }
  | { readonly type: 'contract'; readonly requestId: number; readonly contract: RequestedContract }
  | { readonly type: 'quotes'; readonly lineId: number; readonly contract: RequestedContract }
  | { readonly type: 'end quotes'; readonly lineId: number }
  | { readonly type: 'data type'; readonly dataType: number }
  | { readonly type: 'positions' }
  | { readonly type: 'end positions' }
  | { readonly type: 'balances'; readonly requestId: number }
  | { readonly type: 'end balances' };

/** Field positions of an order at this server version. */
const PLACE_FIELDS = {
  orderNumber: 1,
  contract: 2,
  action: 16,
  quantity: 17,
  orderType: 18,
  limitPrice: 19,
  stopPrice: 20,
  timeInForce: 21,
  orderGroup: 22,
  account: 23,
  orderRef: 26,
  transmit: 27,
  parentNumber: 28,
} as const;

type Parser = (fields: readonly string[]) => Request | null;

const readText = (fields: readonly string[], index: number): string => fields[index] ?? '';
const readNumber = (fields: readonly string[], index: number): number =>
  Number(readText(fields, index) || 0);
const readPrice = (fields: readonly string[], index: number): number | null =>
  readText(fields, index) === '' ? null : readNumber(fields, index);

function parsePlacement(fields: readonly string[]): Request | null {
  const action = readText(fields, PLACE_FIELDS.action);
  const orderType = readText(fields, PLACE_FIELDS.orderType);
  if (action !== 'BUY' && action !== 'SELL') return null;
  if (orderType !== 'MKT' && orderType !== 'LMT' && orderType !== 'STP') return null;
  return {
    type: 'place',
    orderNumber: readNumber(fields, PLACE_FIELDS.orderNumber),
    contract: parseContract(fields, PLACE_FIELDS.contract),
    action,
    quantity: readNumber(fields, PLACE_FIELDS.quantity),
    orderType,
    limitPrice: orderType === 'LMT' ? readPrice(fields, PLACE_FIELDS.limitPrice) : null,
    stopPrice: orderType === 'STP' ? readPrice(fields, PLACE_FIELDS.stopPrice) : null,
    timeInForce: readText(fields, PLACE_FIELDS.timeInForce),
    account: readText(fields, PLACE_FIELDS.account),
    orderRef: readText(fields, PLACE_FIELDS.orderRef),
    isTransmitted: readText(fields, PLACE_FIELDS.transmit) === '1',
    parentNumber: readNumber(fields, PLACE_FIELDS.parentNumber) || null,
    orderGroup: readText(fields, PLACE_FIELDS.orderGroup) || null,
  };
}

/** The contract of a request whose contract fields start at an index. */
const parseContract = (fields: readonly string[], first: number): RequestedContract => ({
  contractId: readNumber(fields, first),
  symbol: readText(fields, first + 1),
  secType: readText(fields, first + 2),
  expiry: readText(fields, first + 3),
  exchange: readText(fields, first + 7),
});

const PARSERS: Readonly<Record<number, Parser>> = {
  1: (fields) => ({
    type: 'quotes',
    lineId: readNumber(fields, 2),
    contract: parseContract(fields, 3),
  }),
  2: (fields) => ({ type: 'end quotes', lineId: readNumber(fields, 2) }),
  3: parsePlacement,
  4: (fields) => ({ type: 'cancel', orderNumber: readNumber(fields, 2) }),
  7: (fields) => ({ type: 'executions', requestId: readNumber(fields, 2) }),
  9: (fields) => ({
    type: 'contract',
    requestId: readNumber(fields, 2),
    contract: parseContract(fields, 3),
  }),
  16: () => ({ type: 'open orders' }),
  59: (fields) => ({ type: 'data type', dataType: readNumber(fields, 2) }),
  61: () => ({ type: 'positions' }),
  62: (fields) => ({ type: 'balances', requestId: readNumber(fields, 2) }),
  63: () => ({ type: 'end balances' }),
  64: () => ({ type: 'end positions' }),
  71: (fields) => ({ type: 'start', clientId: readNumber(fields, 2) }),
  99: () => ({ type: 'completed orders' }),
};

/** Null for a message that this gateway does not serve. */
export const parseRequest = (fields: readonly string[]): Request | null =>
  PARSERS[Number(fields[0])]?.(fields) ?? null;
