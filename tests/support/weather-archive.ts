// Hand-built weather archive, filtered by publication time.
import type { SeriesValue, VintageReader } from '../../app/trading/market/vintage';
import type { DayReading, WeatherReader } from '../../app/trading/weather/archive-reader';
import type {
  ForecastDay,
  ForecastRun,
  Observation,
  WeatherWarning,
} from '../../app/trading/weather/bulletin';
import type { WeatherCell } from '../../app/trading/weather/cell';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

interface Facts {
  readonly observations?: readonly Observation[];
  readonly days?: Readonly<Partial<Record<WeatherCell, readonly DayReading[]>>>;
  readonly runs?: readonly ForecastRun[];
  readonly warnings?: readonly WeatherWarning[];
}

/** Reader over unordered lists. */
export function buildArchive({
  observations = [],
  days = {},
  runs = [],
  warnings = [],
}: Facts): WeatherReader {
  const listRuns = (cell: WeatherCell, knownMs: number): ForecastRun[] =>
    runs
      .filter((run) => run.cell === cell && run.publishedMs <= knownMs)
      .sort((a, b) => a.issuedMs - b.issuedMs);
  const hours: WeatherReader['listHours'] = (cell, fromMs, untilMs, knownMs) =>
    observations
      .filter(
        (each) =>
          each.cell === cell &&
          each.publishedMs <= knownMs &&
          each.validMs >= fromMs &&
          each.validMs < untilMs,
      )
      .sort((a, b) => a.validMs - b.validMs);
  return {
    listHours: hours,
    findLatest: (cell, knownMs) => hours(cell, -Infinity, Infinity, knownMs).at(-1) ?? null,
    listDays: (cell, fromMs, untilMs, knownMs) =>
      (days[cell] ?? []).filter(
        (day) => day.publishedMs <= knownMs && day.dayMs >= fromMs && day.dayMs < untilMs,
      ),
    findRun: (cell, knownMs, back = 0) => listRuns(cell, knownMs).at(-1 - back) ?? null,
    listRuns: (cell, fromMs, untilMs, knownMs) =>
      listRuns(cell, knownMs).filter(({ issuedMs }) => issuedMs >= fromMs && issuedMs < untilMs),
    listDailyRuns(cell, fromMs, untilMs, knownMs) {
      const firsts = new Map<number, ForecastRun>();
      for (const run of listRuns(cell, knownMs)) {
        const day = Math.floor(run.issuedMs / DAY_MS);
        if (run.issuedMs >= fromMs && run.issuedMs < untilMs && !firsts.has(day))
          firsts.set(day, run);
      }
      return [...firsts.values()];
    },
    warnings: (knownMs) => {
      const newest = new Map<string, WeatherWarning>();
      for (const warning of [...warnings].sort((a, b) => a.publishedMs - b.publishedMs))
        if (warning.publishedMs <= knownMs) newest.set(warning.id, warning);
      return [...newest.values()].filter(({ untilMs }) => untilMs > knownMs - DAY_MS);
    },
  };
}

/** Hourly observation, published 15 minutes after its end. */
export const buildHour = (
  cell: WeatherCell,
  validMs: number,
  more: Partial<Observation> = {},
): Observation => ({
  cell,
  validMs,
  publishedMs: validMs + 1.25 * HOUR_MS,
  temperatureF: 50,
  humidityPercent: 60,
  windMph: 8,
  pressureMb: 1015,
  rainInches: 0,
  soil: null,
  ...more,
});

/** Daily reading, mean ± 10 F. */
export const createDay = (
  dayMs: number,
  meanF: number,
  more: Partial<DayReading> = {},
): DayReading => ({
  dayMs,
  meanF,
  highF: meanF + 10,
  lowF: meanF - 10,
  rainInches: 0.1,
  windMph: 8,
  publishedMs: dayMs + DAY_MS + HOUR_MS,
  ...more,
});

/** Model run with daily means by lead, published four hours after issue. */
export function buildRun(
  cell: WeatherCell,
  issuedMs: number,
  getMean: (lead: number, dayMs: number) => number,
  more: Partial<ForecastDay> = {},
): ForecastRun {
  const firstMs = Math.floor(issuedMs / DAY_MS) * DAY_MS;
  const days = Array.from({ length: 15 }, (_, lead): ForecastDay => {
    const dayMs = firstMs + lead * DAY_MS;
    const meanF = getMean(lead, dayMs);
    return {
      dayMs,
      lead,
      meanF,
      highF: meanF + 10,
      lowF: meanF - 10,
      spreadF: 1 + lead / 2,
      windMph: 8,
      sunShare: 0.5,
      rainInches: 0.1,
      rainChance: 0.3,
      ...more,
    };
  });
  return { cell, issuedMs, publishedMs: issuedMs + 4 * HOUR_MS, days };
}

/** Reader of published values. */
export function buildVintages(values: readonly SeriesValue[]): VintageReader {
  const history: VintageReader['listHistory'] = (series, fromMs, untilMs, knownMs) => {
    const newest = new Map<number, SeriesValue>();
    for (const value of [...values].sort((a, b) => a.publishedMs - b.publishedMs)) {
      if (
        value.series === series &&
        value.publishedMs <= knownMs &&
        value.validMs >= fromMs &&
        value.validMs < untilMs
      )
        newest.set(value.validMs, value);
    }
    return [...newest.values()].sort((a, b) => a.validMs - b.validMs);
  };
  return {
    listHistory: history,
    findAsOf: (series, validMs, knownMs) =>
      history(series, validMs, validMs + 1, knownMs)[0] ?? null,
    findLatest: (series, knownMs) => history(series, -Infinity, Infinity, knownMs).at(-1) ?? null,
  };
}
