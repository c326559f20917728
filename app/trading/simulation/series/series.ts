/** The published series and reports of a world. */
import type { EpochMs } from '../../domain/units';
import { reportDates } from '../../market/report-calendar';
import type { SeriesValue } from '../../market/vintage';
import { getDay } from '../calendar';
import type { Chance } from '../random-streams';
import type { FuturesPart, PowerPart, SeriesPart, WeatherPart, WorldOptions } from '../parts';
import { seriesFold } from './fold';
import { createPublisher } from './publication';
import { buildReport } from './reports';

/** Days whose values are remembered: a live desk asks for the same day again and again. */
const DAYS_KEPT = 40;

/**
 * The series of a world, made from its weather, its futures and its power. Reports are on the
 * public calendar.
 */
export function createSeries(
  _options: WorldOptions,
  chance: Chance,
  weather: WeatherPart,
  futures: FuturesPart,
  power: PowerPart,
): SeriesPart {
  const fold = seriesFold(chance, weather, futures);
  const valuesOn = createPublisher({ chance, weather, futures, power, fold });
  const kept = new Map<number, readonly SeriesValue[]>();
  const listValues = (day: number): readonly SeriesValue[] => {
    const known = kept.get(day);
    if (known) return known;
    const made = valuesOn(day);
    if (kept.size >= DAYS_KEPT) kept.clear();
    kept.set(day, made);
    return made;
  };
  return {
    published(fromMs, untilMs) {
      const found: SeriesValue[] = [];
      if (!(fromMs < untilMs)) return found;
      for (let day = getDay(fromMs); day <= getDay(untilMs - 1); day += 1)
        for (const value of listValues(day))
          if (isWithin(value.publishedMs, fromMs, untilMs)) found.push(value);
      return found;
    },
    calendar: (fromMs, untilMs) => reportDates(fromMs, untilMs),
    reports: (fromMs, untilMs) =>
      reportDates(fromMs, untilMs).map((date) =>
        buildReport(chance, fold.lane.at(getDay(date.atMs)), date),
      ),
    foldTo(day) {
      fold.lane.at(day);
    },
    forget() {
      kept.clear();
      fold.lane.forget();
    },
  };
}

const isWithin = (atMs: EpochMs, fromMs: EpochMs, untilMs: EpochMs): boolean =>
  atMs >= fromMs && atMs < untilMs;
