// What markets and weather have said, keyed by market and contract. A cache of the feeds: no book depends on it.
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EpochMs, Ticks } from '../../app/trading/domain/units';

const ticks = (name: string) => integer(name).$type<Ticks>().notNull();
const moment = (name: string) => integer(name).$type<EpochMs>().notNull();

export const quote = sqliteTable(
  'quote',
  {
    market: text('market').notNull(),
    instrumentId: text('instrument_id').notNull(),
    bidTicks: ticks('bid_ticks'),
    askTicks: ticks('ask_ticks'),
    lastTicks: ticks('last_ticks'),
    atMs: moment('at_ms'),
  },
  (table) => [primaryKey({ columns: [table.market, table.instrumentId] })],
);

export const bar = sqliteTable(
  'bar',
  {
    market: text('market').notNull(),
    instrumentId: text('instrument_id').notNull(),
    resolutionMs: integer('resolution_ms').notNull(),
    startsMs: moment('starts_ms'),
    endsMs: moment('ends_ms'),
    openTicks: ticks('open_ticks'),
    highTicks: ticks('high_ticks'),
    lowTicks: ticks('low_ticks'),
    closeTicks: ticks('close_ticks'),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.instrumentId, table.resolutionMs, table.startsMs] }),
  ],
);

/** Published values of all series. */
export const seriesValue = sqliteTable(
  'series_value',
  {
    market: text('market').notNull(),
    series: text('series').notNull(),
    validMs: moment('valid_ms'),
    publishedMs: moment('published_ms'),
    value: real('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.series, table.validMs, table.publishedMs] }),
  ],
);
