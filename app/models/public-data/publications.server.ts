// Stores the answers of public sources with their values in all versions.
import { hashBody } from './body-hash.server';
import { openOwnPriceStore } from '../own-prices/own-price-store.server';
import type { Database } from '../../../db/client.server';
import type { PublicationOutcome, SourceId } from '../../trading/domain/public-source';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import type { OwnPriceStore } from '../../trading/market/own-price-store';
import { INITIAL_PACE, type Pace } from '../../trading/market/sources/pace';
import type { Reading } from '../../trading/market/sources/reading';
import type {
  AcceptedAnswer,
  AcceptedTerms,
  PublicationStore,
  PublishedReading,
  SourceProblem,
  UnusableAnswer,
} from '../../trading/market/sources/publication-store';
import { restoreReading, storeReading } from '../../trading/market/sources/stored-reading';

/**
 * Time from which an answer counts as public: the source's time of issue if it states one and that
 * is not after the answer arrived, else the arrival.
 */
const computePublishedMs = (statedMs: EpochMs | null, fetchedMs: EpochMs): EpochMs =>
  statedMs !== null && statedMs <= fetchedMs ? statedMs : fetchedMs;

interface RequestRow {
  readonly tried_ms: EpochMs;
  readonly answered_ms: EpochMs | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

interface StateRow {
  readonly pace: string;
  readonly stored_values: number;
  readonly refused: number;
  readonly answered_ms: EpochMs | null;
  readonly published_ms: EpochMs | null;
  readonly terms_accepted_ms: EpochMs | null;
  readonly terms_accepted_by: string | null;
}

interface VersionRow {
  readonly value: string;
  readonly published_ms: EpochMs;
}

interface ProblemRow {
  readonly fetched_ms: EpochMs;
  readonly request: string;
  readonly outcome: SourceProblem['outcome'];
  readonly reason: string;
}

interface ValueRow extends VersionRow {
  readonly name: string;
  readonly valid_ms: EpochMs;
}

interface NumberedValue {
  readonly seriesId: number;
  readonly validMs: EpochMs;
  readonly value: string;
}

/** Answers without values are kept this long, for the operator. */
const UNUSABLE_MS = 30 * DAY_MS;

/**
 * Quotes are stored this long: most rows are quotes, a start reads those of ten days, and each day
 * has a bar.
 */
const QUOTES_MS = 30 * DAY_MS;
const REMOVAL_EVERY_MS = HOUR_MS;

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements({ $client: raw }: Database) {
  return {
    findRequest: raw.prepare<[string, string], RequestRow>(
      'SELECT tried_ms, answered_ms, etag, last_modified FROM source_request WHERE source = ? AND request = ?',
    ),
    saveAnswered: raw.prepare(
      `INSERT INTO source_request (source, request, tried_ms, answered_ms, etag, last_modified)
       VALUES (@source, @request, @atMs, @atMs, @etag, @lastModified)
       ON CONFLICT DO UPDATE SET tried_ms = @atMs, answered_ms = @atMs, etag = @etag,
         last_modified = @lastModified`,
    ),
    saveUnchanged: raw.prepare(
      'UPDATE source_request SET tried_ms = @atMs, answered_ms = @atMs WHERE source = @source AND request = @request',
    ),
    saveTried: raw.prepare(
      `INSERT INTO source_request (source, request, tried_ms) VALUES (@source, @request, @atMs)
       ON CONFLICT DO UPDATE SET tried_ms = @atMs`,
    ),
    addPublication: raw.prepare(
      `INSERT INTO publication (source, request, url, status, sha256, bytes, fetched_ms, published_ms, outcome, reason)
       VALUES (@source, @request, @url, @status, @sha256, @bytes, @fetchedMs, @publishedMs, @outcome, @reason)`,
    ),
    findUnusable: raw.prepare<[string], ProblemRow>(
      `SELECT fetched_ms, request, outcome, reason FROM publication
       WHERE source = ? AND outcome <> 'accepted' ORDER BY fetched_ms DESC, id DESC LIMIT 1`,
    ),
    removeUnusable: raw.prepare(
      "DELETE FROM publication WHERE source = ? AND outcome <> 'accepted' AND fetched_ms < ?",
    ),
    addSeries: raw.prepare('INSERT INTO published_series (name) VALUES (?)'),
    findSeries: raw
      .prepare<[string], number>('SELECT id FROM published_series WHERE name = ?')
      .pluck(),
    findVersion: raw.prepare<[number, number, number], VersionRow>(
      `SELECT value, published_ms FROM published_value
       WHERE series_id = ? AND valid_ms = ? AND published_ms <= ? ORDER BY published_ms DESC LIMIT 1`,
    ),
    addValue: raw.prepare(
      `INSERT INTO published_value (series_id, valid_ms, published_ms, publication_id, value)
       VALUES (?, ?, ?, ?, ?)`,
    ),
    removeQuotes: raw
      .prepare<[number], number>(
        `DELETE FROM published_value WHERE valid_ms < ? AND series_id IN
           (SELECT id FROM published_series WHERE name > 'quote/' AND name < 'quote0')
         RETURNING publication_id`,
      )
      .pluck(),
    removeEmpty: raw.prepare(
      `DELETE FROM publication WHERE id = ? AND NOT EXISTS
         (SELECT 1 FROM published_value WHERE publication_id = publication.id)`,
    ),
    // Names of a group lie between `group/` and `group0`, the next character.
    listValues: raw.prepare<[string, string, number], ValueRow>(
      `SELECT name, valid_ms, published_ms, value FROM published_series
       JOIN published_value ON series_id = id WHERE name > ? AND name < ? AND valid_ms >= ?`,
    ),
    saveLink: raw.prepare(
      `INSERT INTO source_link (source, name, value, found_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, found_ms = excluded.found_ms`,
    ),
    findLink: raw
      .prepare<
        [string, string],
        string
      >('SELECT value FROM source_link WHERE source = ? AND name = ?')
      .pluck(),
    addState: raw.prepare(
      `INSERT INTO source_state (source, pace) VALUES (?, '${JSON.stringify(INITIAL_PACE)}') ON CONFLICT DO NOTHING`,
    ),
    savePace: raw.prepare('UPDATE source_state SET pace = ? WHERE source = ?'),
    countAnswer: raw.prepare(
      `UPDATE source_state SET stored_values = stored_values + @values, answered_ms = @atMs,
         published_ms = CASE WHEN @values > 0 THEN max(coalesce(published_ms, 0), @publishedMs) ELSE published_ms END
       WHERE source = @source`,
    ),
    countRefused: raw.prepare('UPDATE source_state SET refused = refused + 1 WHERE source = ?'),
    saveTerms: raw.prepare(
      'UPDATE source_state SET terms_accepted_ms = ?, terms_accepted_by = ? WHERE source = ?',
    ),
    findState: raw.prepare<[string], StateRow>(
      `SELECT pace, stored_values, refused, answered_ms, published_ms, terms_accepted_ms, terms_accepted_by
       FROM source_state WHERE source = ?`,
    ),
  };
}

/** Prepares all statements on a database. */
export const openPublicationStore = (db: Database): PublicationStore => new Store(db);

class Store implements PublicationStore {
  readonly ownPrices: OwnPriceStore;
  private readonly statements: Statements;
  private quotesRemovedMs: EpochMs = -Infinity;
  private readonly transact: <T>(write: () => T) => T;

