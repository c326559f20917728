/** Daily spot series of the power hubs, from the hourly prices of the day-ahead markets. */
import type { PowerHub } from '../../domain/contract';
import { DAY_MS, HOUR_MS, getMidnight } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { computeMean } from '../../statistics/sample';
import { getSpotSeries } from '../series-catalog';
import type { SeriesValue } from '../vintage';
import type { PowerPriceReading } from './reading';

interface KnownHour {
  readonly dollarsPerMwh: number;
  readonly publishedMs: EpochMs;
}

interface KnownDay {
  readonly dayMs: EpochMs;
  readonly hours: Map<EpochMs, KnownHour>;
}

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

/** Hours of UTC days, which two local days of a market cover. */
export class SpotDays {
  /** Hours by hub and day. */
  private readonly days = new Map<string, KnownDay>();

  /**
   * Adds a price. Returns mean, highest and lowest hour of its UTC day in $/MWh, public from the
   * time of the last of its hours; nothing for other markets and while an hour is missing.
   */
  addPrice(price: PowerPriceReading, publishedMs: EpochMs): readonly SeriesValue[] {
    const { hub, market, startsMs, endsMs, dollarsPerMwh } = price;
    if (market !== 'day-ahead' || endsMs - startsMs !== HOUR_MS) return [];
    const dayMs = getMidnight(startsMs);
    const key = `${hub} ${dayMs}`;
    const { hours } = this.days.get(key) ?? { hours: new Map<EpochMs, KnownHour>() };
    this.days.set(key, { dayMs, hours });
    const known = hours.get(startsMs);
    if (known && known.publishedMs > publishedMs) return [];
    hours.set(startsMs, { dollarsPerMwh, publishedMs });
    return hours.size === HOURS_OF_DAY ? summarizeDay(hub, dayMs, [...hours.values()]) : [];
  }

  /** Removes days before a time. */
  prune(beforeMs: EpochMs): void {
    for (const [key, { dayMs }] of this.days) if (dayMs < beforeMs) this.days.delete(key);
  }
}

function summarizeDay(
  hub: PowerHub,
  validMs: EpochMs,
  hours: readonly KnownHour[],
): readonly SeriesValue[] {
  const prices = hours.map(({ dollarsPerMwh }) => dollarsPerMwh);
  const publishedMs = Math.max(...hours.map((hour) => hour.publishedMs));
  const figures = {
    mean: computeMean(prices),
    peak: Math.max(...prices),
    low: Math.min(...prices),
  } as const;
  return (['mean', 'peak', 'low'] as const).map((figure) => ({
    series: getSpotSeries(hub, figure),
    validMs,
    publishedMs,
    value: figures[figure],
  }));
}
