// Every error of the API: status, message, cause and remedy. `…` stands for a variable part.
import type { RefusalCode } from '../../trading/domain/outcome';

export interface Fault {
  readonly status: number;
  /** Code of an engine rejection; null for other errors. */
  readonly code: RefusalCode | null;
  readonly error: string;
  readonly cause: string;
  readonly remedy: string;
}

const createFault = (status: number, error: string, cause: string, remedy: string): Fault => ({
  status,
  code: null,
  error,
  cause,
  remedy,
});
const createRefusal = (
  status: number,
  code: RefusalCode,
  error: string,
  cause: string,
  remedy: string,
): Fault => ({ status, code, error, cause, remedy });

/** Errors that any call may return. */
export const COMMON_FAULTS = {
  NOT_JSON: createFault(
    400,
    'The body is not JSON.',
    'the body cannot be parsed',
    'send valid JSON, or no body where none is needed',
  ),
  INCOMPLETE_BODY: createFault(
    400,
    'The request body is incomplete.',
    'the connection ended before the body did',
    'send the whole body',
  ),
  KEY_SHAPE: createFault(
    400,
    'An Idempotency-Key takes 1 to 200 visible ASCII characters.',
    'an invalid key',
    'use a random key, such as a UUID',
  ),
  NOT_SIGNED_IN: createFault(
    401,
    'Sign in first: POST /api/auth/login with username and password.',
    'no session, or it has expired; without a session, unknown paths return the same',
    'sign in and send the cookie',
  ),
  OTHER_SITE: createFault(
    403,
    'This request came from another site.',
    'a write whose `Sec-Fetch-Site` is not `same-origin`',
    'call from a page of this server, or from a program',
  ),
  OTHER_ORIGIN: createFault(
    403,
    'The address of this server is …, but the request came from …. Set PUBLIC_ORIGIN if that is its address.',
    'a write with another `Origin`',
    'use the address that the operator has set',
  ),
  ROLE: createFault(
    403,
    'Your role is …; this needs the role …. An operator can change it on the page Users.',
    'a write that the role of the user does not include; STOP and CLOSE are always allowed',
    'have an operator change the role',
  ),
  NO_CALL: createFault(
    404,
    'There is no call /api/….',
    'the path is not an API endpoint',
    'check the path against this page',
  ),
  METHOD: createFault(
    405,
    '/api/… takes ….',
    'the method is not supported by this path',
    'use a method listed in `Allow`',
  ),
  OTHER_METHOD: createFault(
    405,
    'The server does not support ….',
    'a method other than GET, HEAD and POST',
    'use GET, HEAD or POST',
  ),
  TOO_LARGE: createFault(
    413,
    'A request body may have at most … KB.',
    'more than 64 KB',
    'send a smaller body',
  ),
  FORM_BODY: createFault(
    415,
    'A call takes application/json.',
    'a form body',
    'send JSON; forms post to the screens',
  ),
  COMPRESSED: createFault(
    415,
    'A body must not be compressed.',
    'a `Content-Encoding` other than `identity`',
    'send the plain body',
  ),
  OTHER_TYPE: createFault(
    415,
    'A body must be … or ….',
    'another content type',
    'send `Content-Type: application/json`',
  ),
  TOO_MANY: createFault(
    429,
    'Too many changes at once. Try again in a few seconds.',
    'more than 200 writes of a user in 10 s; STOP, CLOSE and sign-out are not counted',
    'wait the seconds given in `Retry-After`',
  ),
  READ_RATE: createFault(
    429,
    'Too many requests at once. Try again in a few seconds.',
    'more than 32 queued reads of a user, or 96 of an address; writes are not counted',
    'wait the seconds given in `Retry-After`',
  ),
  UNEXPECTED: createFault(
    500,
    'The server failed to answer.',
    'an internal error; accounts are unchanged',
    'give the operator the `requestId`; the server log has the details',
  ),
  READ_BUSY: createFault(
    503,
    'Server busy. Try again in a few seconds.',
    'more than 256 queued reads in total; reads of signed-in users are rejected last',
    'wait the seconds given in `Retry-After`',
  ),
  SERVER_DOWN: createFault(
    503,
    'The server does not answer. Try again in a few seconds.',
    'many servers behind one front: the server of the user has ended or does not answer',
    'retry with the same Idempotency-Key after the seconds given in `Retry-After`',
  ),
  MOVING: createFault(
    503,
    'Your account is being moved to another server. Try again in a few seconds.',
    'many servers behind one front: an operator moves the user; nothing was done',
    'wait the seconds given in `Retry-After`',
  ),
} as const satisfies Record<string, Fault>;

