// Published weather and series on disk, for feeds that cannot be asked again: written in batches, loaded at the start, thinned by the archive's own policy.
import type { Database as Sqlite } from 'better-sqlite3';
import type { Database } from '../../../db/client.server';
import { seriesValue } from '../../../db/schema/market';
import { forecastRun, observation, weatherDay, weatherWarning } from '../../../db/schema/weather';
import type { EpochMs } from '../../trading/domain/units';
import type { SeriesValue } from '../../trading/market/vintage';
import { SERIES_KEPT_MS, type VintageStore } from '../../trading/market/vintages';
import { WEATHER_KEPT, type WeatherArchive } from '../../trading/weather/archive';
import type { DayReading } from '../../trading/weather/archive-reader';
import type {
  ForecastDay,
  ForecastRun,
  Observation,
  WeatherWarning,
} from '../../trading/weather/bulletin';
import type { WeatherCell } from '../../trading/weather/cell';
import { prepareInsert } from '../log/upsert.server';

/** What a feed has published since it was asked last; lists that are absent are empty. */
export interface Bulletins {
  readonly observations?: readonly Observation[];
  readonly runs?: readonly ForecastRun[];
  readonly warnings?: readonly WeatherWarning[];
  readonly days?: readonly { readonly cell: WeatherCell; readonly day: DayReading }[];
  readonly values?: readonly SeriesValue[];
}

export interface BulletinStore {
  /** Stores all of them in one transaction or none; what is there already stays as it is. */
  add(bulletins: Bulletins): void;
  /** Reads everything that is kept into memory. */
  load(archive: WeatherArchive, series: VintageStore): void;
  /** Forgets what the policy does not keep; hours that go leave their days behind. Answers how many rows went. */
  thin(nowMs: EpochMs): number;
}

const DAY_MS = 86_400_000;
const KEEPS_FIRST = 'ON CONFLICT DO NOTHING';

/** The bulletins of one market. */
export function bulletinStore(db: Database, market: string): BulletinStore {
  const raw = db.$client;
  const insert = prepareInserts(raw);
  const add = raw.transaction(
    ({ observations = [], runs = [], warnings = [], days = [], values = [] }: Bulletins) => {
      for (const reading of observations) insert.observation({ market, ...reading });
      for (const { cell, issuedMs, publishedMs, days: leads } of runs)
        insert.run({ market, cell, issuedMs, publishedMs, days: JSON.stringify(leads) });
      for (const warning of warnings)
        insert.warning({
          market,
          id: warning.id,
          publishedMs: warning.publishedMs,
          untilMs: warning.untilMs,
          warning: JSON.stringify(warning),
        });
      for (const { cell, day } of days) insert.day({ market, cell, ...day });
      for (const value of values) insert.value({ market, ...value });
    },
  );
  const thin = prepareThin(raw, market);
  return {
    add: (bulletins) => add.immediate(bulletins),
    load: (archive, series) => load(raw, market, archive, series),
    thin: (nowMs) => thin.immediate(nowMs),
  };
}

const prepareInserts = (raw: Sqlite) => ({
  observation: prepareInsert(raw, observation, KEEPS_FIRST),
  run: prepareInsert(raw, forecastRun, KEEPS_FIRST),
  warning: prepareInsert(raw, weatherWarning, KEEPS_FIRST),
  day: prepareInsert(raw, weatherDay, KEEPS_FIRST),
  value: prepareInsert(raw, seriesValue, KEEPS_FIRST),
});

