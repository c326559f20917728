/** Merges the bars of all months into one event order, as in a replayed history. */
import type { EpochMs } from '../domain/units';
import type { Month } from './month';

export class MergedClock {
  /** Started, unfinished months in list order. */
  private readonly live: Month[] = [];
  /** Months not started, earliest last; ties in reverse list order. */
  private readonly pending: Month[];
  private readonly indexByMonth: ReadonlyMap<Month, number>;
  /**
   * Months with an event at the current time, and how many have been returned. Bars of many months
   * share their times, so one search serves all.
   */
  private readonly due: Month[] = [];
  private position = 0;

  constructor(months: readonly Month[]) {
    this.indexByMonth = new Map(months.map((month, index) => [month, index]));
    this.pending = months.filter(({ nextMs }) => nextMs < Infinity);
    this.pending.sort((a, b) => b.nextMs - a.nextMs || this.getIndex(b) - this.getIndex(a));
  }

  private getIndex(month: Month): number {
    return this.indexByMonth.get(month) ?? 0;
  }

  /**
   * The month with the next event: the earliest; of ties, closes before opens, then list order.
   * Null at the end. Advance the month before the next call.
   */
  getNext(): Month | null {
    if (this.position === this.due.length) this.collectDue();
    const next = this.due[this.position] ?? null;
    this.position += 1;
    return next;
  }

  /**
   * Collects months that close, then months that open, at the next event time. No month does both,
   * because a bar has a duration.
   */
  private collectDue(): void {
    const { live, due } = this;
    due.length = 0;
    this.position = 0;
    const nowMs = this.findEarliestMs();
    this.startMonths(nowMs);
    let opening = 0;
    for (let each = 0; each < live.length; each += 1) {
      const month = live[each];
      if (month === undefined || month.nextMs !== nowMs) continue;
      if (month.isOpen) due.push(month);
      else opening += 1;
    }
    for (let each = 0; opening > 0 && each < live.length; each += 1) {
      const month = live[each];
      if (month === undefined || month.nextMs !== nowMs || month.isOpen) continue;
      due.push(month);
      opening -= 1;
    }
  }

  private findEarliestMs(): EpochMs {
    const { live, pending } = this;
    let earliest = pending[pending.length - 1]?.nextMs ?? Infinity;
    for (let each = 0; each < live.length; each += 1) {
      const month = live[each];
      if (month !== undefined && month.nextMs < earliest) earliest = month.nextMs;
    }
    return earliest;
  }

  /** Starts months whose first bar opens now. */
  private startMonths(nowMs: EpochMs): void {
    const { live, pending } = this;
    for (
      let first = pending[pending.length - 1];
      first !== undefined && first.nextMs === nowMs;
      first = pending[pending.length - 1]
    ) {
      const index = this.getIndex(first);
      pending.pop();
      const after = live.findIndex((month) => this.getIndex(month) > index);
      live.splice(after < 0 ? live.length : after, 0, first);
    }
  }

  /** Removes a finished month. */
  removeMonth(month: Month): void {
    this.live.splice(this.live.indexOf(month), 1);
  }
}
