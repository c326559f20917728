/**
 * All months on one clock: what happens next, in the order in which a desk is shown a replayed history.
 * It knows times and places in the list; it refuses to show an open before a close of the same moment.
 */
import type { Month } from './month';

export class MergedClock {
  /** Months that have begun and not ended, in the order of the list. */
  private readonly live: number[] = [];
  /** Places in the list by the beginning of their first bar. */
  private readonly coming: number[];
  private come = 0;

  constructor(private readonly months: readonly Month[]) {
    this.coming = months.map((_, place) => place).filter((place) => this.startOf(place) < Infinity);
    this.coming.sort((a, b) => this.startOf(a) - this.startOf(b) || a - b);
  }

  private startOf(place: number): number {
    return this.months[place]?.nextMs ?? Infinity;
  }

  /** The month in which something happens next: the earliest, of equals one that closes, of these the first listed. Null when all has been shown. */
  next(): Month | null {
    for (;;) {
      const best = this.earliest();
      const coming = this.coming[this.come];
      if (coming === undefined || (best !== null && this.startOf(coming) > best.nextMs)) return best;
      this.join(coming);
    }
  }

  private earliest(): Month | null {
    let best: Month | null = null;
    for (let each = 0; each < this.live.length; each += 1) {
      const month = this.months[this.live[each] ?? 0];
      if (month === undefined) continue;
      if (best === null || month.nextMs < best.nextMs || (month.nextMs === best.nextMs && month.isOpen && !best.isOpen)) best = month;
    }
    return best;
  }

  private join(place: number): void {
    this.come += 1;
    const at = this.live.findIndex((other) => other > place);
    this.live.splice(at < 0 ? this.live.length : at, 0, place);
  }

  /** Takes out a month whose bars have all ended. */
  drop(month: Month): void {
    const at = this.live.findIndex((place) => this.months[place] === month);
    if (at >= 0) this.live.splice(at, 1);
  }
}
