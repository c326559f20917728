/**
 * Double entry: every change of money or lots is an entry whose postings sum to zero in each unit.
 */
import { assert } from './outcome';
import { type Lots, type Mills, negateMills, subtractMills } from './units';

/**
 * Accounts of one book, in mills: what may be spent, what is held back for orders and positions,
 * and the three counter
 * accounts that say where it came from or went. `lots` and `market` keep quantities, in lots of the
 * instrument named by the unit.
 */
export const MONEY_ACCOUNTS = ['available', 'reserved', 'equity', 'realised', 'fees'] as const;
export const LOT_ACCOUNTS = ['lots', 'market'] as const;
export type Account = (typeof MONEY_ACCOUNTS)[number] | (typeof LOT_ACCOUNTS)[number];

export interface Posting {
  readonly account: Account;
  /** `mills`, or the id of the instrument whose lots are counted. */
  readonly unit: string;
  readonly amount: number;
}

export type Balances = Readonly<Record<(typeof MONEY_ACCOUNTS)[number], Mills>>;

export const EMPTY_BALANCES: Balances = {
  available: 0 as Mills,
  reserved: 0 as Mills,
  equity: 0 as Mills,
  realised: 0 as Mills,
  fees: 0 as Mills,
};

/** The balance that closed trades and fees have left, whether free or held back. */
export const accountBalanceMills = (balances: Balances): Mills =>
  (balances.available + balances.reserved) as Mills;

const buildPosting = (account: Account, amount: Mills): Posting => ({
  account,
  unit: 'mills',
  amount,
});
const buildTransfer = (from: Account, to: Account, amount: Mills): Posting[] =>
  amount === 0 ? [] : [buildPosting(from, negateMills(amount)), buildPosting(to, amount)];

/** Opens a book, or a new epoch of one, with so much capital. */
export const openingEntry = (capital: Mills): Posting[] =>
  buildTransfer('equity', 'available', capital);
/** Holds money back for an order. */
export const reserveEntry = (amount: Mills): Posting[] =>
  buildTransfer('available', 'reserved', amount);
/** Lets go of money held back. */
export const releaseEntry = (amount: Mills): Posting[] =>
  buildTransfer('reserved', 'available', amount);

/**
 * A fill that opens or adds: the order's hold becomes the position's, the fee is paid, the lots
 * arrive from the market.
 */
export function entryFillEntry(fill: {
  instrumentId: string;
  signedLots: number;
  holdMills: Mills;
  reserveMills: Mills;
  feeMills: Mills;
}): Posting[] {
  return [
    ...buildTransfer('reserved', 'available', subtractMills(fill.holdMills, fill.reserveMills)),
    ...buildTransfer('available', 'fees', fill.feeMills),
    ...lotPostings(fill.instrumentId, fill.signedLots),
  ];
}

/**
 * A fill that reduces: the hold is released, the profit is realized, the fee is paid, the lots go
 * back to the market.
 */
export function exitFillEntry(fill: {
  instrumentId: string;
  signedLots: number;
  releasedMills: Mills;
  profitMills: Mills;
  feeMills: Mills;
}): Posting[] {
  return [
    ...buildTransfer('reserved', 'available', fill.releasedMills),
    ...buildTransfer('realised', 'available', fill.profitMills),
    ...buildTransfer('available', 'fees', fill.feeMills),
    ...lotPostings(fill.instrumentId, fill.signedLots),
  ];
}

/**
 * Ends an epoch: what capital, profit and fees have left goes back to equity, so that the next
 * begins at zero.
 */
export function closingEntry(balances: Balances): Posting[] {
  return [
    ...buildTransfer('available', 'equity', balances.available),
    ...buildTransfer('realised', 'equity', balances.realised),
    ...buildTransfer('fees', 'equity', balances.fees),
  ];
}

const lotPostings = (instrumentId: string, signedLots: number): Posting[] => [
  { account: 'lots', unit: instrumentId, amount: signedLots },
  { account: 'market', unit: instrumentId, amount: -signedLots },
];

/** The signed lots of a fill: bought lots arrive, sold lots leave. */
export const signedLots = (side: 'BUY' | 'SELL', lots: Lots): number =>
  side === 'BUY' ? lots : -lots;

/**
 * Why an entry may not be booked, or null: every amount a whole number, every unit summing to zero.
 */
export function entryFault(postings: readonly Posting[]): string | null {
  const sums = new Map<string, number>();
  for (const { account, unit, amount } of postings) {
    if (!Number.isSafeInteger(amount))
      return `${account} would be posted ${amount} ${unit}, not a whole number`;
    sums.set(unit, (sums.get(unit) ?? 0) + amount);
  }
  for (const [unit, sum] of sums)
    if (sum !== 0) return `the postings in ${unit} sum to ${sum}, not to zero`;
  return null;
}

/**
 * The balances after an entry. Throws when it does not balance: such an entry is a fault of the
 * program.
 */
export function postAll(balances: Balances, postings: readonly Posting[]): Balances {
  const fault = entryFault(postings);
  assert(fault === null, fault ?? '');
  const next: Record<string, number> = { ...balances };
  for (const { account, unit, amount } of postings)
    if (unit === 'mills') next[account] = (next[account] ?? 0) + amount;
  return next as Balances;
}