/** Errors of single calls. */
export const CALL_FAULTS = {
  MALFORMED: createFault(
    400,
    '…: …',
    'a field is missing or has an invalid value; the message names it',
    'send the fields listed for the call',
  ),
  BARS_RANGE: createFault(
    400,
    'from: must be before until.',
    'an empty time range',
    'give a `from` before `until`',
  ),
  BARS_REACH: createFault(
    400,
    'from: bars of … go back to ….',
    'a `from` more than 1,000 bars ago',
    'ask for a later time, or for a longer interval',
  ),
  BARS_INTERVAL: createFault(
    400,
    'interval: the history of … has no bars of …. Available: ….',
    'a replayed history with longer bars',
    'use one of the available intervals',
  ),
  CREDENTIALS: createFault(
    401,
    'Invalid credentials',
    'wrong name or password, or a disabled user: always the same message',
    'try again, or have the operator reset the passphrase',
  ),
  NO_BOOK: createFault(
    404,
    'This user has no account yet.',
    'the selected mode has no account',
    'POST auto-trading/fix-user-mapping',
  ),
  NO_BARS: createFault(
    404,
    'The market … has no price history.',
    'the market of the account has no feed on this server',
    'switch to a mode whose market has a feed',
  ),
  NO_CONTRACT: createFault(
    404,
    'The market … has no contract …. Use a code such as NGF27 or a root symbol such as NG.',
    'an unknown contract or root symbol',
    'use a `contract` or `symbol` of a quote',
  ),
  NO_POSITION: createFault(
    404,
    'Position not found.',
    'not found for this user',
    'use an id from GET trading-positions',
  ),
  NO_BACKTEST: createFault(
    404,
    'Backtest not found.',
    'it belongs to another user or was deleted',
    'use an id from GET backtests',
  ),
  NONE_OPEN: createFault(
    409,
    'No active positions to close',
    'no open position; the commodity is turned off anyway',
    'no action needed',
  ),
  NO_BOOK_YET: createFault(
    409,
    'The selected mode has no account yet.',
    'the selected mode has no account',
    'POST auto-trading/fix-user-mapping',
  ),
  BACKTEST_OWN: createFault(
    409,
    'Another backtest of yours is running. Wait for it, or cancel it.',
    'one backtest per user at a time',
    'wait, or POST backtests/:id/cancel',
  ),
  BACKTEST_KEY: createFault(
    409,
    'This key was used for another backtest. Use a new one.',
    'the same Idempotency-Key with another request',
    'use a new key',
  ),
  BACKTEST_WORLD: createFault(
    409,
    'This server has no simulated market: no in-sample history is available.',
    'world `desk` on a server that replays data',
    'use world `unseen`',
  ),
  SIGN_IN_RATE: createFault(
    429,
    'Too many failed sign-ins. Try again in … seconds.',
    '50 failures of an address in 15 minutes; each further failure doubles the wait, up to 15 minutes',
    'wait the seconds given in `Retry-After`',
  ),
  BARS_LOADING: createFault(
    503,
    'History is loading. Try again in a few seconds.',
    'older bars are still being computed',
    'wait the seconds given in `Retry-After`',
  ),
  SIGN_IN_BUSY: createFault(
    503,
    'Too many sign-ins at once. Try again in a moment.',
    'the queue for checking passwords is full',
    'wait the seconds given in `Retry-After`',
  ),
  SIGN_IN_STORAGE: createFault(
    503,
    'Storage error: the sign-in cannot be stored. Inform the operator and try again.',
    'the disk is full or broken',
    'inform the operator',
  ),
  BACKTEST_BUSY: createFault(
    503,
    'The backtest queue is full. Try again in a few minutes.',
    'the queue is full',
    'wait the seconds given in `Retry-After`',
  ),
  BACKTEST_DISK: createFault(
    503,
    'Storage error: the backtest cannot be stored. Check the disk and try again.',
    'the disk is full or broken',
    'inform the operator',
  ),
} as const satisfies Record<string, Fault>;

