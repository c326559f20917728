/** Contract months of one chain, and which is active. */
import type { EpochMs } from '../domain/units';
import type { Month } from './month';

export class Chain {
  private active = 0;

  /** Months in order of roll date; a history without expiry is the only month of its chain. */
  constructor(
    readonly name: string,
    readonly months: readonly Month[],
  ) {
    const misplaced = months.findIndex(
      (month, index) => month.rollMs < (months[index - 1]?.rollMs ?? -Infinity),
    );
    if (misplaced >= 0)
      throw new RangeError(
        `${name}: the months of a chain come in order of expiry, ${months[misplaced]?.instrument.id ?? ''} is too late in the list`,
      );
    const foreign = months.find((month) => month.chain !== name);
    if (foreign) throw new RangeError(`${foreign.instrument.id} is no month of ${name}`);
    for (const [index, month] of months.entries())
      month.activeFromMs = months[index - 1]?.rollMs ?? -Infinity;
  }

  /** Months from the active one on, nearest roll first. Call with non-decreasing time. */
  listMonths(nowMs: EpochMs): readonly Month[] {
    this.getActiveMonth(nowMs);
    return this.months.slice(this.active);
  }

  /** The month that accepts entries; null if none is left. Call with non-decreasing time. */
  getActiveMonth(nowMs: EpochMs): Month | null {
    while ((this.months[this.active]?.rollMs ?? Infinity) <= nowMs) this.active += 1;
    return this.months[this.active] ?? null;
  }
}
