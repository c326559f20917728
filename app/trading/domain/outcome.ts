/** What a command or a check answers: done, or refused with a name and both numbers. */
export const REFUSAL_CODES = [
  // the risk gate
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
  'MODE_SWITCH_RATE',
  'KEY_REUSED',
  'BUSY',
  'STORAGE',
  'INVALID',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  readonly code: RefusalCode;
  /** One sentence for a person: what was asked, what the limit is, what to do. */
  readonly message: string;
  /** The figure that was asked for and the one allowed, in the unit of the message. */
  readonly asked?: number;
  readonly allowed?: number;
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

/** Ends a switch over a sum type: a member nobody handled is a fault of the program. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case ${JSON.stringify(value)}`);
}

/**
 * Holds an invariant that no input may break; failing it ends the process so that start-up can
 * recover.
 * A message that tells figures is handed as a function where many pass: putting it together costs
 * more than looking.
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition)
    throw new Error(`invariant broken: ${typeof message === 'string' ? message : message()}`);
}
