/** How far an amount has come from another. */
import { type Mills, subtractMills } from './units';

interface Change {
  readonly mills: Mills;
  /**
   * Percent of the size of the base, so that its sign is that of the amount; null when the base is
   * zero.
   */
  readonly percent: number | null;
}

export function changeSince(base: Mills, amount: Mills): Change {
  const mills = subtractMills(amount, base);
  return { mills, percent: base === 0 ? null : (mills / Math.abs(base)) * 100 };
}