/** Rejections by the engine. The response also has `code`, `asked` and `allowed`. */
export const DESK_FAULTS = {
  BROKER_KEY_SHAPE: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: must look like ACCOUNT:KEY, an account of 1 to 64 letters, digits, dots, dashes, underscores and @, a colon, and a key of 8 to 256 visible characters without a colon',
    'a key in another format',
    'enter the key as issued by the broker',
  ),
  NO_USER: createRefusal(
    404,
    'UNKNOWN_BOOK',
    'This user has no account yet; open one first.',
    'the user has no account',
    'POST auto-trading/fix-user-mapping',
  ),
  NO_MODE_BOOK: createRefusal(
    404,
    'UNKNOWN_BOOK',
    'The selected mode has no account yet; open it first.',
    'the selected mode has no account',
    'POST auto-trading/fix-user-mapping',
  ),
  POSITION_GONE: createRefusal(
    404,
    'UNKNOWN_POSITION',
    'There is no such open position.',
    'it was closed in the meantime; repeating a close returns its first result',
    'no action needed',
  ),
  KEY_REUSED: createRefusal(
    409,
    'KEY_REUSED',
    'This idempotency key was used for another command; use a new one.',
    'the same key with another request',
    'use a new key',
  ),
  KEY_REUSED_SECRET: createRefusal(
    409,
    'KEY_REUSED',
    'This Idempotency-Key was used with another broker key. Nothing was changed: send the request again with a new key.',
    'the same key with another broker key',
    'use a new key',
  ),
  LIVE_TRADING_OFF: createRefusal(
    409,
    'NO_BROKER',
    'Live trading is off on this server (LIVE_TRADING).',
    'RUN in live mode with LIVE_TRADING off',
    'trade in simulation or paper',
  ),
  NO_BROKER: createRefusal(
    409,
    'NO_BROKER',
    'No broker is connected for … trading.',
    'RUN in live mode with LIVE_TRADING on and no connected broker',
    'connect a demo account in the settings, or trade in simulation or paper',
  ),
  BROKER_LOST: createRefusal(
    409,
    'NO_BROKER',
    '… is not connected: ….',
    'RUN in live mode while the broker is not connected, or not compared with the account yet',
    'wait for the connection, or follow the reason',
  ),
  IBKR_SHAPE: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: must look like ibkr:ACCOUNT@127.0.0.1:PORT/CLIENT, for example ibkr:DU1234567@127.0.0.1:4002/7, with a gateway on this machine',
    'a connection in another format',
    'enter account, port and client of the gateway',
  ),
  IBKR_DEMO_PORT: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: an account that starts with D is a demo account: enter the port of its session, 4002, or 7497 of the desktop program',
    'a demo account at the port of real ones',
    'enter the port of the demo session',
  ),
  IBKR_REAL_PORT: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: this is a real account: enter the port of its session, 4001, or 7496 of the desktop program; to trade without money, connect a demo account',
    'a real account at the port of demo ones',
    'enter the port of the real session, or connect a demo account',
  ),
  IRONBEAM_SHAPE: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: must look like ironbeam:ACCOUNT:USER:KEY@demo.ironbeamapi.com, with the number of the account, the user name and the API key of the demo account',
    'a connection in another format, or to another host',
    'enter account, user, key and host of the demo account',
  ),
  IRONBEAM_DEMO_ONLY: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: only demo accounts can be connected so far: enter the host demo.ironbeamapi.com with the user and key of a demo account',
    'the host of real accounts',
    'connect a demo account',
  ),
  NO_PRICES: createRefusal(
    409,
    'NO_PRICES',
    'No free source has futures prices of electricity; hub prices are spot prices, which are not tradable.',
    'RUN of electricity with FEED=public',
    'trade another commodity',
  ),
  DRAWDOWN_STOPPED: createRefusal(
    409,
    'DRAWDOWN',
    'Drawdown …, from … to …: the breaker stopped the account. …',
    'the breaker has tripped: RUN of one commodity never re-arms it, RUN ALL only with `"rearm": true`, once per trading day',
    'check the cause, then POST auto-trading/start with `{"rearm": true}`, or wait for the next trading day',
  ),
  EQUITY: createRefusal(
    409,
    'EQUITY',
    'Equity is …, and an account needs more than zero to open positions. Close what is open, then ….',
    'current equity, or equity at the last valuation, is zero or less',
    'close all positions, then POST reset-trading-account',
  ),
  USER_DISABLED: createRefusal(
    409,
    'DISABLED',
    'An operator has disabled this user; nothing is opened before the user is enabled again. Exits go on.',
    'RUN while the user is disabled',
    'contact the operator',
  ),
  ACCOUNT_HALTED: createRefusal(
    409,
    'HALTED',
    'This account is halted: …. Entries are blocked until it is resumed on the page Live; exits go on.',
    'RUN after a person, a limit, or a disagreement with the broker halted the account',
    'read the reason on the page Live; resume the account there, or contact the operator',
  ),
  RESET_WAITS: createRefusal(
    409,
    'OPEN_POSITIONS',
    'A reset waits for … to close. RUN again when the account has been reset.',
    'a reset waits for positions that cannot close yet',
    'wait until the reset is complete',
  ),
  LIVE_OPEN: createRefusal(
    409,
    'OPEN_POSITIONS',
    'The live account has open orders or positions; CLOSE ALL before leaving live trading.',
    'leaving live mode with open orders or positions',
    'CLOSE ALL first',
  ),
  LIVE_NOT_RESETTABLE: createRefusal(
    409,
    'LIVE_NOT_RESETTABLE',
    'Live accounts cannot be reset.',
    'a reset in live mode',
    'select simulation or paper',
  ),
  MODE_SWITCH_RATE: createRefusal(
    429,
    'MODE_SWITCH_RATE',
    '… mode switches in 10 minutes; limit …. Try again later.',
    'more than 6 switches in 10 minutes',
    'wait until `resetTime`',
  ),
  BUSY: createRefusal(
    503,
    'BUSY',
    'Server busy. No order sent; retry.',
    'the command queue is full; the emergency stop is still accepted',
    'retry with the same Idempotency-Key',
  ),
  STORAGE: createRefusal(
    503,
    'STORAGE',
    'Storage error (…). No order sent. …',
    'the disk is full or broken; STOP and CLOSE stay in memory and run first once it works',
    'inform the operator; trading is stopped until then',
  ),
  FAULT: createRefusal(
    503,
    'FAULT',
    'The engine failed. No order sent. Trading is halted until the operator has found the cause.',
    'an error in the program; the server ends and starts again with trading halted',
    'inform the operator; do not send the command again before the halt is lifted',
  ),
  BROKER_KEY_STORAGE: createRefusal(
    503,
    'STORAGE',
    'The broker key could not be stored, and nothing was changed. Check the free space and the health of the disk.',
    'the disk is full or broken',
    'inform the operator',
  ),
  KEY_FILE_OPEN: createRefusal(
    503,
    'STORAGE',
    'The key file … in the data directory can be read by others. Restrict it (chmod 600), and treat its secrets as exposed.',
    'permissions of master.key are too wide',
    'inform the operator',
  ),
  KEY_FILE_DAMAGED: createRefusal(
    503,
    'STORAGE',
    'The key file … in the data directory is damaged. Restore it from a backup, or remove it and enter the broker keys again.',
    'master.key is not a valid key',
    'inform the operator',
  ),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof CALL_FAULTS | keyof typeof DESK_FAULTS;

