// Recording asks once, follows links, keeps the gap, and stops at a source that cannot answer.
import { describe, expect, it } from 'vitest';
import { recordSource } from '../../../app/programs/feeds/record-source';
import type { Exchange } from '../../../app/server/feeds/cassette.server';
import type { Answer } from '../../../app/server/feeds/public/egress.server';
import type { PublicSource } from '../../../app/trading/market/sources/source';
import { COUNT_REQUEST, countingSource } from '../../support/counting-source';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

const answerWith = (text: string): Answer => ({
  kind: 'body',
  status: 200,
  body: new TextEncoder().encode(text),
  etag: '"1"',
  lastModified: null,
});
const failWith = (status: number | null, retryAfter: string | null = null): Answer => ({
  kind: 'failed',
  status,
  reason: `status ${status}`,
  retryAfter,
});

/** A source of pages, each of which links to the next. */
const linkedSource: PublicSource = {
  ...countingSource,
  planRequests: (_nowMs, history) =>
    [0, 1, 2, 3, 4]
      .filter((page) => page === 0 || history.findLink(`page ${page}`) !== null)
      .map((page) => ({ id: `page ${page}`, url: `https://counts.example/${page}` })),
  parseAnswer: (_body, { id }) => ({
    publishedMs: null,
    readings: [],
    links: { [`page ${Number(id.slice(5)) + 1}`]: 'found' },
  }),
};
/** A source with many requests. */
const broadSource: PublicSource = {
  ...countingSource,
  planRequests: () =>
    Array.from({ length: 20 }, (_, index) => ({ ...COUNT_REQUEST, id: `count ${index}` })),
};

async function runRecording(source: PublicSource, answers: readonly Answer[]) {
  const exchanges: Exchange[] = [];
  const requestedIds: string[] = [];
  const waits: number[] = [];
  const recording = await recordSource({
    source,
    send: (_source, { id }) => {
      requestedIds.push(id);
      return Promise.resolve(
        answers[Math.min(requestedIds.length, answers.length) - 1] ?? failWith(null),
      );
    },
    nowMs: () => NOW_MS,
    waitMs: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    onExchange: (exchange) => exchanges.push(exchange),
    onProgress: () => undefined,
  });
  return { recording, exchanges, requestedIds, waits };
}

describe('a recording', () => {
  it('stores what was requested, when, and what was answered', async () => {
    const { recording, exchanges } = await runRecording(countingSource, [answerWith('42')]);
    expect(recording).toEqual({ recorded: 1, problems: [], stop: null });
    expect(exchanges).toEqual([
      {
        title: 'count',
        source: 'eia',
        request: COUNT_REQUEST,
        at: '2026-11-20T12:00:00.000Z',
        status: 200,
        headers: { etag: '"1"' },
        body: new TextEncoder().encode('42'),
        origin: 'recorded',
        licence: 'public domain',
      },
    ]);
  });

  it('follows links for two rounds, each request once and a gap apart', async () => {
    const { requestedIds, waits } = await runRecording(linkedSource, [answerWith('')]);
    expect(requestedIds).toEqual(['page 0', 'page 1', 'page 2']);
    expect(waits).toEqual([1000, 1000]);
  });

  it('reports requests without an answer and does not store them', async () => {
    const answers: readonly Answer[] = [
      { kind: 'absent', status: 404 },
      { kind: 'refused', status: 403, reason: 'status 403' },
      answerWith('1'),
    ];
    const { recording, exchanges } = await runRecording(broadSource, answers);
    expect(recording.problems).toEqual([
      { requestId: 'count 0', reason: 'the document does not exist yet' },
      { requestId: 'count 1', reason: 'status 403' },
    ]);
    expect(exchanges).toHaveLength(18);
  });

  it('stores an answer of another format with the reason why it is not usable', async () => {
    const { recording } = await runRecording(countingSource, [answerWith('<html>')]);
    expect(recording.recorded).toBe(1);
    expect(recording.problems[0]?.reason).toMatch(/^recorded, but not usable: .*HTML/);
  });

  it.each([
    ['five failures in a row', [failWith(500)], 5, 'Stopped after 5 failures in a row.'],
    ['too many requests', [failWith(429)], 1, 'Stopped: the source asks to come back later.'],
    ['Retry-After', [failWith(503, '60')], 1, 'Stopped: the source asks to come back later.'],
  ] as const)('ends after %s', async (_what, answers, requests, stop) => {
    const { recording, requestedIds } = await runRecording(broadSource, answers);
    expect(requestedIds).toHaveLength(requests);
    expect(recording).toMatchObject({ recorded: 0, stop });
  });

  it('sends no more than the requests of a day', async () => {
    const { requestedIds, recording } = await runRecording(
      { ...broadSource, requestsPerDayMax: 7 },
      [answerWith('1')],
    );
    expect(requestedIds).toHaveLength(7);
    expect(recording.stop).toMatch(/limit of a day/);
  });
});
