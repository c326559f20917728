/** Observed weather by cell, with the errors of earlier forecasts. */
import type { EpochMs } from '../../domain/units';
import type { MarketCell } from '../../weather/cell';

/** Lead times in days whose forecasts are verified. */
export const VERIFIED_LEADS = [1, 3, 5, 7] as const;

/** Longest lookback of a feature in days: forecast errors a year ago, plus half a month. */
export const PAST_DAYS = 400;

/** A past day of a cell. */
export interface VerifiedDay {
  /** Start of the day, midnight UTC. */
  readonly dayMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly meanF: number;
  readonly rainInches: number;
  readonly windMph: number;
  /** Observed minus forecast daily mean by VERIFIED_LEADS, °F; NaN without a run. */
  readonly errorsF: readonly number[];
}

/** Append-only days by cell, in order. */
export class WeatherRecord {
  private readonly cells = new Map<MarketCell, VerifiedDay[]>();

  /** Throws RangeError unless the day is later than the cell's last one. */
  add(cell: MarketCell, day: VerifiedDay): void {
    const days = this.cells.get(cell) ?? [];
    if (!(day.dayMs > (days.at(-1)?.dayMs ?? -Infinity)))
      throw new RangeError(
        `days of ${cell} are recorded in order, got ${new Date(day.dayMs).toISOString()} after a later one`,
      );
    this.cells.set(cell, days);
    days.push(day);
  }

  getView(cell: MarketCell, knownMs: EpochMs): RecordView {
    const days = this.cells.get(cell) ?? [];
    let count = days.length;
    while (count > 0 && (days[count - 1]?.publishedMs ?? 0) > knownMs) count -= 1;
    return new RecordView(days, count);
  }
}

/** Days published by a time; index 0 is the newest. */
export class RecordView {
  constructor(
    private readonly days: readonly VerifiedDay[],
    private readonly count: number,
  ) {}

  /**
   * The day `back` days before the newest; undefined before the record starts. Throws RangeError
   * for a future day.
   */
  getDay(back: number): VerifiedDay | undefined {
    if (back < 0) throw new RangeError(`the record holds past days only, not ${-back} days ahead`);
    return this.days[this.count - 1 - back];
  }

  /** Days starting at or after `fromMs`, newest last. */
  listSince(fromMs: EpochMs): readonly VerifiedDay[] {
    let first = this.count;
    while (first > 0 && (this.days[first - 1]?.dayMs ?? 0) >= fromMs) first -= 1;
    return this.days.slice(first, this.count);
  }

  /** Mean over `count` days ending `back` days ago; NaN if fewer than half are known. */
  computeMean(getValue: (day: VerifiedDay) => number, count: number, back = 0): number {
    let [sum, knownDays] = [0, 0];
    for (let daysBack = back; daysBack < back + count; daysBack += 1) {
      const day = this.getDay(daysBack);
      const value = day ? getValue(day) : NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      knownDays += 1;
    }
    return knownDays * 2 < count ? NaN : sum / knownDays;
  }
}
