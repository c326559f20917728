// Answers of public sources, their values in all versions, and the state of the requests.
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  PUBLICATION_OUTCOMES,
  type SourceId,
  type SourceKey,
} from '../../app/trading/domain/public-source';
import type { EpochMs } from '../../app/trading/domain/units';

export const publication = sqliteTable(
  'publication',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source').$type<SourceId>().notNull(),
    request: text('request').notNull(),
    /** Without key. */
    url: text('url').notNull(),
    /** HTTP status; null without an answer. */
    status: integer('status'),
    sha256: text('sha256'),
    bytes: integer('bytes').notNull(),
    fetchedMs: integer('fetched_ms').$type<EpochMs>().notNull(),
    /** The source's time of issue; `fetchedMs` where it states none. */
    publishedMs: integer('published_ms').$type<EpochMs>().notNull(),
    outcome: text('outcome', { enum: PUBLICATION_OUTCOMES }).notNull(),
    reason: text('reason'),
  },
  (table) => [
    index('publication_by_source').on(table.source, table.id),
    index('publication_by_time').on(table.fetchedMs),
    index('publication_unusable')
      .on(table.source, table.fetchedMs)
      .where(sql`outcome <> 'accepted'`),
  ],
);

/** Names of series, such as `power price/day-ahead/NYISO`. */
export const publishedSeries = sqliteTable('published_series', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
});

/** A changed value is a new row with a later publication time. */
export const publishedValue = sqliteTable(
  'published_value',
  {
    seriesId: integer('series_id')
      .notNull()
      .references(() => publishedSeries.id),
    validMs: integer('valid_ms').$type<EpochMs>().notNull(),
    publishedMs: integer('published_ms').$type<EpochMs>().notNull(),
    publicationId: integer('publication_id')
      .notNull()
      .references(() => publication.id),
    /** JSON. */
    value: text('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.validMs, table.publishedMs] }),
    index('published_value_by_publication').on(table.publicationId),
  ],
);

/** Last try and last answer of each request, with the validators of the answer. */
export const sourceRequest = sqliteTable(
  'source_request',
  {
    source: text('source').$type<SourceId>().notNull(),
    request: text('request').notNull(),
    triedMs: integer('tried_ms').$type<EpochMs>().notNull(),
    answeredMs: integer('answered_ms').$type<EpochMs>(),
    etag: text('etag'),
    lastModified: text('last_modified'),
  },
  (table) => [primaryKey({ columns: [table.source, table.request] })],
);

/** Addresses and names that answers contained, for later requests. */
export const sourceLink = sqliteTable(
  'source_link',
  {
    source: text('source').$type<SourceId>().notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    foundMs: integer('found_ms').$type<EpochMs>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.name] })],
);

export const sourceState = sqliteTable('source_state', {
  source: text('source').$type<SourceId>().primaryKey(),
  /** JSON of `Pace`. */
  pace: text('pace').notNull(),
  /** Values stored in all versions. */
  storedValues: integer('stored_values').notNull().default(0),
  refused: integer('refused').notNull().default(0),
  answeredMs: integer('answered_ms').$type<EpochMs>(),
  publishedMs: integer('published_ms').$type<EpochMs>(),
  termsAcceptedMs: integer('terms_accepted_ms').$type<EpochMs>(),
  /** User name. */
  termsAcceptedBy: text('terms_accepted_by'),
});

/** Keys of sources that users entered, encrypted. */
export const sourceKey = sqliteTable('source_key', {
  setting: text('setting').$type<SourceKey>().primaryKey(),
  /** Version of the master key that encrypted it. */
  keyVersion: text('key_version').notNull(),
  nonce: blob('nonce', { mode: 'buffer' }).notNull(),
  ciphertext: blob('ciphertext', { mode: 'buffer' }).notNull(),
  lastFour: text('last_four').notNull(),
  savedMs: integer('saved_ms').$type<EpochMs>().notNull(),
  savedBy: text('saved_by').notNull(),
});
