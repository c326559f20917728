// A collector over virtual hours: what is asked, when, and what is stored.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../app/server/feeds/public/egress.server';
import { SourceCollector } from '../../../../app/server/feeds/public/source-collector.server';
import { openPublicationStore } from '../../../../app/models/public-data/publications.server';
import type { PublishedReading } from '../../../../app/trading/market/sources/publication-store';
import { HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { COUNT_EVERY_MS, countingSource } from '../../../support/counting-source';
import { createEmptyDatabase } from '../../../support/test-database';

const START_MS = Date.UTC(2026, 10, 24);

const answerWith = (text: string): Answer => ({
  kind: 'body',
  status: 200,
  body: new TextEncoder().encode(text),
  etag: null,
  lastModified: null,
});
const FAILED: Answer = { kind: 'failed', status: 503, reason: 'status 503', retryAfter: null };

/** A collector on a clock that only the test moves. */
function openCollector(
  answer: (nowMs: number) => Answer,
  { db = createEmptyDatabase().db, source = countingSource } = {},
) {
  let nowMs = START_MS;
  const sentMs: number[] = [];
  const readings: PublishedReading[] = [];
  const faults: Error[] = [];
  const bodies: string[] = [];
  let isPaused = false;
  const store = openPublicationStore(db);
  const collector = new SourceCollector({
    source,
    store,
    send: () => {
      sentMs.push(nowMs);
      return Promise.resolve(answer(nowMs));
    },
    isPaused: () => isPaused,
    onReadings: (fresh) => void readings.push(...fresh),
    saveBody: (body) => {
      bodies.push(new TextDecoder().decode(body));
      return Promise.resolve();
    },
    onFault: (error) => void faults.push(error),
    uniform: () => 0.5,
    nowMs: () => nowMs,
  });
  const runUntil = async (endMs: number): Promise<void> => {
    while (nowMs < endMs) nowMs = await collector.runStep();
  };
  return {
    db,
    store,
    collector,
    sentMs,
    readings,
    faults,
    bodies,
    runUntil,
    setPaused: (value: boolean) => {
      isPaused = value;
    },
  };
}

describe('a collector', () => {
  it('asks once per slot and stores what is new', async () => {
    const { sentMs, readings, runUntil } = openCollector((nowMs) =>
      answerWith(nowMs < START_MS + HOUR_MS / 2 ? '1' : '2'),
    );
    await runUntil(START_MS + HOUR_MS);
    expect(sentMs).toHaveLength(12);
    sentMs.slice(1).forEach((atMs, index) => {
      expect(atMs - (sentMs[index] ?? 0)).toBeGreaterThanOrEqual(COUNT_EVERY_MS);
    });
    expect(readings.map(({ reading }) => reading.kind === 'series' && reading.value)).toEqual([
      1, 2,
    ]);
  });

  it('makes up for no slot that it missed', async () => {
    const { store, sentMs, runUntil, setPaused } = openCollector(() => answerWith('1'));
    setPaused(true);
    await runUntil(START_MS + 6 * HOUR_MS);
    expect(sentMs).toEqual([]);
    setPaused(false);
    await runUntil(START_MS + 6 * HOUR_MS + MINUTE_MS);
    expect(sentMs).toHaveLength(1);
    expect(store.findProblem('eia')).toBeNull();
  });

  it('stores the bodies of what was new or refused, and of nothing else', async () => {
    const answers = ['1', '1', '<html>', '2', '2'];
    const { bodies, sentMs, runUntil } = openCollector((nowMs) =>
      answerWith(answers[Math.floor((nowMs - START_MS) / COUNT_EVERY_MS)] ?? '2'),
    );
    await runUntil(START_MS + HOUR_MS);
    expect(sentMs.length).toBeGreaterThan(5);
    expect(bodies).toEqual(['1', '<html>', '2']);
  });

  it('refuses an answer by name and asks again five minutes later', async () => {
    const { db, store, sentMs, readings, runUntil } = openCollector((nowMs) =>
      answerWith(nowMs === START_MS ? '<html><body>sorry</body></html>' : '3'),
    );
    await runUntil(START_MS + MINUTE_MS);
    expect(store.findProblem('eia')?.reason).toBe('the answer is an HTML page');
    expect(readings).toEqual([]);
    expect(db.$client.prepare('SELECT outcome, reason FROM publication').all()).toEqual([
      { outcome: 'refused', reason: 'the answer is an HTML page' },
    ]);
    await runUntil(START_MS + 6 * MINUTE_MS);
    expect(sentMs).toEqual([START_MS, START_MS + 5 * MINUTE_MS]);
    expect(store.findProblem('eia')).toBeNull();
    expect(readings).toHaveLength(1);
  });

  it('recovers within one slot after an outage of an hour', async () => {
    const { sentMs, readings, runUntil } = openCollector((nowMs) =>
      nowMs < START_MS + HOUR_MS ? FAILED : answerWith('4'),
    );
    await runUntil(START_MS + HOUR_MS);
    // Each failure after the fifth doubles the pause of the breaker.
    expect(sentMs.length).toBeLessThan(15);
    await runUntil(START_MS + HOUR_MS + 31 * MINUTE_MS);
    expect(readings).toHaveLength(1);
  });

  it('continues the wait after a restart', async () => {
    const retryLater: Answer = { ...FAILED, kind: 'failed', retryAfter: '1800' };
    const { db, runUntil } = openCollector(() => retryLater);
    await runUntil(START_MS + MINUTE_MS);
    const restarted = openCollector(() => answerWith('5'), { db });
    await restarted.runUntil(START_MS + HOUR_MS);
    expect((restarted.sentMs[0] ?? 0) - START_MS).toBe(HOUR_MS / 2);
  });

  it('does not ask before the time that the source wants, also on request', async () => {
    const { collector, sentMs, runUntil } = openCollector(() => ({
      ...FAILED,
      kind: 'failed',
      retryAfter: '1800',
    }));
    await runUntil(START_MS + MINUTE_MS);
    collector.tryNow();
    await runUntil(START_MS + HOUR_MS / 2);
    expect(sentMs).toEqual([START_MS]);
  });

  it('names the last problem also after a restart', async () => {
    const { db, runUntil } = openCollector(() => FAILED);
    await runUntil(START_MS + MINUTE_MS);
    const restarted = openCollector(() => answerWith('5'), { db });
    expect(restarted.store.findProblem('eia')).toMatchObject({
      requestId: 'count',
      outcome: 'failed',
      reason: 'status 503',
    });
    await restarted.runUntil(START_MS + HOUR_MS);
    expect(restarted.store.findProblem('eia')).toBeNull();
  });

  it('asks at once on request, past back-off and breaker', async () => {
    const { collector, sentMs, runUntil } = openCollector(() => FAILED);
    await runUntil(START_MS + 20 * MINUTE_MS);
    const before = sentMs.length;
    const atMs = sentMs.at(-1) ?? 0;
    collector.tryNow();
    await collector.runStep();
    expect(sentMs.length).toBe(before + 1);
    expect((sentMs.at(-1) ?? 0) - atMs).toBeLessThan(20 * MINUTE_MS);
  });

  it('reports a fault of a parser and refuses its answer', async () => {
    const parseAnswer = (): never => {
      throw new TypeError('a fault of the program');
    };
    const { store, faults, runUntil } = openCollector(() => answerWith('1'), {
      source: { ...countingSource, parseAnswer },
    });
    await runUntil(START_MS + MINUTE_MS);
    expect(faults).toHaveLength(1);
    expect(store.findProblem('eia')?.reason).toBe('the answer cannot be read');
  });
});
