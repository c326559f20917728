// A backfill over virtual time: what is asked, stored, repeated and continued.
import { describe, expect, it } from 'vitest';
import { backfillSource } from '../../../app/programs/feeds/backfill-source';
import { openPublicationStore } from '../../../app/models/public-data/publications.server';
import type { Answer } from '../../../app/server/feeds/public/egress.server';
import { MINUTE_MS } from '../../../app/trading/domain/time';
import { iemSource } from '../../../app/trading/market/sources/iem/source';
import type { BackfillSource, SourceRequest } from '../../../app/trading/market/sources/source';
import type { Database } from '../../../db/client.server';
import { buildArchiveText } from '../../support/archive-answers';
import { createEmptyDatabase } from '../../support/test-database';
import { listPublishedRows } from '../../support/published-rows';

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const RANGE = { fromMs: Date.UTC(2025, 5, 1), untilMs: Date.UTC(2025, 5, 4) };
const REQUESTS = iemSource.planBackfill(RANGE, NOW_MS);

const answerWith = (text: string): Answer => ({
  kind: 'body',
  status: 200,
  body: new TextEncoder().encode(text),
  etag: null,
  lastModified: null,
});
const answerFromArchive = (request: SourceRequest): Answer => answerWith(buildArchiveText(request));
const failWith = (retryAfter: string | null = null): Answer => ({
  kind: 'failed',
  status: 503,
  reason: 'status 503',
  retryAfter,
});

interface Run {
  readonly db?: Database;
  readonly source?: BackfillSource;
  readonly requests?: readonly SourceRequest[];
  /** Answer to a request; `count` is its number from 1. */
  readonly answer?: (request: SourceRequest, count: number) => Answer;
  /** The user ends the program after this many requests. */
  readonly endAfter?: number;
  readonly startMs?: number;
}

/** A run on a clock that moves with waits only. */
async function runBackfill(run: Run) {
  const { db = createEmptyDatabase().db, source = iemSource, requests = REQUESTS } = run;
  const { answer = answerFromArchive, endAfter = Infinity } = run;
  let nowMs = run.startMs ?? NOW_MS;
  const sent: { readonly id: string; readonly atMs: number }[] = [];
  const progress: number[] = [];
  const backfill = await backfillSource({
    source,
    requests,
    store: openPublicationStore(db),
    send: (_source, request) => {
      sent.push({ id: request.id, atMs: nowMs });
      return Promise.resolve(answer(request, sent.length));
    },
    nowMs: () => nowMs,
    waitMs: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
    isEnded: () => sent.length >= endAfter,
    uniform: () => 0.5,
    onProgress: (done) => void progress.push(done),
    saveBody: () => Promise.resolve(),
    onFault: (error) => {
      throw error;
    },
  });
  return { db, backfill, sent, progress, endedMs: nowMs };
}

const countRows = ({ $client }: Database): readonly unknown[] =>
  ['publication', 'published_value', 'published_series', 'source_request'].map((table) =>
    $client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );

