/** Published series and reports of the simulated market. */
import type { EpochMs } from '../../domain/units';
import { listReportDates } from '../../market/report-calendar';
import type { SeriesValue } from '../../market/vintage';
import { getDay } from '../calendar';
import type { RandomStreams } from '../random-streams';
import type {
  FoldedModel,
  FuturesModel,
  PowerModel,
  PublishingModel,
  SeriesModel,
  WeatherModel,
  WorldOptions,
} from '../market-models';
import { type SeriesState, createSeriesFold } from './series-fold';
import { createPublisher } from './publication';
import { buildReport } from './reports';

/** Cached days of values: a running market reads the same day often. */
const CACHED_DAYS_MAX = 40;
/** Stored days: enough for five-year norms. */
export const STORED_DAYS_MAX = 6 * 366;

/** Reports follow the public calendar. */
export function createSeries(
  options: WorldOptions,
  random: RandomStreams,
  weather: WeatherModel,
  futures: FuturesModel,
  power: PowerModel,
): SeriesModel & FoldedModel & PublishingModel {
  const fold = createSeriesFold(
    random,
    weather,
    futures,
    options.checkpoint?.series as readonly SeriesState[] | undefined,
  );
  const publishDay = createPublisher({ random, weather, futures, power, fold });
  const cache = new Map<number, readonly SeriesValue[]>();
  const storedDays = new Map(options.checkpoint?.published);
  const listValues = (day: number): readonly SeriesValue[] => {
    const cached = storedDays.get(day) ?? cache.get(day);
    if (cached) return cached;
    const created = publishDay(day);
    if (cache.size >= CACHED_DAYS_MAX) cache.clear();
    cache.set(day, created);
    return created;
  };
  return {
    listPublished(fromMs, untilMs) {
      const found: SeriesValue[] = [];
      if (!(fromMs < untilMs)) return found;
      for (let day = getDay(fromMs); day <= getDay(untilMs - 1); day += 1)
        for (const value of listValues(day))
          if (isWithin(value.publishedMs, fromMs, untilMs)) found.push(value);
      return found;
    },
    listReportDates: (fromMs, untilMs) => listReportDates(fromMs, untilMs),
    listReports: (fromMs, untilMs) =>
      listReportDates(fromMs, untilMs).map((date) =>
        buildReport(random, fold.lane.getState(getDay(date.atMs)), date),
      ),
    foldTo(day) {
      fold.lane.getState(day);
    },
    listCheckpoints: () => fold.lane.listCheckpoints(),
    storeDay(day) {
      storedDays.set(day, listValues(day));
      storedDays.delete(day - STORED_DAYS_MAX);
    },
    listStored: () => [...storedDays].sort(([a], [b]) => a - b),
    forget() {
      storedDays.clear();
      cache.clear();
      fold.lane.forget();
    },
  };
}

const isWithin = (atMs: EpochMs, fromMs: EpochMs, untilMs: EpochMs): boolean =>
  atMs >= fromMs && atMs < untilMs;
