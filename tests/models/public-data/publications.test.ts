import { describe, expect, it } from 'vitest';
import { openPublicationStore } from '../../../app/models/public-data/publications.server';
import type {
  AcceptedAnswer,
  PublicationStore,
} from '../../../app/trading/market/sources/publication-store';
import { INITIAL_PACE } from '../../../app/trading/market/sources/pace';
import type { Reading, SeriesReading } from '../../../app/trading/market/sources/reading';
import { HOUR_MS } from '../../../app/trading/domain/time';
import { createEmptyDatabase } from '../../support/test-database';

const FETCHED_MS = Date.UTC(2026, 10, 19, 16);
const REQUEST = { id: 'gas storage', url: 'https://api.eia.gov/v2/x' };

const buildReading = (value: number, week = 0): SeriesReading => ({
  kind: 'series',
  series: 'storage/gas/level',
  validMs: Date.UTC(2026, 10, 13 + week * 7),
  value,
});

const buildAnswer = (
  values: readonly number[],
  { fetchedMs = FETCHED_MS, publishedMs = null as number | null } = {},
): AcceptedAnswer => ({
  source: 'eia',
  request: REQUEST,
  fetchedMs,
  status: 200,
  body: new TextEncoder().encode(values.join()),
  etag: null,
  lastModified: null,
  parsed: { publishedMs, readings: values.map((value, week) => buildReading(value, week)) },
});

function openStore() {
  const { db } = createEmptyDatabase();
  const listVersions = (): unknown[] =>
    db.$client
      .prepare('SELECT valid_ms, published_ms, value FROM published_value ORDER BY 1, 2')
      .raw()
      .all();
  const countPublications = (): unknown =>
    db.$client.prepare('SELECT count(*) FROM publication').pluck().get();
  return { db, store: openPublicationStore(db), listVersions, countPublications };
}

