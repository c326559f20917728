/** Forecasts by the hour, summarized by UTC day. */
import { HOUR_MS, getMidnight } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { computeMean } from '../../statistics/sample';
import { RefusedAnswer } from './answer';
import type { SourceForecastDay } from './reading';

/** One hour of a forecast; null where the source has no value. */
export interface ForecastHour {
  /** Start of the hour. */
  readonly startsMs: EpochMs;
  readonly temperatureF: number;
  readonly windMph: number | null;
  readonly rainInches: number | null;
  /** 0 to 1. */
  readonly rainChance: number | null;
}

/** Longest forecast, with room over the 16 days of the longest source. */
const DAYS_MAX = 18;

/**
 * Summarizes hours, in any order, by UTC day, in order. A clock change has no effect: UTC days have
 * 24 hours. Throws RefusedAnswer for an hour that is listed twice or does not start on the hour.
 */
export function summarizeDays(hours: readonly ForecastHour[]): readonly SourceForecastDay[] {
  const seen = new Set<EpochMs>();
  const byDay = new Map<EpochMs, ForecastHour[]>();
  for (const hour of hours) {
    const { startsMs } = hour;
    if (startsMs % HOUR_MS !== 0 || seen.has(startsMs))
      throw new RefusedAnswer(
        `the hour ${new Date(startsMs).toISOString()} ${seen.has(startsMs) ? 'is listed twice' : 'does not start on the hour'}`,
      );
    seen.add(startsMs);
    const dayMs = getMidnight(startsMs);
    byDay.set(dayMs, [...(byDay.get(dayMs) ?? []), hour]);
  }
  if (byDay.size > DAYS_MAX)
    throw new RefusedAnswer(`the forecast covers ${byDay.size} days, expected at most ${DAYS_MAX}`);
  return [...byDay].sort(([a], [b]) => a - b).map(([dayMs, ofDay]) => summarizeDay(dayMs, ofDay));
}

function summarizeDay(dayMs: EpochMs, hours: readonly ForecastHour[]): SourceForecastDay {
  const temperatures = hours.map(({ temperatureF }) => temperatureF);
  const winds = listKnown(hours, 'windMph');
  const rains = listKnown(hours, 'rainInches');
  const chances = listKnown(hours, 'rainChance');
  return {
    dayMs,
    hours: hours.length,
    meanF: computeMean(temperatures),
    highF: Math.max(...temperatures),
    lowF: Math.min(...temperatures),
    windMph: winds.length > 0 ? computeMean(winds) : null,
    sunShare: null,
    // A sum over some of the hours would be too low.
    rainInches: rains.length === hours.length ? rains.reduce((sum, rain) => sum + rain, 0) : null,
    rainChance: chances.length > 0 ? Math.max(...chances) : null,
  };
}

const listKnown = (
  hours: readonly ForecastHour[],
  figure: 'windMph' | 'rainInches' | 'rainChance',
): readonly number[] => hours.map((hour) => hour[figure]).filter((value) => value !== null);
