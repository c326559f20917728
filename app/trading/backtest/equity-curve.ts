/** Equity of a backtest at the ends of bars, from a start on. */
import type { EpochMs, Mills } from '../domain/units';
import type { Account } from './account';
import type { Month } from './month';

export class EquityCurve {
  private readonly stampsMs: Float64Array;
  private readonly equityMills: Float64Array;
  private readonly held: Uint8Array;
  private count = 0;

  constructor(
    private readonly account: Account,
    private readonly fromMs: EpochMs,
    size: number,
  ) {
    this.stampsMs = new Float64Array(size);
    this.equityMills = new Float64Array(size);
    this.held = new Uint8Array(size);
  }

  /** Adds the account at the last prices. */
  recordPoint(atMs: EpochMs): void {
    if (atMs < this.fromMs) return;
    const { account, count } = this;
    this.stampsMs[count] = atMs;
    this.equityMills[count] = account.computeEquity();
    this.held[count] = account.holdings.length === 0 ? 0 : 1;
    this.count = count + 1;
  }

  /**
   * Adds the ends of the bars of a month up to bar `next`, in which no order fills and no other month
   * has a price.
   */
  recordBars(month: Month, next: number): void {
    const { account, stampsMs, equityMills, count } = this;
    const { close, endsMs } = month.bars;
    const first = Math.min(next, month.countBarsBefore(this.fromMs));
    const end = count + next - first;
    for (let bar = first; bar < next; bar += 1) stampsMs[count + bar - first] = endsMs[bar] ?? NaN;
    this.held.fill(account.holdings.length === 0 ? 0 : 1, count, end);
    this.count = end;
    if (month.held === null) {
      equityMills.fill(account.computeEquity(), count, end);
      return;
    }
    const restMills =
      account.computeEquity() - account.computeUnrealized(month.held, month.lastTicks);
    for (let bar = first; bar < next; bar += 1)
      equityMills[count + bar - first] =
        restMills + account.computeUnrealized(month.held, close[bar] ?? NaN);
  }

  /** Ends the curve with the sum of all trades. */
  setFinalBalance(balance: Mills): void {
    if (this.count > 0) this.equityMills[this.count - 1] = balance;
  }

  build(): { stampsMs: Float64Array; equityMills: Float64Array; held: Uint8Array } {
    return {
      stampsMs: this.stampsMs.subarray(0, this.count),
      equityMills: this.equityMills.subarray(0, this.count),
      held: this.held.subarray(0, this.count),
    };
  }
}