  constructor(db: Database) {
    this.statements = prepareStatements(db);
    this.ownPrices = openOwnPriceStore(db);
    this.transact = (write) => db.$client.transaction(write)();
  }

  saveAccepted(answer: AcceptedAnswer): readonly PublishedReading[] {
    return this.transact(() => {
      const { source, request, fetchedMs, etag, lastModified, parsed } = answer;
      const { saveAnswered, saveLink, addState, countAnswer } = this.statements;
      addState.run(source);
      saveAnswered.run({ source, request: request.id, atMs: fetchedMs, etag, lastModified });
      for (const [name, value] of Object.entries(parsed.links ?? {}))
        saveLink.run(source, name, value, fetchedMs);
      const publishedMs = computePublishedMs(parsed.publishedMs, fetchedMs);
      const fresh = this.saveReadings(answer, publishedMs);
      if (fetchedMs >= this.quotesRemovedMs + REMOVAL_EVERY_MS) this.removeOldQuotes(fetchedMs);
      countAnswer.run({ source, values: fresh.length, atMs: fetchedMs, publishedMs });
      return fresh;
    });
  }

  /** With their publications, where these brought nothing else. */
  private removeOldQuotes(nowMs: EpochMs): void {
    const publicationIds = this.statements.removeQuotes.all(nowMs - QUOTES_MS);
    for (const id of new Set(publicationIds)) this.statements.removeEmpty.run(id);
    this.quotesRemovedMs = nowMs;
  }

