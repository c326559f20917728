/**
 * All months on one clock: what happens next, in the order in which a desk is shown a replayed history.
 * It knows times and places in the list; it refuses to show an open before a close of the same moment.
 */
import type { Month } from './month';

export class MergedClock {
  /** Months that have begun and not ended, in the order of the list. */
  private readonly live: Month[] = [];
  /** Months that have not begun, the earliest last, of equals the last listed first. */
  private readonly coming: Month[];
  private readonly places: ReadonlyMap<Month, number>;

  constructor(months: readonly Month[]) {
    this.places = new Map(months.map((month, place) => [month, place]));
    this.coming = months.filter(({ nextMs }) => nextMs < Infinity);
    this.coming.sort((a, b) => b.nextMs - a.nextMs || this.placeOf(b) - this.placeOf(a));
  }

  private placeOf(month: Month): number {
    return this.places.get(month) ?? 0;
  }

  /** The month in which something happens next: the earliest, of equals one that closes, of these the first listed. Null when all has been shown. */
  next(): Month | null {
    const { live, coming } = this;
    if (live.length === 1 && coming.length === 0) return live[0] ?? null;
    for (;;) {
      const best = this.earliest();
      const first = coming[coming.length - 1];
      if (first === undefined || (best !== null && first.nextMs > best.nextMs)) return best;
      coming.pop();
      const after = live.findIndex((month) => this.placeOf(month) > this.placeOf(first));
      live.splice(after < 0 ? live.length : after, 0, first);
    }
  }

  private earliest(): Month | null {
    const { live } = this;
    let best: Month | null = null;
    for (let each = 0; each < live.length; each += 1) {
      const month = live[each];
      if (month === undefined) continue;
      if (best === null || month.nextMs < best.nextMs || (month.nextMs === best.nextMs && month.isOpen && !best.isOpen)) best = month;
    }
    return best;
  }

  /** Takes out a month whose bars have all ended. */
  drop(month: Month): void {
    this.live.splice(this.live.indexOf(month), 1);
  }
}
