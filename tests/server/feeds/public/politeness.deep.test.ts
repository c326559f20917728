// All sources over 24 hours of virtual time, with faults: no request above the pace of its source.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../app/server/feeds/public/egress.server';
import { SourceCollector } from '../../../../app/server/feeds/public/source-collector.server';
import { openPublicationStore } from '../../../../app/models/public-data/publications.server';
import { HOUR_MS, SECOND_MS } from '../../../../app/trading/domain/time';
import { PUBLIC_SOURCES } from '../../../../app/trading/market/sources/catalog';
import { FAILURES_MAX } from '../../../../app/trading/market/sources/pace';
import type { PublicSource, SourceRequest } from '../../../../app/trading/market/sources/source';
import { createSeededRandom } from '../../../../app/trading/random';
import { listExchanges } from '../../../support/cassettes';
import { openDatabase } from '../../../../db/client.server';
import { migrateDatabase } from '../../../../db/migrate.server';
import { MIGRATIONS } from '../../../support/test-database';

const START_MS = Date.UTC(2026, 10, 27, 12);
const HOURS = 24;
const RETRY_AFTER_S = 600;

interface SentRequest {
  readonly id: string;
  readonly atMs: number;
  readonly answer: Answer;
}

const failWith = (status: number, retryAfter: string | null): Answer => ({
  kind: 'failed',
  status,
  reason: `status ${status}`,
  retryAfter,
});

/** Answers of a made exchange where one fits the kind of request, mixed with faults. */
function createAnswers(source: PublicSource): (request: SourceRequest, step: number) => Answer {
  const random = createSeededRandom(`faults of ${source.id}`);
  const bodies = listExchanges(source.id);
  return ({ id }, step) => {
    const roll = random.uniform('fault', step);
    if (roll < 0.05) return failWith(503, null);
    if (roll < 0.07) return failWith(429, String(RETRY_AFTER_S));
    if (roll < 0.1) return { kind: 'absent', status: 404 };
    // An outage of twenty requests in every two hundred.
    if (step % 200 > 180) return { ...failWith(0, null), status: null };
    const [word = ''] = id.split(' ');
    const fitting = bodies.filter(({ request }) => request.id.startsWith(word));
    const found = fitting[Math.floor(random.uniform('body', step) * fitting.length)];
    return found
      ? { kind: 'body', status: 200, body: found.body, etag: null, lastModified: null }
      : { kind: 'unchanged', status: 304 };
  };
}

function openMemoryDatabase() {
  const db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  return db;
}

async function replayDay(source: PublicSource): Promise<readonly SentRequest[]> {
  let nowMs = START_MS;
  const sent: SentRequest[] = [];
  const answerRequest = createAnswers(source);
  const random = createSeededRandom(source.id);
  const collector = new SourceCollector({
    source,
    store: openPublicationStore(openMemoryDatabase()),
    send: (_, request) => {
      const answer = answerRequest(request, sent.length);
      sent.push({ id: request.id, atMs: nowMs, answer });
      return Promise.resolve(answer);
    },
    isPaused: () => false,
    onReadings: () => undefined,
    onFault: (error) => expect.fail(`${source.id}: ${error.stack ?? ''}`),
    uniform: () => random.uniform('jitter', sent.length),
    nowMs: () => nowMs,
  });
  while (nowMs < START_MS + HOURS * HOUR_MS)
    nowMs = Math.max(await collector.runStep(), nowMs + SECOND_MS);
  return sent;
}

const isFailed = ({ answer }: SentRequest): boolean =>
  answer.kind === 'failed' || answer.kind === 'refused';

/** Each day is replayed once for all tests. */
const DAYS = new Map(PUBLIC_SOURCES.map((source) => [source.id, replayDay(source)]));

describe.each(PUBLIC_SOURCES)('a day of requests to $id', (source) => {
  it('stays within the pace of the source, Retry-After and breaker', async () => {
    const sent = (await DAYS.get(source.id)) ?? [];
    expect(sent.length).toBeLessThanOrEqual(source.requestsPerDayMax);
    let failures = 0;
    sent.forEach((request, index) => {
      const before = sent[index - 1];
      if (before) {
        const waitMs = request.atMs - before.atMs;
        expect(waitMs, request.id).toBeGreaterThanOrEqual(source.gapMs);
        const { answer } = before;
        if (answer.kind === 'failed' && answer.retryAfter !== null)
          expect(waitMs, request.id).toBeGreaterThanOrEqual(RETRY_AFTER_S * SECOND_MS);
        // The breaker is open for a minute at least.
        if (failures >= FAILURES_MAX)
          expect(waitMs, request.id).toBeGreaterThanOrEqual(60 * SECOND_MS);
      }
      failures = isFailed(request) ? failures + 1 : 0;
    });
  });
});

it('every source is asked within a day', async () => {
  const silent: string[] = [];
  for (const [id, sent] of DAYS) if ((await sent).length === 0) silent.push(id);
  expect(silent).toEqual([]);
});
