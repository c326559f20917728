/** Codes and texts of errors that the gateway reports. */

export const ERROR_CODES = {
  duplicateNumber: { code: 103, text: 'Duplicate order id' },
  noContract: { code: 200, text: 'No security definition has been found for the request' },
  rejected: { code: 201, text: 'Order rejected - reason:' },
  cancelled: { code: 202, text: 'Order Canceled - reason:' },
  wrongAccount: { code: 321, text: 'Error validating request: the account code is invalid' },
  clientInUse: { code: 326, text: 'Unable to connect as the client id is already in use' },
  connectionLost: { code: 1100, text: 'Connectivity between the gateway and the servers is lost' },
  restoredWithLoss: {
    code: 1101,
    text: 'Connectivity is restored, and requests for data are lost',
  },
  restored: { code: 1102, text: 'Connectivity is restored, and data are maintained' },
  nothingToCancel: { code: 10147, text: 'The order to be cancelled is not found' },
} as const;

/** Reason of a rejected order. */
export const NOT_WHOLE =
  'Order rejected - reason: the quantity must be a whole number of contracts';
export const NO_PARENT = 'Order rejected - reason: its parent is not working';
export const GROUP_OVER = 'Order rejected - reason: an order of its group has filled or ended';

/** Reason of the cancellation of an order, and of one whose parent or group has ended. */
export const CANCELLED_BY_CLIENT = 'Order Canceled - reason:';
export const PARENT_ENDED = 'Order Canceled - reason: its parent has ended';
export const PARTNER_ENDED =
  'Order Canceled - reason: another order of its group has filled or ended';

/** Errors about requests for market data. */
export const DATA_ERRORS = {
  linesUsedUp: { code: 101, text: 'Max number of tickers has been reached' },
  noContract: ERROR_CODES.noContract,
  noLine: { code: 300, text: "Can't find EId with tickerId" },
  notSubscribed: {
    code: 354,
    text: 'Requested market data is not subscribed. Delayed market data is not available.',
  },
  needsSubscription: {
    code: 10089,
    text: 'Requested market data requires additional subscription for API.',
  },
  partly: { code: 10090, text: 'Part of requested market data is not subscribed.' },
  delayed: {
    code: 10167,
    text: 'Requested market data is not subscribed. Displaying delayed market data.',
  },
  delayedOff: {
    code: 10168,
    text: 'Requested market data is not subscribed. Delayed market data is not enabled.',
  },
  otherSession: { code: 10197, text: 'No market data during competing live session' },
} as const;