describe('a backfill', () => {
  it('asks for each request once, at the pace of the source, and counts the values', async () => {
    const { db, backfill, sent, progress } = await runBackfill({});
    expect(sent.map(({ id }) => id)).toEqual(REQUESTS.map(({ id }) => id));
    sent
      .slice(1)
      .forEach(({ atMs }, index) => expect(atMs - (sent[index]?.atMs ?? 0)).toBe(iemSource.gapMs));
    // 13 stations: three days, and two runs a day of two models.
    const values = 13 * (3 + 3 * 2 * 2);
    expect(backfill).toEqual({
      planned: 39,
      answeredBefore: 0,
      sent: 39,
      accepted: 39,
      problems: [],
      newValues: values,
      knownValues: 0,
      empty: [],
      stop: null,
    });
    expect(listPublishedRows(db)).toHaveLength(values);
    expect(progress).toEqual(Array.from({ length: 40 }, (_, done) => done));
  });

  it('adds nothing when it runs again', async () => {
    const { db } = await runBackfill({});
    const before = countRows(db);
    const again = await runBackfill({ db, startMs: NOW_MS + 60 * MINUTE_MS });
    expect(again.sent).toEqual([]);
    expect(again.backfill).toMatchObject({ answeredBefore: 39, accepted: 0, newValues: 0 });
    expect(countRows(db)).toEqual(before);
  });

  it('adds no value that another range brought', async () => {
    const { db } = await runBackfill({});
    const rows = listPublishedRows(db);
    const requests = iemSource.planBackfill(
      { ...RANGE, fromMs: RANGE.fromMs + 86_400_000 },
      NOW_MS,
    );
    const { backfill } = await runBackfill({ db, requests, startMs: NOW_MS + 60 * MINUTE_MS });
    expect(backfill).toMatchObject({ accepted: 39, newValues: 0, knownValues: 13 * 10 });
    expect(listPublishedRows(db)).toEqual(rows);
  });

  it('continues where the user ended it, at every request', async () => {
    const whole = listPublishedRows((await runBackfill({})).db);
    for (let endAfter = 1; endAfter < REQUESTS.length; endAfter += 7) {
      const first = await runBackfill({ endAfter });
      expect(first.backfill.stop).toBe('Interrupted.');
      expect(first.sent).toHaveLength(endAfter);
      const { db } = first;
      const second = await runBackfill({ db, startMs: first.endedMs });
      expect(second.sent).toHaveLength(REQUESTS.length - endAfter);
      expect((second.sent[0]?.atMs ?? 0) - (first.sent.at(-1)?.atMs ?? 0)).toBe(iemSource.gapMs);
      expect(listPublishedRows(db)).toEqual(whole);
    }
  });

  it('stores a revision beside the first version, from its arrival', async () => {
    const requests = REQUESTS.slice(0, 1);
    const { db } = await runBackfill({ requests });
    const before = listPublishedRows(db);
    db.$client.prepare('DELETE FROM source_request').run();
    const createAnswer = (request: SourceRequest): Answer =>
      answerWith(buildArchiveText(request).replace(',0.05,', ',0.50,'));
    const laterMs = NOW_MS + 60 * MINUTE_MS;
    const { backfill } = await runBackfill({
      db,
      requests,
      answer: createAnswer,
      startMs: laterMs,
    });
    expect(backfill).toMatchObject({ newValues: 1, knownValues: 2 });
    const rows = listPublishedRows(db) as readonly (readonly unknown[])[];
    expect(rows).toHaveLength(before.length + 1);
    expect(rows.map(([, , publishedMs]) => publishedMs)).toContain(laterMs);
  });

  it('names refused answers, goes on, and asks for them again in the next run', async () => {
    const createAnswer = (request: SourceRequest, count: number): Answer =>
      count === 2 ? answerWith('<html><body>sorry</body></html>') : answerFromArchive(request);
    const { db, backfill, sent, endedMs } = await runBackfill({ answer: createAnswer });
    const [, refused] = REQUESTS;
    expect(sent).toHaveLength(39);
    expect(backfill).toMatchObject({ accepted: 38, stop: null });
    expect(backfill.problems).toEqual([
      { requestId: refused?.id, reason: 'the answer is an HTML page' },
    ]);
    const again = await runBackfill({ db, startMs: endedMs });
    expect(again.sent.map(({ id }) => id)).toEqual([refused?.id]);
    expect(again.backfill.problems).toEqual([]);
  });

  it('waits after the clock was set back, until the time of the failed request', async () => {
    const requests = REQUESTS.slice(0, 1);
    const createPage = (): Answer => answerWith('<html><body>sorry</body></html>');
    const { db, endedMs } = await runBackfill({ requests, answer: createPage });
    const again = await runBackfill({ db, requests, startMs: endedMs - MINUTE_MS });
    expect(again.backfill.accepted).toBe(1);
    expect(again.sent[0]?.atMs).toBeGreaterThanOrEqual(endedMs);
  });

  it('names requests without values', async () => {
    const requests = REQUESTS.slice(0, 2);
    const createAnswer = (request: SourceRequest): Answer =>
      answerWith(buildArchiveText(request).slice(0, buildArchiveText(request).indexOf('\n') + 1));
    const { backfill } = await runBackfill({ requests, answer: createAnswer });
    expect(backfill).toMatchObject({ accepted: 2, newValues: 0, stop: null });
    expect(backfill.empty).toEqual(requests.map(({ id }) => id));
  });

  it('repeats a failed request, not before Retry-After', async () => {
    const requests = REQUESTS.slice(0, 2);
    const createAnswer = (request: SourceRequest, count: number): Answer =>
      count === 1 ? failWith('600') : answerFromArchive(request);
    const { backfill, sent } = await runBackfill({ requests, answer: createAnswer });
    expect(sent.map(({ id }) => id)).toEqual([0, 0, 1].map((index) => requests[index]?.id));
    expect((sent[1]?.atMs ?? 0) - NOW_MS).toBe(10 * MINUTE_MS);
    expect(backfill).toMatchObject({ accepted: 2, sent: 3, problems: [] });
  });

  it('stops when the source wants no request for a longer time, and says until when', async () => {
    const { db, backfill, sent } = await runBackfill({ answer: () => failWith('1800') });
    expect(sent).toHaveLength(1);
    expect(backfill.stop).toBe(
      'Stopped: Iowa Environmental Mesonet takes no request before 2026-11-27T12:30:00.000Z (Retry-After).',
    );
    const again = await runBackfill({ db, startMs: NOW_MS + MINUTE_MS });
    expect(again.sent).toEqual([]);
    const later = await runBackfill({ db, startMs: NOW_MS + 30 * MINUTE_MS });
    expect(later.backfill).toMatchObject({ accepted: 39, stop: null });
  });

  it('stops after an outage of a quarter of an hour', async () => {
    const { backfill, sent, endedMs } = await runBackfill({ answer: () => failWith() });
    expect(backfill.stop).toMatch(/\(breaker\)\.$/);
    expect(sent.length).toBeLessThan(12);
    expect(endedMs - NOW_MS).toBeLessThan(20 * MINUTE_MS);
  });

  it('stops at the limit of a day', async () => {
    const source = { ...iemSource, requestsPerDayMax: 7 };
    const { backfill, sent } = await runBackfill({ source });
    expect(sent).toHaveLength(7);
    expect(backfill.stop).toMatch(/\(daily limit\)\.$/);
  });
});
