/**
 * All months on one clock: what happens next, in the order in which a desk is shown a replayed
 * history.
 */
import type { EpochMs } from '../domain/units';
import type { Month } from './month';

export class MergedClock {
  /** Months that have begun and not ended, in the order of the list. */
  private readonly live: Month[] = [];
  /** Months that have not begun, the earliest last, of equals the last listed first. */
  private readonly coming: Month[];
  private readonly places: ReadonlyMap<Month, number>;
  /**
   * What happens at one moment, and how much of it has been told: bars of all months begin and end
   * together, so that one search finds many.
   */
  private readonly due: Month[] = [];
  private told = 0;

  constructor(months: readonly Month[]) {
    this.places = new Map(months.map((month, place) => [month, place]));
    this.coming = months.filter(({ nextMs }) => nextMs < Infinity);
    this.coming.sort((a, b) => b.nextMs - a.nextMs || this.placeOf(b) - this.placeOf(a));
  }

  private placeOf(month: Month): number {
    return this.places.get(month) ?? 0;
  }

  /**
   * The month in which something happens next: the earliest, of equals one that closes, of these
   * the first listed. Null when all has been shown. Advance it before the next is asked for.
   */
  next(): Month | null {
    if (this.told === this.due.length) this.gather();
    const next = this.due[this.told] ?? null;
    this.told += 1;
    return next;
  }

  /**
   * Finds the next moment, and which months close and then which open at it: none does both, for a
   * bar takes time.
   */
  private gather(): void {
    const { live, due } = this;
    due.length = 0;
    this.told = 0;
    const nowMs = this.earliestMs();
    this.begin(nowMs);
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

  private earliestMs(): EpochMs {
    const { live, coming } = this;
    let earliest = coming[coming.length - 1]?.nextMs ?? Infinity;
    for (let each = 0; each < live.length; each += 1) {
      const month = live[each];
      if (month !== undefined && month.nextMs < earliest) earliest = month.nextMs;
    }
    return earliest;
  }

  /** Lets the months begin whose first bar opens now. */
  private begin(nowMs: EpochMs): void {
    const { live, coming } = this;
    for (
      let first = coming[coming.length - 1];
      first !== undefined && first.nextMs === nowMs;
      first = coming[coming.length - 1]
    ) {
      const place = this.placeOf(first);
      coming.pop();
      const after = live.findIndex((month) => this.placeOf(month) > place);
      live.splice(after < 0 ? live.length : after, 0, first);
    }
  }

  /** Takes out a month whose bars have all ended. */
  drop(month: Month): void {
    this.live.splice(this.live.indexOf(month), 1);
  }
}
