/** The months of one chain in a backtest, and which of them is traded now. */
import type { EpochMs } from '../domain/units';
import type { Month } from './month';

export class Chain {
  private active = 0;

  /**
   * Months in order of their rolls; a history that never expires is the only month of its chain.
   */
  constructor(
    readonly name: string,
    readonly months: readonly Month[],
  ) {
    const late = months.findIndex(
      (month, place) => month.rollMs < (months[place - 1]?.rollMs ?? -Infinity),
    );
    if (late >= 0)
      throw new RangeError(
        `${name}: the months of a chain come in order of expiry, ${months[late]?.instrument.id ?? ''} is too late in the list`,
      );
    const foreign = months.find((month) => month.chain !== name);
    if (foreign) throw new RangeError(`${foreign.instrument.id} is no month of ${name}`);
  }

  /**
   * The months from the active one on, the one that is rolled next first. Asked in growing time.
   */
  listed(nowMs: EpochMs): readonly Month[] {
    this.activeAt(nowMs);
    return this.months.slice(this.active);
  }

  /** The month that may be entered now; null when none is left. Asked in growing time. */
  activeAt(nowMs: EpochMs): Month | null {
    while ((this.months[this.active]?.rollMs ?? Infinity) <= nowMs) this.active += 1;
    return this.months[this.active] ?? null;
  }
}
