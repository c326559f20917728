import type { Book } from '../domain/book';
import { formatMoney } from '../domain/format';
import { type Refusal, createRefusal } from '../domain/outcome';
import { type Mills, toMills } from '../domain/units';

/** Rejects while current or last valued equity is zero or below; null otherwise. */
export function checkEquity(
  book: Pick<Book, 'mode' | 'equityMills'>,
  equityMills: Mills,
): Refusal | null {
  const lowestMills = toMills(Math.min(equityMills, book.equityMills));
  if (lowestMills > 0) return null;
  const remedy =
    book.mode === 'live'
      ? 'add funds at the broker'
      : 'reset the account to begin again with its initial balance';
  return createRefusal(
    'EQUITY',
    `Equity is ${formatMoney(lowestMills)}, and an account needs more than zero to open positions. Close what is open, then ${remedy}.`,
    lowestMills,
    0,
  );
}