/** Errors that every account command may return. */
export const COMMAND_FAULTS = [
  'NO_USER',
  'NO_MODE_BOOK',
  'KEY_REUSED',
  'BUSY',
  'STORAGE',
  'FAULT',
] as const satisfies readonly FaultName[];

/** Meaning of each refusal code, for responses, pending orders and the notification log. */
export const CODE_MEANINGS: Readonly<Record<RefusalCode, string>> = {
  SIZE: 'below one lot, above the maximum order size, or larger than the position',
  NOTIONAL: 'notional of a commodity, its group or the account above the limit of the risk level',
  PRICE_COLLAR: 'price outside the band around the last price, or spread too wide',
  POSITION: 'maximum number of positions in the commodity for the risk level',
  CASH: 'not enough available balance, or less than the minimum free balance would remain',
  MARGIN: 'initial margin of all positions above equity, or an open margin call',
  DAILY_LOSS: 'daily loss limit; entries are blocked until the next trading day',
  DRAWDOWN: 'drawdown limit; RUN ALL re-arms the account after a confirmation',
  COOL_OFF: 'cool-off of the commodity after consecutive losses',
  UNPROTECTED: 'a position has no stop; entries are blocked until it has one',
  ORDER_RATE: 'too many entries within a minute; exits are never limited',
  DUPLICATE: 'the same order is already working, or an earlier one has no broker status yet',
  STALE_QUOTE: 'no quote, or a quote too old for an entry',
  SESSION: 'the venue is closed',
  MODE: 'the account is not selected, or its mode cannot trade',
  HALTED: 'all trading or this account is halted',
  NOT_ARMED: 'the live account is not armed, or waits for the confirmation of a second person',
  DISABLED: 'an operator has disabled the user',
  CLOCK: 'the system clock was changed; entries are blocked until it is consistent again',
  EQUITY: 'equity is zero or less; entries are blocked until a reset',
  EXPIRY: 'the contract month is being rolled or has settled',
  TERMS: 'contract terms changed; only exits until positions under the old terms are closed',
  LOCKED: 'the market is at its daily limit',
  UNKNOWN_INSTRUMENT: 'not listed in the market of the account',
  UNKNOWN_PLAYBOOK: 'not a playbook of the commodity',
  UNKNOWN_POSITION: 'not an open position of the user',
  UNKNOWN_BOOK: 'the account does not exist',
  BOOK_EXISTS: 'the account exists already',
  OPEN_POSITIONS: 'open orders or positions must be closed first',
  LIVE_NOT_RESETTABLE: 'a live account cannot be reset',
  NO_BROKER: 'live trading is off, no broker is connected, or its key cannot be used',
  NO_PRICES: 'no source of the market has prices of the commodity',
  MODE_SWITCH_RATE: 'too many mode switches',
  KEY_REUSED: 'the Idempotency-Key was used for another request',
  BUSY: 'the command queue is full',
  STORAGE: 'the disk cannot be written',
  FAULT: 'an error in the program; trading is halted',
  INVALID: 'a value out of range',
};
