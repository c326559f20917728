/** Results of commands and checks: a value or a refusal. */
export const REFUSAL_CODES = [
  // pre-trade checks
  'SIZE',
  'NOTIONAL',
  'PRICE_COLLAR',
  'POSITION',
  'CASH',
  'MARGIN',
  'DAILY_LOSS',
  'DRAWDOWN',
  'COOL_OFF',
  'UNPROTECTED',
  'ORDER_RATE',
  'DUPLICATE',
  'STALE_QUOTE',
  'SESSION',
  'MODE',
  'HALTED',
  'NOT_ARMED',
  'DISABLED',
  'CLOCK',
  'EQUITY',
  'EXPIRY',
  'TERMS',
  'LOCKED',
  // commands
  'UNKNOWN_INSTRUMENT',
  'UNKNOWN_PLAYBOOK',
  'UNKNOWN_POSITION',
  'UNKNOWN_BOOK',
  'BOOK_EXISTS',
  'OPEN_POSITIONS',
  'LIVE_NOT_RESETTABLE',
  'NO_BROKER',
  'NO_PRICES',
  'MODE_SWITCH_RATE',
  'KEY_REUSED',
  'BUSY',
  'STORAGE',
  'FAULT',
  'INVALID',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  readonly code: RefusalCode;
  /** One sentence for the user: value, limit, remedy. */
  readonly message: string;
  /** Requested value and limit, in the unit of the message. */
  readonly asked?: number;
  readonly allowed?: number;
  /** When a rate limit allows the request again; milliseconds since 1970. */
  readonly resetMs?: number;
}

export type Outcome<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const succeedWith = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const rejectWith = (refusal: Refusal): Outcome<never> => ({ ok: false, refusal });
export function createRefusal(
  code: RefusalCode,
  message: string,
  asked?: number,
  allowed?: number,
): Refusal {
  return {
    code,
    message,
    ...(asked === undefined ? {} : { asked }),
    ...(allowed === undefined ? {} : { allowed }),
  };
}

/** Ends a switch over a sum type: an unhandled member does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case ${JSON.stringify(value)}`);
}

/**
 * Checks an invariant. A failure ends the process; recovery happens at start-up.
 * Pass a function on hot paths: it formats the message only on failure.
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition)
    throw new Error(`invariant broken: ${typeof message === 'string' ? message : message()}`);
}
