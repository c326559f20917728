// Size of a year of public data: a made stormy day through the real planners, parsers and store.
import { expect, it } from 'vitest';
import { openPublicationStore } from '../../../app/models/public-data/publications.server';
import { SourceCollector } from '../../../app/server/feeds/public/source-collector.server';
import type { SourceId } from '../../../app/trading/domain/public-source';
import { HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { PUBLIC_SOURCES } from '../../../app/trading/market/sources/catalog';
import type { PublicationStore } from '../../../app/trading/market/sources/publication-store';
import type { Database } from '../../../db/client.server';
import { STORM_ANSWERS } from '../../support/storm-answers';
import { createEmptyDatabase } from '../../support/test-database';

const SOURCES: readonly SourceId[] = ['nws', 'nyiso', 'miso', 'caiso', 'ercot'];
/** On a day of trading; the first hour brings what is stored once. */
const FROM_MS = Date.UTC(2026, 11, 9, 20);
const WARM_UP_MS = HOUR_MS;
const HOURS = 24;
const YEAR_HOURS = 365 * 24;
/** Quotes are removed after 30 days. */
const QUOTE_HOURS = 30 * 24;
const YEAR_MB_MAX = 500;
const TIME_LIMIT_MS = 15 * MINUTE_MS;

function openCollector(id: SourceId, store: PublicationStore) {
  const source = PUBLIC_SOURCES.find((each) => each.id === id) ?? expect.fail(id);
  let nowMs = FROM_MS;
  const collector = new SourceCollector({
    source,
    store,
    send: (_, { url }) => {
      const found = STORM_ANSWERS.findAnswer(new URL(url), nowMs);
      return Promise.resolve(
        found
          ? { kind: 'body', status: 200, body: found.body, etag: null, lastModified: null }
          : { kind: 'absent', status: 404 },
      );
    },
    isPaused: () => false,
    onReadings: () => undefined,
    onFault: (error) => expect.fail(error.message),
    uniform: () => 0.5,
    nowMs: () => nowMs,
  });
  return async (untilMs: number): Promise<void> => {
    while (nowMs < untilMs) nowMs = Math.max(nowMs + 1, await collector.runStep());
  };
}

/**
 * Sources without made weather or prices have hourly figures at most: demand of seven regions, of
 * which EIA revises each once, and PJM's two prices an hour.
 */
function saveHourlySeries(store: PublicationStore, fromMs: number, untilMs: number): void {
  for (let atMs = fromMs; atMs < untilMs; atMs += HOUR_MS)
    for (let series = 0; series < 9; series += 1) {
      const url = `https://api.eia.gov/v2/electricity/rto/region-data/data/?frequency=hourly&data%5B0%5D=value&sort%5B0%5D%5Bcolumn%5D=period&sort%5B0%5D%5Bdirection%5D=desc&length=48&facets%5Brespondent%5D%5B%5D=R${series}&facets%5Btype%5D%5B%5D=D`;
      const buildReading = (validMs: number, value: number) => ({
        kind: 'series' as const,
        series: `demand/region ${series}`,
        validMs,
        value,
      });
      store.saveAccepted({
        source: 'eia',
        request: { id: `demand R${series}`, url },
        fetchedMs: atMs,
        status: 200,
        body: new TextEncoder().encode(`${atMs}/${series}`),
        etag: null,
        lastModified: null,
        parsed: {
          publishedMs: null,
          readings: [
            buildReading(atMs - 2 * HOUR_MS, 41_230.5 + series),
            buildReading(atMs - HOUR_MS, 40_980.25 + series),
          ],
        },
      });
    }
}

interface StoredPart {
  readonly source: SourceId;
  readonly kind: string;
  readonly answers: number;
  readonly rows: number;
  /** Of the values as text. */
  readonly bytes: number;
}

const listParts = ({ $client: raw }: Database, fromMs: number): readonly StoredPart[] =>
  raw
    .prepare<[number], StoredPart>(
      `SELECT source, substr(name, 1, instr(name, '/') - 1) AS kind,
         count(DISTINCT publication.id) AS answers, count(*) AS rows, sum(length(value)) AS bytes
       FROM published_value JOIN publication ON publication.id = publication_id
       JOIN published_series ON published_series.id = series_id
       WHERE fetched_ms >= ? GROUP BY 1, 2 ORDER BY rows DESC`,
    )
    .all(fromMs);

/** Bytes by table, with the indexes of each. */
const measureTables = ({ $client: raw }: Database): Readonly<Record<string, number>> =>
  Object.fromEntries(
    raw
      .prepare<[], { readonly name: string; readonly bytes: number }>(
        `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name)
         WHERE tbl_name IN ('publication', 'published_value', 'published_series',
           'source_request', 'source_link', 'source_state') GROUP BY 1`,
      )
      .all()
      .map(({ name, bytes }) => [name, bytes]),
  );

const formatMb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const sumBytes = (tables: Readonly<Record<string, number>>): number =>
  Object.values(tables).reduce((sum, bytes) => sum + bytes, 0);

it('a year of all versions takes at most 500 MB', { timeout: TIME_LIMIT_MS }, async () => {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const store = openPublicationStore(db);
  const measuredMs = FROM_MS + WARM_UP_MS;
  const untilMs = measuredMs + HOURS * HOUR_MS;
  const runs = SOURCES.map((id) => openCollector(id, store));
  const runQuotes = openCollector('yahoo', store);
  for (const run of [...runs, runQuotes]) await run(measuredMs);
  saveHourlySeries(store, FROM_MS, measuredMs);

  const before = measureTables(db);
  for (const run of runs) await run(untilMs);
  saveHourlySeries(store, measuredMs, untilMs);
  const withoutQuotes = measureTables(db);
  await runQuotes(untilMs);
  const all = measureTables(db);

  for (const { source, kind, answers, rows, bytes } of listParts(db, measuredMs))
    console.log(
      `${source} ${kind}: ${answers} answers, ${rows} rows, ${Math.round(bytes / rows)} bytes a value in ${HOURS} h`,
    );
  for (const [name, bytes] of Object.entries(withoutQuotes)) {
    const yearBytes = ((bytes - (before[name] ?? 0)) * YEAR_HOURS) / HOURS;
    console.log(`${name} without quotes: ${formatMb(yearBytes)} MB a year`);
  }
  const otherBytes = ((sumBytes(withoutQuotes) - sumBytes(before)) * YEAR_HOURS) / HOURS;
  const quoteBytes = ((sumBytes(all) - sumBytes(withoutQuotes)) * QUOTE_HOURS) / HOURS;
  console.log(
    `a year of public data: ${formatMb(otherBytes + quoteBytes)} MB, ${formatMb(quoteBytes)} MB of it quotes of 30 days`,
  );
  expect(otherBytes + quoteBytes).toBeLessThanOrEqual(YEAR_MB_MAX * 2 ** 20);
});
