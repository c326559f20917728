// A small archive of weather made by hand: lists of facts, and readers that filter them by
// publication.
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

/** A reader over lists in any order. */
export function buildArchive({
  observations = [],
  days = {},
  runs = [],
  warnings = [],
}: Facts): WeatherReader {
  const runsOf = (cell: WeatherCell, knownMs: number): ForecastRun[] =>
    runs
      .filter((run) => run.cell === cell && run.publishedMs <= knownMs)
      .sort((a, b) => a.issuedMs - b.issuedMs);
  const hours: WeatherReader['hours'] = (cell, fromMs, untilMs, knownMs) =>
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
    hours,
    latest: (cell, knownMs) => hours(cell, -Infinity, Infinity, knownMs).at(-1) ?? null,
    days: (cell, fromMs, untilMs, knownMs) =>
      (days[cell] ?? []).filter(
        (day) => day.publishedMs <= knownMs && day.dayMs >= fromMs && day.dayMs < untilMs,
      ),
    run: (cell, knownMs, back = 0) => runsOf(cell, knownMs).at(-1 - back) ?? null,
    runs: (cell, fromMs, untilMs, knownMs) =>
      runsOf(cell, knownMs).filter(({ issuedMs }) => issuedMs >= fromMs && issuedMs < untilMs),
    dailyRuns(cell, fromMs, untilMs, knownMs) {
      const firsts = new Map<number, ForecastRun>();
      for (const run of runsOf(cell, knownMs)) {
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

/** A reading of an hour, published a quarter of an hour after its end. */
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

/** A day of a mean, ten degrees wide to each side. */
export const getDay = (
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

/** A run whose daily means are given by lead, published four hours after its issue. */
export function buildRun(
  cell: WeatherCell,
  issuedMs: number,
  meanOf: (lead: number, dayMs: number) => number,
  more: Partial<ForecastDay> = {},
): ForecastRun {
  const firstMs = Math.floor(issuedMs / DAY_MS) * DAY_MS;
  const days = Array.from({ length: 15 }, (_, lead): ForecastDay => {
    const dayMs = firstMs + lead * DAY_MS;
    const meanF = meanOf(lead, dayMs);
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

/** A reader of published values. */
export function buildVintages(values: readonly SeriesValue[]): VintageReader {
  const history: VintageReader['history'] = (series, fromMs, untilMs, knownMs) => {
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
    history,
    asOf: (series, validMs, knownMs) => history(series, validMs, validMs + 1, knownMs)[0] ?? null,
    latest: (series, knownMs) => history(series, -Infinity, Infinity, knownMs).at(-1) ?? null,
  };
}
