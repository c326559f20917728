import { type Mills, subtractMills } from './units';

interface Change {
  readonly mills: Mills;
  /** Percent of |base|, with the sign of the change; null when the base is zero. */
  readonly percent: number | null;
}

export function computeMoneyChange(base: Mills, amount: Mills): Change {
  const mills = subtractMills(amount, base);
  return { mills, percent: base === 0 ? null : (mills / Math.abs(base)) * 100 };
}
