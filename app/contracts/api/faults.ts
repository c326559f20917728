// Every refusal of the API: its status, its words, where it comes from and what to do. `…` stands
// for what varies.
import type { RefusalCode } from '../../trading/domain/outcome';

export interface Fault {
  readonly status: number;
  /** The name beside the sentence, where the desk itself refuses. */
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

/** What any call may answer. */
export const COMMON_FAULTS = {
  NOT_JSON: createFault(
    400,
    'The body is not JSON.',
    'a body that cannot be read',
    'send JSON, or no body where none is needed',
  ),
  KEY_SHAPE: createFault(
    400,
    'An Idempotency-Key takes 1 to 200 visible ASCII characters.',
    'another key',
    'take a random one, such as a UUID',
  ),
  NOT_SIGNED_IN: createFault(
    401,
    'Sign in first: POST /api/auth/login with username and password.',
    'no session, or it has ended; signed out, paths that do not exist answer the same',
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
    'This desk answers at …, and the request came from …. Set PUBLIC_ORIGIN if that is its address.',
    'a write with another `Origin`',
    'use the address that the operator has set',
  ),
  NO_CALL: createFault(
    404,
    'There is no call /api/….',
    'a path that is not on this page',
    'look it up',
  ),
  METHOD: createFault(
    405,
    '/api/… takes ….',
    'a known path with another method',
    'use one of those that `Allow` names',
  ),
  OTHER_METHOD: createFault(
    405,
    '… is not a method of this desk.',
    'anything but GET, HEAD and POST',
    'use one of them',
  ),
  TOO_LARGE: createFault(
    413,
    'A request body may have at most … KB.',
    'more than 64 KB',
    'send less',
  ),
  FORM_BODY: createFault(
    415,
    'A call takes application/json.',
    'a form',
    'send JSON; forms post to the screens',
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
    'more than 200 writes of a user in 10 s; STOP, CLOSE and signing out are never counted',
    'wait as long as `Retry-After` says',
  ),
  READ_RATE: createFault(
    429,
    'Too many requests at once. Try again in a few seconds.',
    'more than 32 reads of a user, or 96 from an address, wait; writes are not counted',
    'wait as long as `Retry-After` says',
  ),
  UNEXPECTED: createFault(
    500,
    'The desk could not answer.',
    'an internal error; accounts are unchanged',
    'give the operator the `requestId`: the log has the rest',
  ),
  READ_BUSY: createFault(
    503,
    'The desk is busy with other requests. Try again in a few seconds.',
    'more than 256 reads of all together wait; those of signed-in users are the last to be refused',
    'wait as long as `Retry-After` says',
  ),
} as const satisfies Record<string, Fault>;

/** What some calls answer. */
export const CALL_FAULTS = {
  MALFORMED: createFault(
    400,
    '…: …',
    'a field that is missing or has another value than it may have; the sentence names it',
    'send what the body of the call says',
  ),
  TIMEFRAME: createFault(
    400,
    'timeframe: must be one of …',
    'another timeframe',
    'take one of those',
  ),
  CREDENTIALS: createFault(
    401,
    'Invalid credentials',
    'name or password wrong, or the user disabled: always the same words',
    'try again, or have the operator reset the passphrase',
  ),
  NO_BOOK: createFault(
    404,
    'This user has no book yet.',
    'the selected mode has none',
    'POST auto-trading/fix-user-mapping',
  ),
  NO_POSITION: createFault(
    404,
    'There is no such position.',
    'not found for this user',
    'take the ids of GET trading-positions',
  ),
  NO_BACKTEST: createFault(
    404,
    'There is no such backtest.',
    'none of yours, or no longer kept',
    'take the ids of GET backtests',
  ),
  NONE_OPEN: createFault(
    409,
    'No active positions to close',
    'nothing is open; the commodity is off all the same',
    'nothing is left to do',
  ),
  NO_BOOK_YET: createFault(
    409,
    'The selected mode has no book yet.',
    'the selected mode has none',
    'POST auto-trading/fix-user-mapping',
  ),
  BACKTEST_OWN: createFault(
    409,
    'One of your backtests is still under way. Wait until it is done, or cancel it.',
    'one at a time',
    'wait, or POST backtests/:id/cancel',
  ),
  BACKTEST_KEY: createFault(
    409,
    'This key was used for another backtest. Take a new one.',
    'the same Idempotency-Key with another request',
    'take a new key',
  ),
  BACKTEST_WORLD: createFault(
    409,
    'This desk trades no simulated world, so that there is no past of its own to test on.',
    'world `desk` on a server that replays data',
    'ask for world `unseen`',
  ),
  SIGN_IN_RATE: createFault(
    429,
    'Too many failed sign-ins. Try again in … seconds.',
    '50 failures of an address in 15 minutes, each further one makes the wait twice as long, to 15 minutes at most',
    'wait as long as `Retry-After` says',
  ),
  SIGN_IN_BUSY: createFault(
    503,
    'Too many people are signing in. Try again in a moment.',
    'the queue for checking passwords is full',
    'wait as long as `Retry-After` says',
  ),
  BACKTEST_BUSY: createFault(
    503,
    'Too many backtests are waiting on this desk. Try again in a few minutes.',
    'the queue is full',
    'wait as long as `Retry-After` says',
  ),
  BACKTEST_DISK: createFault(
    503,
    'The disk refuses to write, so that no backtest can be kept. See to it and try again.',
    'the disk is full or broken',
    'tell the operator',
  ),
} as const satisfies Record<string, Fault>;

/**
 * What the desk itself refuses of what the calls ask; the answer then has `code`, `asked` and
 * `allowed`.
 */
export const DESK_FAULTS = {
  BROKER_KEY_SHAPE: createRefusal(
    400,
    'INVALID',
    'brokerApiKey: must look like ACCOUNT:KEY, an account of 1 to 64 letters, digits, dots, dashes, underscores and @, a colon, and a key of 8 to 256 visible characters without a colon',
    'another shape',
    'enter it as the broker gave it',
  ),
  NO_USER: createRefusal(
    404,
    'UNKNOWN_BOOK',
    'This user has no book yet; open one first.',
    'the user has none',
    'POST auto-trading/fix-user-mapping',
  ),
  NO_MODE_BOOK: createRefusal(
    404,
    'UNKNOWN_BOOK',
    'The selected mode has no book yet; open it first.',
    'the selected mode has none',
    'POST auto-trading/fix-user-mapping',
  ),
  POSITION_GONE: createRefusal(
    404,
    'UNKNOWN_POSITION',
    'There is no such open position.',
    'it was closed meanwhile; a close then answers what the first one did',
    'nothing is left to do',
  ),
  KEY_REUSED: createRefusal(
    409,
    'KEY_REUSED',
    'This idempotency key was used for another command; use a new one.',
    'the same key with another request',
    'take a new key',
  ),
  KEY_REUSED_SECRET: createRefusal(
    409,
    'KEY_REUSED',
    'This request carries the Idempotency-Key of an earlier one, and another broker key. Nothing was changed: send it again with a new key.',
    'the same key with another broker key',
    'take a new key',
  ),
  LIVE_TRADING_OFF: createRefusal(
    409,
    'NO_BROKER',
    'Live trading is off on this desk (LIVE_TRADING).',
    'RUN in live mode while the operator has left LIVE_TRADING off',
    'trade in simulation or paper',
  ),
  NO_BROKER: createRefusal(
    409,
    'NO_BROKER',
    'No broker is connected for … trading.',
    'RUN in live mode with LIVE_TRADING on: this version has no broker',
    'trade in simulation or paper',
  ),
  DRAWDOWN_STOPPED: createRefusal(
    409,
    'DRAWDOWN',
    'The account fell …, from … to …, and its drawdown breaker stopped it. …',
    'the breaker has tripped: a single RUN never re-arms it, RUN ALL only with `"rearm": true`, and once on the trading day of the trip',
    'look at why, then POST auto-trading/start with `{"rearm": true}`, or wait for the next trading day',
  ),
  EQUITY: createRefusal(
    409,
    'EQUITY',
    'Equity is …, and an account needs more than zero to open positions. Close what is open, then ….',
    'the equity of now or of the last valuation is zero or below',
    'close what is open, then POST reset-trading-account',
  ),
  USER_DISABLED: createRefusal(
    409,
    'DISABLED',
    'An operator has disabled this user; nothing is opened before the user is enabled again. Exits go on.',
    'RUN that was on its way when the user was disabled',
    'ask the operator',
  ),
  RESET_WAITS: createRefusal(
    409,
    'OPEN_POSITIONS',
    'A reset waits for … to close. RUN again when the account has been reset.',
    'a reset that waits for positions which cannot close now',
    'wait until it is done',
  ),
  LIVE_OPEN: createRefusal(
    409,
    'OPEN_POSITIONS',
    'The live book has open orders or positions; CLOSE ALL before leaving live trading.',
    'leaving live with something open',
    'CLOSE ALL first',
  ),
  LIVE_NOT_RESETTABLE: createRefusal(
    409,
    'LIVE_NOT_RESETTABLE',
    'A live book is never reset; its money is real.',
    'the reset in live mode',
    'select simulation or paper',
  ),
  MODE_SWITCH_RATE: createRefusal(
    429,
    'MODE_SWITCH_RATE',
    'The mode was switched … times within 10 minutes; try again later.',
    'more than 6 switches in 10 minutes',
    'wait until `resetTime`',
  ),
  BUSY: createRefusal(
    503,
    'BUSY',
    'The desk is busy; nothing was done. Try again.',
    'the queue of commands is full; the emergency stop still gets in',
    'send it again, with the same Idempotency-Key',
  ),
  STORAGE: createRefusal(
    503,
    'STORAGE',
    'Nothing can be stored (…); nothing was done. …',
    'the disk is full or broken; STOP and CLOSE are kept in mind and done first when it is back',
    'tell the operator; nothing trades meanwhile',
  ),
  BROKER_KEY_STORAGE: createRefusal(
    503,
    'STORAGE',
    'The broker key could not be stored, and nothing was changed. Check the free space and the health of the disk.',
    'the disk is full or broken',
    'tell the operator',
  ),
  KEY_FILE_OPEN: createRefusal(
    503,
    'STORAGE',
    'The key file … in the data directory can be read by others. Take their rights away (chmod 600), and think of what it seals as seen.',
    'too many rights on master.key',
    'tell the operator',
  ),
  KEY_FILE_DAMAGED: createRefusal(
    503,
    'STORAGE',
    'The key file … in the data directory is damaged. Bring it back from a copy, or remove it and enter the broker keys again.',
    'master.key is no key any more',
    'tell the operator',
  ),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof CALL_FAULTS | keyof typeof DESK_FAULTS;

/** What every command of a book may be answered. */
export const COMMAND_FAULTS = [
  'NO_USER',
  'NO_MODE_BOOK',
  'KEY_REUSED',
  'BUSY',
  'STORAGE',
] as const satisfies readonly FaultName[];

/**
 * What each name means wherever it is met: in an answer, beside what waits, in the log of
 * notifications.
 */
export const CODE_MEANINGS: Readonly<Record<RefusalCode, string>> = {
  SIZE: 'smaller than one lot, more than any order may have, or more than is held',
  NOTIONAL:
    'a commodity, its group or the whole book would be worth more than the risk level allows',
  PRICE_COLLAR: 'a price too far from the last one, or a spread too wide',
  POSITION: 'as many positions in the commodity as the risk level allows',
  CASH: 'not enough money, or too little would stay free',
  MARGIN: 'initial margin of everything would be more than equity, or a margin call is not met yet',
  DAILY_LOSS: 'the loss of the day; entries end until the next one',
  DRAWDOWN: 'the account fell too far from its peak; RUN ALL re-arms it after a confirmation',
  COOL_OFF: 'lost trades one after the other; the commodity pauses',
  UNPROTECTED: 'a position has no stop; nothing is opened before it has one',
  ORDER_RATE: 'too many entries within a minute; exits are never held up',
  DUPLICATE: 'the same order is working already, or an earlier one is unanswered',
  STALE_QUOTE: 'no quote, or one too old for an entry',
  SESSION: 'the venue is closed',
  MODE: 'the book is not selected, or its mode cannot trade',
  HALTED: 'all trading is halted',
  DISABLED: 'an operator has disabled the user',
  CLOCK: 'the system clock has stepped; entries wait until it agrees again',
  EQUITY: 'the account is worth zero or less; nothing is opened before it is reset',
  EXPIRY: 'the month is being rolled or has settled',
  TERMS:
    'the contract terms have changed; only exits until positions under the old terms are closed',
  LOCKED: 'the market is at its daily limit',
  UNKNOWN_INSTRUMENT: 'not listed in the market of the book',
  UNKNOWN_PLAYBOOK: 'no playbook of the commodity',
  UNKNOWN_POSITION: 'no open position of the user',
  UNKNOWN_BOOK: 'a book that is not open',
  BOOK_EXISTS: 'a book that is open already',
  OPEN_POSITIONS: 'something is open that has to be closed first',
  LIVE_NOT_RESETTABLE: 'a live book is never reset',
  NO_BROKER: 'live trading is off on this desk, no broker is connected, or its key cannot be used',
  MODE_SWITCH_RATE: 'too many switches of the mode',
  KEY_REUSED: 'the Idempotency-Key was used for another request',
  BUSY: 'the command queue is full',
  STORAGE: 'the disk refuses to write',
  INVALID: 'a value that cannot be meant',
};