describe('the store of publications', () => {
  it('stores each value once and a changed value as a new version', () => {
    const { store, listVersions, countPublications } = openStore();
    expect(store.saveAccepted(buildAnswer([3900, 3880]))).toHaveLength(2);
    expect(
      store.saveAccepted(buildAnswer([3900, 3880], { fetchedMs: FETCHED_MS + HOUR_MS })),
    ).toEqual([]);
    expect(
      store.saveAccepted(buildAnswer([3905, 3880], { fetchedMs: FETCHED_MS + 2 * HOUR_MS })),
    ).toEqual([{ reading: buildReading(3905), publishedMs: FETCHED_MS + 2 * HOUR_MS }]);
    expect(listVersions()).toEqual([
      [buildReading(0).validMs, FETCHED_MS, '3900'],
      [buildReading(0).validMs, FETCHED_MS + 2 * HOUR_MS, '3905'],
      [buildReading(0, 1).validMs, FETCHED_MS, '3880'],
    ]);
    expect(countPublications()).toBe(2);
  });

  it('takes the stated time of issue unless it lies in the future', () => {
    const { store } = openStore();
    const past = FETCHED_MS - HOUR_MS;
    expect(store.saveAccepted(buildAnswer([1], { publishedMs: past }))[0]?.publishedMs).toBe(past);
    const future = { publishedMs: FETCHED_MS + HOUR_MS };
    expect(store.saveAccepted(buildAnswer([2], future))[0]?.publishedMs).toBe(FETCHED_MS);
  });

  it('dates a change without a new time of issue by its arrival, once', () => {
    const { store, listVersions } = openStore();
    const publishedMs = FETCHED_MS - HOUR_MS;
    store.saveAccepted(buildAnswer([1], { publishedMs }));
    const later = FETCHED_MS + HOUR_MS;
    expect(
      store.saveAccepted(buildAnswer([2], { publishedMs, fetchedMs: later }))[0]?.publishedMs,
    ).toBe(later);
    expect(
      store.saveAccepted(buildAnswer([2], { publishedMs, fetchedMs: later + HOUR_MS })),
    ).toEqual([]);
    expect(listVersions()).toHaveLength(2);
  });

  it('adds nothing when an old answer is stored again after a revision', () => {
    const { store, listVersions } = openStore();
    const first = FETCHED_MS - 2 * HOUR_MS;
    const second = FETCHED_MS - HOUR_MS;
    store.saveAccepted(buildAnswer([1], { publishedMs: first }));
    store.saveAccepted(buildAnswer([2], { publishedMs: second }));
    for (const [value, publishedMs] of [
      [1, first],
      [2, second],
    ] as const)
      expect(
        store.saveAccepted(buildAnswer([value], { publishedMs, fetchedMs: FETCHED_MS + HOUR_MS })),
      ).toEqual([]);
    expect(listVersions()).toHaveLength(2);
  });

  describe('with values of the past', () => {
    const usualMs = FETCHED_MS - 5000 * HOUR_MS;
    const buildPast = (value: number, fetchedMs = FETCHED_MS): AcceptedAnswer => {
      const answer = buildAnswer([value], { fetchedMs });
      return { ...answer, parsed: { ...answer.parsed, getUsualMs: () => usualMs } };
    };
    const saveAnswer = (store: PublicationStore, answer: AcceptedAnswer) =>
      store.saveAccepted(answer).map(({ publishedMs }) => publishedMs);

    it('dates the first version by its usual time, a later one by its arrival', () => {
      const { store, listVersions } = openStore();
      expect(saveAnswer(store, buildPast(1))).toEqual([usualMs]);
      expect(saveAnswer(store, buildPast(1, FETCHED_MS + HOUR_MS))).toEqual([]);
      expect(saveAnswer(store, buildPast(2, FETCHED_MS + 2 * HOUR_MS))).toEqual([
        FETCHED_MS + 2 * HOUR_MS,
      ]);
      expect(saveAnswer(store, buildPast(2, FETCHED_MS + 3 * HOUR_MS))).toEqual([]);
      // Back to the first value: the third version.
      expect(saveAnswer(store, buildPast(1, FETCHED_MS + 4 * HOUR_MS))).toEqual([
        FETCHED_MS + 4 * HOUR_MS,
      ]);
      expect(listVersions()).toHaveLength(3);
    });

    it('dates a revision of the usual way by its own time', () => {
      const { store, listVersions } = openStore();
      saveAnswer(store, buildPast(1));
      const laterMs = FETCHED_MS + HOUR_MS;
      expect(saveAnswer(store, buildAnswer([2], { fetchedMs: laterMs }))).toEqual([laterMs]);
      expect(listVersions()).toHaveLength(2);
    });

    it('dates nothing later than its arrival, and nothing that is stored earlier than it was', () => {
      const { store } = openStore();
      const early = buildPast(1, usualMs - HOUR_MS);
      expect(saveAnswer(store, early)).toEqual([usualMs - HOUR_MS]);
      const other = openStore().store;
      saveAnswer(other, buildAnswer([1]));
      expect(saveAnswer(other, buildPast(1, FETCHED_MS + HOUR_MS))).toEqual([]);
    });
  });

  it('stores the reason of an unusable answer and none of its values', () => {
    const { db, store, listVersions } = openStore();
    store.saveUnusable({
      source: 'eia',
      request: REQUEST,
      fetchedMs: FETCHED_MS,
      status: 200,
      body: new TextEncoder().encode('<html>'),
      outcome: 'refused',
      reason: 'the answer is an HTML page',
    });
    expect(listVersions()).toEqual([]);
    expect(db.$client.prepare('SELECT outcome, reason, bytes FROM publication').all()).toEqual([
      { outcome: 'refused', reason: 'the answer is an HTML page', bytes: 6 },
    ]);
    expect(store.getHistory('eia').getAnsweredMs(REQUEST.id)).toBeNull();
    expect(store.getHistory('eia').getTriedMs(REQUEST.id)).toBe(FETCHED_MS);
  });

  it('removes unusable answers after 30 days, and no values', () => {
    const { db, store, listVersions } = openStore();
    store.saveAccepted(buildAnswer([1]));
    const saveFailure = (fetchedMs: number): void =>
      store.saveUnusable({
        source: 'eia',
        request: REQUEST,
        fetchedMs,
        status: 503,
        body: null,
        outcome: 'failed',
        reason: 'status 503',
      });
    for (const days of [0, 15, 31]) saveFailure(FETCHED_MS + days * 24 * HOUR_MS);
    const outcomes = db.$client
      .prepare('SELECT outcome FROM publication ORDER BY id')
      .pluck()
      .all();
    expect(outcomes).toEqual(['accepted', 'failed', 'failed']);
    expect(listVersions()).toHaveLength(1);
  });

  it('removes quotes after 30 days with their publications, and nothing else', () => {
    const { db, store, countPublications } = openStore();
    const saveQuote = (days: number, bars: readonly Reading[] = []): void => {
      const atMs = FETCHED_MS + days * 24 * HOUR_MS;
      const quote = { kind: 'quote', symbol: 'NGF27.NYM', atMs, price: 4, bid: null, ask: null };
      store.saveAccepted({
        ...buildAnswer([], { fetchedMs: atMs }),
        source: 'yahoo',
        parsed: { publishedMs: null, readings: [quote as Reading, ...bars] },
      });
    };
    const prices = { open: 4, high: 4, low: 4, close: 4 };
    store.saveAccepted(buildAnswer([3900]));
    saveQuote(0);
    saveQuote(1, [{ kind: 'daily bar', symbol: 'NGF27.NYM', dayMs: FETCHED_MS, ...prices }]);
    saveQuote(2);
    saveQuote(31.5);
    const listDays = (): readonly number[] =>
      store
        .listReadings('quote', 0)
        .map(({ publishedMs }) => (publishedMs - FETCHED_MS) / (24 * HOUR_MS));
    expect(listDays()).toEqual([2, 31.5]);
    expect(store.listReadings('daily bar', 0)).toHaveLength(1);
    expect(store.listReadings('series', 0)).toHaveLength(1);
    expect(countPublications()).toBe(4);
    expect(db.$client.pragma('foreign_key_check')).toEqual([]);
  });

  it('lists the readings of a kind in all versions, from a valid time on', () => {
    const { store } = openStore();
    store.saveAccepted(buildAnswer([3900, 3880]));
    store.saveAccepted(buildAnswer([3905], { fetchedMs: FETCHED_MS + HOUR_MS }));
    expect(store.listReadings('series', buildReading(0).validMs)).toEqual([
      { reading: buildReading(3900), publishedMs: FETCHED_MS },
      { reading: buildReading(3905), publishedMs: FETCHED_MS + HOUR_MS },
      { reading: buildReading(3880, 1), publishedMs: FETCHED_MS },
    ]);
    expect(store.listReadings('series', buildReading(0, 1).validMs)).toHaveLength(1);
    expect(store.listReadings('storm', 0)).toEqual([]);
  });

  it('remembers answers, validators, links and pace for the next start', () => {
    const { db, store } = openStore();
    store.saveAccepted({
      ...buildAnswer([1]),
      etag: '"abc"',
      parsed: { publishedMs: null, readings: [], links: { 'station NYC': 'KNYC' } },
    });
    store.saveUnchanged('eia', REQUEST, FETCHED_MS + HOUR_MS);
    store.savePace('eia', { ...INITIAL_PACE, failures: 3 });
    store.saveTerms('eia', { atMs: FETCHED_MS, by: 'trader' });
    const reopened = openPublicationStore(db);
    expect(reopened.getHistory('eia').getAnsweredMs(REQUEST.id)).toBe(FETCHED_MS + HOUR_MS);
    expect(reopened.getHistory('eia').findLink('station NYC')).toBe('KNYC');
    expect(reopened.findValidators('eia', REQUEST.id)).toEqual({
      etag: '"abc"',
      lastModified: null,
    });
    expect(reopened.loadPace('eia')).toEqual({ ...INITIAL_PACE, failures: 3 });
    expect(reopened.loadPace('nws')).toEqual(INITIAL_PACE);
    expect(reopened.findTerms('eia')).toEqual({ atMs: FETCHED_MS, by: 'trader' });
    reopened.saveTerms('eia', null);
    expect(reopened.findTerms('eia')).toBeNull();
    expect(reopened.getTotals('eia')).toEqual({
      answeredMs: FETCHED_MS + HOUR_MS,
      publishedMs: null,
      values: 0,
      refused: 0,
    });
  });
});