/** Row by row: years of weather are never in memory twice. */
function load(raw: Sqlite, market: string, archive: WeatherArchive, series: VintageStore): void {
  const rows = <T>(sql: string): IterableIterator<T> =>
    raw.prepare<[string], T>(sql).iterate(market);
  const hours = `SELECT cell, valid_ms AS validMs, published_ms AS publishedMs, temperature_f AS temperatureF, humidity_percent AS humidityPercent, wind_mph AS windMph,
    pressure_mb AS pressureMb, rain_inches AS rainInches, soil FROM observation WHERE market = ? ORDER BY valid_ms, published_ms`;
  for (const row of rows<Observation>(hours)) archive.observe(row);
  const days = `SELECT cell, day_ms AS dayMs, published_ms AS publishedMs, mean_f AS meanF, high_f AS highF, low_f AS lowF, rain_inches AS rainInches, wind_mph AS windMph
    FROM weather_day WHERE market = ? ORDER BY day_ms, published_ms`;
  for (const { cell, ...day } of rows<DayReading & { readonly cell: WeatherCell }>(days))
    archive.recordDay(cell, day);
  const runs =
    'SELECT cell, issued_ms AS issuedMs, published_ms AS publishedMs, days FROM forecast_run WHERE market = ? ORDER BY issued_ms, published_ms';
  for (const row of rows<Omit<ForecastRun, 'days'> & { readonly days: string }>(runs))
    archive.publish({ ...row, days: JSON.parse(row.days) as ForecastDay[] });
  const warnings = 'SELECT warning FROM weather_warning WHERE market = ? ORDER BY published_ms, id';
  for (const { warning } of rows<{ readonly warning: string }>(warnings))
    archive.warn(JSON.parse(warning) as WeatherWarning);
  const values =
    'SELECT series, valid_ms AS validMs, published_ms AS publishedMs, value FROM series_value WHERE market = ? ORDER BY valid_ms, published_ms';
  for (const value of rows<SeriesValue>(values)) series.put(value);
}

/** Each hour in its last vintage, as a day. */
const CLOSE_DAYS = `
  INSERT INTO weather_day (market, cell, day_ms, published_ms, mean_f, high_f, low_f, rain_inches, wind_mph)
  SELECT market, cell, valid_ms / ${DAY_MS} * ${DAY_MS} AS day, max(published_ms), avg(temperature_f), max(temperature_f), min(temperature_f), sum(rain_inches), avg(wind_mph)
  FROM observation o
  WHERE market = @market AND valid_ms < @hoursFrom
    AND NOT EXISTS (SELECT 1 FROM observation n WHERE n.market = o.market AND n.cell = o.cell AND n.valid_ms = o.valid_ms AND n.published_ms > o.published_ms)
  GROUP BY market, cell, day
  ON CONFLICT DO NOTHING`;

/** Of older runs the first cycle of each day stays. */
const THIN_RUNS = `
  DELETE FROM forecast_run WHERE market = @market AND (issued_ms < @runsFrom OR (issued_ms < @cyclesFrom AND EXISTS (
    SELECT 1 FROM forecast_run f WHERE f.market = forecast_run.market AND f.cell = forecast_run.cell
      AND f.issued_ms >= forecast_run.issued_ms / ${DAY_MS} * ${DAY_MS} AND f.issued_ms < forecast_run.issued_ms)))`;

function prepareThin(raw: Sqlite, market: string) {
  const statements = [
    'DELETE FROM observation WHERE market = @market AND valid_ms < @hoursFrom',
    'DELETE FROM weather_day WHERE market = @market AND day_ms < @daysFrom',
    THIN_RUNS,
    'DELETE FROM weather_warning WHERE market = @market AND published_ms < @warningsFrom AND until_ms < @warningsFrom',
    'DELETE FROM series_value WHERE market = @market AND valid_ms < @valuesFrom',
  ].map((sql) => raw.prepare(sql));
  const close = raw.prepare(CLOSE_DAYS);
  return raw.transaction((nowMs: EpochMs) => {
    const since = (days: number): EpochMs => (Math.floor(nowMs / DAY_MS) - days) * DAY_MS;
    const { hourDays, cycleDays, runDays, dayDays, warningDays } = WEATHER_KEPT;
    const bounds = {
      market,
      hoursFrom: since(hourDays),
      daysFrom: since(dayDays),
      cyclesFrom: since(cycleDays),
      runsFrom: since(runDays),
      warningsFrom: since(warningDays),
      valuesFrom: nowMs - SERIES_KEPT_MS,
    };
    close.run(onlyNamed(close.source, bounds));
    return statements.reduce(
      (gone, statement) => gone + statement.run(onlyNamed(statement.source, bounds)).changes,
      0,
    );
  });
}

/** Of all bounds those that a statement names. */
const onlyNamed = (sql: string, bounds: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(bounds).filter(([name]) => sql.includes(`@${name}`)));
