// Follows the equity of a shadow account and its worst drawdown.
import type { ShadowAccounts } from '../../trading/domain/shadow-account';
import type { Mills } from '../../trading/domain/units';

export interface ShadowOutcome {
  readonly equityMills: Mills;
  readonly worstDrawdownPercent: number;
  /** Closed positions. */
  readonly trades: number;
}

export class ShadowEquity {
  private peakMills = 0;
  private worstDrawdownPercent = 0;

  /** `getAccounts` returns the shadow accounts of one kind. */
  constructor(
    private readonly getAccounts: () => ShadowAccounts | undefined,
    private readonly bookId: string,
  ) {}

  /** Call after each commit. */
  observeEquity(): void {
    const equityMills = this.getAccounts()?.books[this.bookId]?.equityMills;
    if (equityMills === undefined) return;
    this.peakMills = Math.max(this.peakMills, equityMills);
    if (this.peakMills > 0)
      this.worstDrawdownPercent = Math.max(
        this.worstDrawdownPercent,
        (1 - equityMills / this.peakMills) * 100,
      );
  }

  /** Throws an Error if there is no such account, or if a fault stopped it. */
  getOutcome(): ShadowOutcome {
    const accounts = this.getAccounts();
    const book = accounts?.books[this.bookId];
    if (!book)
      throw new Error(`the shadow account did not run: ${accounts?.fault ?? 'it has no account'}`);
    const { worstDrawdownPercent } = this;
    return { equityMills: book.equityMills, worstDrawdownPercent, trades: book.closed };
  }
}
