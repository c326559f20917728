/**
 * The record of a weather service at each cell: what each day came to be, and how far the forecasts
 * of it had been off.
 */
import type { EpochMs } from '../../domain/units';
import type { MarketCell } from '../../weather/cell';

/** Leads, in days, whose forecasts are verified. */
export const VERIFIED_LEADS = [1, 3, 5, 7] as const;

/** A day of a cell that is over. */
export interface VerifiedDay {
  /** Midnight UTC that begins it. */
  readonly dayMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly meanF: number;
  readonly rainInches: number;
  readonly windMph: number;
  /** Observed less forecast daily mean by VERIFIED_LEADS, deg F; NaN where there was no run. */
  readonly errorsF: readonly number[];
}

/** Days by cell, in order; it only grows. */
export class WeatherRecord {
  private readonly cells = new Map<MarketCell, VerifiedDay[]>();

  /** Throws RangeError for a day that is not later than the cell's last one. */
  add(cell: MarketCell, day: VerifiedDay): void {
    const days = this.cells.get(cell) ?? [];
    if (!(day.dayMs > (days.at(-1)?.dayMs ?? -Infinity)))
      throw new RangeError(
        `days of ${cell} are recorded in order, got ${new Date(day.dayMs).toISOString()} after a later one`,
      );
    this.cells.set(cell, days);
    days.push(day);
  }

  asOf(cell: MarketCell, knownMs: EpochMs): RecordView {
    const days = this.cells.get(cell) ?? [];
    let count = days.length;
    while (count > 0 && (days[count - 1]?.publishedMs ?? 0) > knownMs) count -= 1;
    return new RecordView(days, count);
  }
}

/** Days that were published by a moment; 0 days back is the newest of them. */
export class RecordView {
  constructor(
    private readonly days: readonly VerifiedDay[],
    private readonly count: number,
  ) {}

  /**
   * A day; undefined before the record begins. Throws RangeError for a day that is still to come.
   */
  day(back: number): VerifiedDay | undefined {
    if (back < 0)
      throw new RangeError(`a record tells of days that are over, not of ${-back} days ahead`);
    return this.days[this.count - 1 - back];
  }

  /** Days that begin at `fromMs` or later, the newest last. */
  since(fromMs: EpochMs): readonly VerifiedDay[] {
    let first = this.count;
    while (first > 0 && (this.days[first - 1]?.dayMs ?? 0) >= fromMs) first -= 1;
    return this.days.slice(first, this.count);
  }

  /**
   * Mean of a figure over `count` days of which the newest lies `back` days ago; NaN when fewer
   * than half of them are known.
   */
  mean(figure: (day: VerifiedDay) => number, count: number, back = 0): number {
    let [sum, known] = [0, 0];
    for (let one = back; one < back + count; one += 1) {
      const day = this.day(one);
      const value = day ? figure(day) : NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    return known * 2 < count ? NaN : sum / known;
  }
}
