// How each table of the database changes between two backups.

/**
 * `append`: rows after a record, never changed. `change`: rows that may have changed; `key` names
 * the column by which rows that are gone are removed. `whole`: small, replaced. `skip`: not needed
 * to continue.
 */
export type BackupRule =
  | { readonly kind: 'append'; readonly where: string; readonly orderBy: string }
  | { readonly kind: 'change'; readonly where: string; readonly key?: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'skip' };

/** Parameters: `@seq` last record of the backup before, `@ms` wall clock an hour before it. */
export const BACKUP_RULES: Readonly<Record<string, BackupRule>> = {
  event: { kind: 'append', where: 'seq > @seq', orderBy: 'seq' },
  posting: { kind: 'append', where: 'event_seq > @seq', orderBy: 'event_seq, line' },
  fill: { kind: 'append', where: 'event_seq > @seq', orderBy: 'event_seq' },
  snapshot: { kind: 'append', where: 'event_seq > @seq', orderBy: 'event_seq' },
  command: { kind: 'append', where: 'seq > @seq', orderBy: 'seq' },
  command_request: { kind: 'append', where: 'seq > @seq', orderBy: 'seq' },
  position: {
    kind: 'change',
    where: "status = 'ACTIVE' OR opened_seq > @seq OR closed_seq > @seq",
  },
  trade_order: { kind: 'change', where: 'changed_seq > @seq' },
  backtest: {
    kind: 'change',
    where: "phase = 'open' OR coalesce(ended_ms, asked_ms) >= @ms",
    key: 'id',
  },
  // Rows of both may be stored long after the time that they state.
  minute_value: { kind: 'whole' },
  twin_day: { kind: 'whole' },
  twin: { kind: 'whole' },
  book: { kind: 'whole' },
  book_commodity: { kind: 'whole' },
  desk: { kind: 'whole' },
  user_desk: { kind: 'whole' },
  user: { kind: 'whole' },
  session: { kind: 'whole' },
  broker_key: { kind: 'whole' },
  // The broker may answer long after an order was sent.
  sent_order: { kind: 'whole' },
  operator_request: { kind: 'whole' },
  meta: { kind: 'whole' },
  publication: { kind: 'change', where: 'fetched_ms >= @ms' },
  published_value: {
    kind: 'change',
    where: 'publication_id IN (SELECT id FROM publication WHERE fetched_ms >= @ms)',
  },
  published_series: { kind: 'whole' },
  source_request: { kind: 'whole' },
  source_key: { kind: 'whole' },
  source_link: { kind: 'whole' },
  source_state: { kind: 'whole' },
  imported_file: { kind: 'change', where: 'imported_ms >= @ms' },
  imported_bar: {
    kind: 'change',
    where: 'file_id IN (SELECT id FROM imported_file WHERE imported_ms >= @ms)',
  },
  // A start applies the log after an earlier checkpoint.
  checkpoint: { kind: 'skip' },
  // A changed schema needs a complete backup.
  __drizzle_migrations: { kind: 'skip' },
};