  /** Values that are new; the first one adds the publication. */
  private saveReadings(answer: AcceptedAnswer, publishedMs: EpochMs): readonly PublishedReading[] {
    let publicationId: number | bigint | null = null;
    const fresh: PublishedReading[] = [];
    for (const reading of answer.parsed.readings) {
      const { series, validMs, value } = storeReading(reading);
      const numbered = { seriesId: this.getSeriesId(series), validMs, value };
      const versionMs = this.findReadingMs(numbered, reading, publishedMs, answer);
      if (versionMs === null) continue;
      publicationId ??= this.addPublication(answer, publishedMs, 'accepted', null);
      this.statements.addValue.run(numbered.seriesId, validMs, versionMs, publicationId, value);
      fresh.push({ reading, publishedMs: versionMs });
    }
    return fresh;
  }

  /** Time from which a value is public; null when it is stored already. */
  private findReadingMs(
    value: NumberedValue,
    reading: Reading,
    publishedMs: EpochMs,
    { fetchedMs, parsed }: AcceptedAnswer,
  ): EpochMs | null {
    if (!parsed.getUsualMs) return this.findVersionMs(value, publishedMs, fetchedMs);
    return this.findPastMs(value, parsed.getUsualMs(reading), fetchedMs);
  }

  /**
   * For a value of the past: the first version counts as public from the usual time, a later one
   * from its arrival.
   */
  private findPastMs(
    { seriesId, validMs, value }: NumberedValue,
    usualMs: EpochMs,
    fetchedMs: EpochMs,
  ): EpochMs | null {
    const latest = this.statements.findVersion.get(seriesId, validMs, fetchedMs);
    if (latest?.value === value) return null;
    return latest ? fetchedMs : Math.min(usualMs, fetchedMs);
  }

  /** Time from which a value is known; null when this version is stored already. */
  private findVersionMs(
    { seriesId, validMs, value }: NumberedValue,
    publishedMs: EpochMs,
    fetchedMs: EpochMs,
  ): EpochMs | null {
    const { findVersion } = this.statements;
    const known = findVersion.get(seriesId, validMs, publishedMs);
    if (known?.value === value) return null;
    if (known?.published_ms !== publishedMs) return publishedMs;
    // The source changed a value without changing its time of issue.
    return findVersion.get(seriesId, validMs, fetchedMs)?.value === value ? null : fetchedMs;
  }

  private getSeriesId(name: string): number {
    return (
      this.statements.findSeries.get(name) ??
      Number(this.statements.addSeries.run(name).lastInsertRowid)
    );
  }

