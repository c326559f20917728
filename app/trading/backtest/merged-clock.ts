/** Merges the bars of all months into one event order, as in a replayed history. */
import type { EpochMs } from '../domain/units';
import type { Month } from './month';

export class MergedClock {
  /** Started, unfinished months in list order. */
  readonly live: Month[] = [];
  /** Months not started, earliest last; ties in reverse list order. */
  private readonly pending: Month[];
  private readonly indexByMonth: ReadonlyMap<Month, number>;
  /** Start of the next month; Infinity if all have started. */
  nextStartMs: EpochMs;

  constructor(months: readonly Month[]) {
    this.indexByMonth = new Map(months.map((month, index) => [month, index]));
    this.pending = months.filter(({ nextMs }) => nextMs < Infinity);
    this.pending.sort((a, b) => b.nextMs - a.nextMs || this.getIndex(b) - this.getIndex(a));
    this.nextStartMs = this.pending.at(-1)?.nextMs ?? Infinity;
  }

  private getIndex(month: Month): number {
    return this.indexByMonth.get(month) ?? 0;
  }

  /**
   * Starts the months whose first bar opens at the next event time, and returns that time; Infinity
   * at the end. Advance each live month with an event then before the next call: first those that
   * close or open the day session, then those that open. No month does both, because a bar has a
   * duration.
   */
  moveToNext(): EpochMs {
    this.removeFinished();
    const nowMs = this.findEarliestMs();
    if (nowMs < Infinity) this.startMonths(nowMs);
    return nowMs;
  }

  /**
   * Passes the next end of a bar in all months that share it, and what opened before, without an
   * order. Returns its time; Infinity if it is not before `untilMs`, or no month is left.
   */
  passBarEnd(untilMs: EpochMs): EpochMs {
    const { live } = this;
    let endMs = Infinity;
    for (let each = 0; each < live.length; each += 1) {
      const monthEndMs = live[each]?.barEndMs ?? Infinity;
      if (monthEndMs < endMs) endMs = monthEndMs;
    }
    if (endMs >= untilMs) return Infinity;
    for (let each = 0; each < live.length; each += 1) live[each]?.passTime(endMs);
    return endMs;
  }

  private findEarliestMs(): EpochMs {
    const { live } = this;
    let earliest = this.nextStartMs;
    for (let each = 0; each < live.length; each += 1) {
      const month = live[each];
      if (month !== undefined && month.nextMs < earliest) earliest = month.nextMs;
    }
    return earliest;
  }

  /** Starts months whose first bar opens now. */
  private startMonths(nowMs: EpochMs): void {
    const { live, pending } = this;
    while (this.nextStartMs === nowMs) {
      const first = pending.pop();
      if (first === undefined) return;
      const index = this.getIndex(first);
      const after = live.findIndex((month) => this.getIndex(month) > index);
      live.splice(after < 0 ? live.length : after, 0, first);
      this.nextStartMs = pending.at(-1)?.nextMs ?? Infinity;
    }
  }

  private removeFinished(): void {
    const { live } = this;
    for (let each = live.length - 1; each >= 0; each -= 1)
      if (live[each]?.nextMs === Infinity) live.splice(each, 1);
  }
}
