// What weather services have published, in every vintage: for feeds that cannot be asked again. A cache of the feeds: no book depends on it.
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EpochMs } from '../../app/trading/domain/units';

const moment = (name: string) => integer(name).$type<EpochMs>().notNull();
const figure = (name: string) => real(name).notNull();
const place = { market: text('market').notNull(), cell: text('cell').notNull() };

export const observation = sqliteTable(
  'observation',
  {
    ...place,
    validMs: moment('valid_ms'),
    publishedMs: moment('published_ms'),
    temperatureF: figure('temperature_f'),
    humidityPercent: figure('humidity_percent'),
    windMph: figure('wind_mph'),
    pressureMb: figure('pressure_mb'),
    rainInches: figure('rain_inches'),
    soil: real('soil'),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.cell, table.validMs, table.publishedMs] }),
  ],
);

/** Days whose hours are no longer kept, or never were. */
export const weatherDay = sqliteTable(
  'weather_day',
  {
    ...place,
    dayMs: moment('day_ms'),
    publishedMs: moment('published_ms'),
    meanF: figure('mean_f'),
    highF: figure('high_f'),
    lowF: figure('low_f'),
    rainInches: figure('rain_inches'),
    windMph: figure('wind_mph'),
  },
  (table) => [primaryKey({ columns: [table.market, table.cell, table.dayMs, table.publishedMs] })],
);

export const forecastRun = sqliteTable(
  'forecast_run',
  {
    ...place,
    issuedMs: moment('issued_ms'),
    publishedMs: moment('published_ms'),
    /** Its days as JSON, in order of lead. */
    days: text('days').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.cell, table.issuedMs, table.publishedMs] }),
  ],
);

export const weatherWarning = sqliteTable(
  'weather_warning',
  {
    market: text('market').notNull(),
    id: text('id').notNull(),
    publishedMs: moment('published_ms'),
    untilMs: moment('until_ms'),
    /** The whole warning as JSON. */
    warning: text('warning').notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.id, table.publishedMs] })],
);
