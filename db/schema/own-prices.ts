// Prices of the owner: each imported file, and its bars in all versions.
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { IMPORT_STATES } from '../../app/trading/domain/public-source';
import type { EpochMs, Ticks } from '../../app/trading/domain/units';

export const importedFile = sqliteTable(
  'imported_file',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    importedMs: integer('imported_ms').$type<EpochMs>().notNull(),
    /** Null where the name of a refused file states no contract. */
    instrumentId: text('instrument_id'),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    /** A sentence; null for an imported file. */
    refusal: text('refusal'),
    /** Counts: rows = bars + merged + refused + blank; null for a refused file. */
    rows: integer('rows'),
    bars: integer('bars'),
    /** Bars stored by this file; the others were stored before with the same prices. */
    newBars: integer('new_bars'),
    /** New bars with an earlier version. */
    changedBars: integer('changed_bars'),
    merged: integer('merged'),
    refused: integer('refused'),
    blank: integer('blank'),
    /** Median bar interval. */
    intervalMs: integer('interval_ms'),
    /** Start of the first bar and end of the last one. */
    firstMs: integer('first_ms').$type<EpochMs>(),
    lastMs: integer('last_ms').$type<EpochMs>(),
    /** JSON of `ImportNote[]`. */
    notes: text('notes').notNull().default('[]'),
    /** JSON of `RefusedRow[]`: the first 1,000. */
    refusedRows: text('refused_rows').notNull().default('[]'),
  },
  (table) => [
    uniqueIndex('imported_file_once')
      .on(table.sha256, table.instrumentId)
      .where(sql`state = 'imported'`),
    uniqueIndex('imported_file_refused')
      .on(table.sha256, table.name, table.refusal)
      .where(sql`state = 'refused'`),
    index('imported_file_by_time').on(table.importedMs),
  ],
);

/** A bar with other prices than the stored one is a new row; the highest file id is the newest. */
export const importedBar = sqliteTable(
  'imported_bar',
  {
    instrumentId: text('instrument_id').notNull(),
    startsMs: integer('starts_ms').$type<EpochMs>().notNull(),
    endsMs: integer('ends_ms').$type<EpochMs>().notNull(),
    fileId: integer('file_id')
      .notNull()
      .references(() => importedFile.id),
    openTicks: integer('open_ticks').$type<Ticks>().notNull(),
    highTicks: integer('high_ticks').$type<Ticks>().notNull(),
    lowTicks: integer('low_ticks').$type<Ticks>().notNull(),
    closeTicks: integer('close_ticks').$type<Ticks>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instrumentId, table.startsMs, table.endsMs, table.fileId] }),
  ],
);