  private addPublication(
    answer: Omit<UnusableAnswer, 'outcome' | 'reason'>,
    publishedMs: EpochMs,
    outcome: PublicationOutcome,
    reason: string | null,
  ): number | bigint {
    const { source, request, status, body, fetchedMs } = answer;
    return this.statements.addPublication.run({
      source,
      request: request.id,
      url: request.url,
      status,
      sha256: body === null ? null : hashBody(body),
      bytes: body?.byteLength ?? 0,
      fetchedMs,
      publishedMs,
      outcome,
      reason,
    }).lastInsertRowid;
  }

  saveUnchanged(source: SourceId, { id }: { readonly id: string }, fetchedMs: EpochMs): void {
    this.transact(() => {
      this.statements.addState.run(source);
      this.statements.saveUnchanged.run({ source, request: id, atMs: fetchedMs });
      this.statements.countAnswer.run({ source, values: 0, atMs: fetchedMs, publishedMs: null });
    });
  }

  saveUnusable(answer: UnusableAnswer): void {
    this.transact(() => {
      const { source, request, fetchedMs, outcome, reason } = answer;
      this.statements.addState.run(source);
      this.statements.saveTried.run({ source, request: request.id, atMs: fetchedMs });
      this.addPublication(answer, fetchedMs, outcome, reason);
      if (outcome === 'refused') this.statements.countRefused.run(source);
      this.statements.removeUnusable.run(source, fetchedMs - UNUSABLE_MS);
    });
  }

  listReadings(group: string, fromValidMs: EpochMs): readonly PublishedReading[] {
    return this.statements.listValues
      .all(`${group}/`, `${group}0`, fromValidMs)
      .map(({ name, valid_ms: validMs, published_ms: publishedMs, value }) => ({
        reading: restoreReading({ series: name, validMs, value }),
        publishedMs,
      }));
  }

  savePace(source: SourceId, pace: Pace): void {
    this.transact(() => {
      this.statements.addState.run(source);
      this.statements.savePace.run(JSON.stringify(pace), source);
    });
  }

  loadPace(source: SourceId): Pace {
    const stored = this.statements.findState.get(source)?.pace;
    return stored === undefined ? INITIAL_PACE : (JSON.parse(stored) as Pace);
  }

  getHistory(source: SourceId): ReturnType<PublicationStore['getHistory']> {
    const { findRequest, findLink } = this.statements;
    return {
      getTriedMs: (requestId) => findRequest.get(source, requestId)?.tried_ms ?? null,
      getAnsweredMs: (requestId) => findRequest.get(source, requestId)?.answered_ms ?? null,
      findLink: (name) => findLink.get(source, name) ?? null,
    };
  }

  findValidators(
    source: SourceId,
    requestId: string,
  ): ReturnType<PublicationStore['findValidators']> {
    const row = this.statements.findRequest.get(source, requestId);
    return { etag: row?.etag ?? null, lastModified: row?.last_modified ?? null };
  }

  findProblem(source: SourceId): SourceProblem | null {
    const row = this.statements.findUnusable.get(source);
    const { answeredMs } = this.getTotals(source);
    if (!row || (answeredMs !== null && answeredMs > row.fetched_ms)) return null;
    const { fetched_ms: atMs, request: requestId, outcome, reason } = row;
    return { atMs, requestId, outcome, reason };
  }

  getTotals(source: SourceId): ReturnType<PublicationStore['getTotals']> {
    const row = this.statements.findState.get(source);
    return {
      answeredMs: row?.answered_ms ?? null,
      publishedMs: row?.published_ms ?? null,
      values: row?.stored_values ?? 0,
      refused: row?.refused ?? 0,
    };
  }

  findTerms(source: SourceId): AcceptedTerms | null {
    const row = this.statements.findState.get(source);
    if (!row || row.terms_accepted_ms === null) return null;
    return { atMs: row.terms_accepted_ms, by: row.terms_accepted_by ?? '' };
  }

  saveTerms(source: SourceId, terms: AcceptedTerms | null): void {
    this.transact(() => {
      this.statements.addState.run(source);
      this.statements.saveTerms.run(terms?.atMs ?? null, terms?.by ?? null, source);
    });
  }
}
