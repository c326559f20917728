/** Double-entry ledger: the postings of every entry sum to zero per unit. */
import { assert } from './outcome';
import { type Lots, type Mills, negateMills, subtractMills } from './units';

/**
 * Money accounts of one book, in mills: free cash, reserved cash, and three counter accounts.
 * `lots` and `market` count lots of the instrument named by the unit.
 */
export const MONEY_ACCOUNTS = ['available', 'reserved', 'equity', 'realised', 'fees'] as const;
export const LOT_ACCOUNTS = ['lots', 'market'] as const;
export type Account = (typeof MONEY_ACCOUNTS)[number] | (typeof LOT_ACCOUNTS)[number];

export interface Posting {
  readonly account: Account;
  /** `mills` or an instrument id. */
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

/** Cash balance after closed trades and fees, free or reserved. */
export const computeAccountBalance = (balances: Balances): Mills =>
  (balances.available + balances.reserved) as Mills;

const buildPosting = (account: Account, amount: Mills): Posting => ({
  account,
  unit: 'mills',
  amount,
});
const buildTransfer = (from: Account, to: Account, amount: Mills): Posting[] =>
  amount === 0 ? [] : [buildPosting(from, negateMills(amount)), buildPosting(to, amount)];

/** Books the initial capital of a book or epoch. */
export const buildOpeningPostings = (capital: Mills): Posting[] =>
  buildTransfer('equity', 'available', capital);
/** Reserves cash for an order. */
export const buildReservePostings = (amount: Mills): Posting[] =>
  buildTransfer('available', 'reserved', amount);
/** Releases reserved cash. */
export const buildReleasePostings = (amount: Mills): Posting[] =>
  buildTransfer('reserved', 'available', amount);

/**
 * Entry fill: the reserve of the order moves to the position, the fee is paid, lots arrive from the
 * market.
 */
export function buildEntryFillPostings(fill: {
  instrumentId: string;
  signedLots: number;
  holdMills: Mills;
  reserveMills: Mills;
  feeMills: Mills;
}): Posting[] {
  return [
    ...buildTransfer('reserved', 'available', subtractMills(fill.holdMills, fill.reserveMills)),
    ...buildTransfer('available', 'fees', fill.feeMills),
    ...buildLotPostings(fill.instrumentId, fill.signedLots),
  ];
}

/**
 * Exit fill: the reserve is released, profit is realized, the fee is paid, lots return to the
 * market.
 */
export function buildExitFillPostings(fill: {
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
    ...buildLotPostings(fill.instrumentId, fill.signedLots),
  ];
}

/** Corrected execution: the difference of its value is realized, that of its fee is paid or returned. */
export const buildCorrectionPostings = (profitMills: Mills, feeMills: Mills): Posting[] => [
  ...buildTransfer('realised', 'available', profitMills),
  ...buildTransfer('available', 'fees', feeMills),
];

/**
 * Closes an epoch: returns capital, profit and fees to equity, so that the next one starts at zero.
 */
export function buildClosingPostings(balances: Balances): Posting[] {
  return [
    ...buildTransfer('available', 'equity', balances.available),
    ...buildTransfer('realised', 'equity', balances.realised),
    ...buildTransfer('fees', 'equity', balances.fees),
  ];
}

const buildLotPostings = (instrumentId: string, signedLots: number): Posting[] => [
  { account: 'lots', unit: instrumentId, amount: signedLots },
  { account: 'market', unit: instrumentId, amount: -signedLots },
];

/** Signed lots of a fill: positive for a buy. */
export const toSignedLots = (side: 'BUY' | 'SELL', lots: Lots): number =>
  side === 'BUY' ? lots : -lots;

/**
 * Returns the first error of an entry, or null: amounts must be integers and each unit must sum to
 * zero.
 */
export function findPostingError(postings: readonly Posting[]): string | null {
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

/** Balances after an entry. Throws when the entry does not balance, which is a program error. */
export function applyPostings(balances: Balances, postings: readonly Posting[]): Balances {
  const error = findPostingError(postings);
  assert(error === null, error ?? '');
  const next: Record<string, number> = { ...balances };
  for (const { account, unit, amount } of postings)
    if (unit === 'mills') next[account] = (next[account] ?? 0) + amount;
  return next as Balances;
}
