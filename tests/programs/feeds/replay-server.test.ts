// The replay over HTTP: answers as of the moment, validators, faults and the clock.
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { indexAnswers } from '../../../app/programs/feeds/recorded-answers';
import {
  type ServedRequest,
  createReplayServer,
  parseAddress,
} from '../../../app/programs/feeds/replay-server';
import { parseFaults } from '../../../app/programs/feeds/scripted-faults';
import type { Exchange } from '../../../app/server/feeds/cassette.server';
import { createSender } from '../../../app/server/feeds/public/egress.server';
import { findExchange } from '../../support/cassettes';
import { COUNT_REQUEST, countingSource } from '../../support/counting-source';

const AT_MS = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'secret-key-4711';
const COUNT: Exchange = {
  ...findExchange('nhc', 'no storm'),
  request: COUNT_REQUEST,
  at: '2026-11-20T11:00:00Z',
  headers: {
    'Content-Type': 'text/plain',
    'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
    'content-encoding': 'gzip',
  },
  body: new TextEncoder().encode('42 and more'),
};

interface Script {
  readonly exchange?: Partial<Exchange>;
  readonly fault?: object;
}

async function openReplay({ exchange, fault }: Script = {}) {
  const served: ServedRequest[] = [];
  let nowMs = AT_MS;
  const period = { host: '*', fromMs: 0, until: '2030-01-01T00:00:00Z' };
  const server = createReplayServer({
    answers: indexAnswers([{ ...COUNT, ...exchange }]),
    faults: fault ? parseFaults('faults.json', JSON.stringify([{ ...period, ...fault }])) : [],
    nowMs: () => nowMs,
    speed: 60,
    onServed: (request) => served.push(request),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createSender({ findKey: () => KEY, userAgent: 'test', endpoint, timeLimitMs: 500 });
  return {
    endpoint,
    served,
    send: (...validators: [Parameters<typeof send>[2]?]) =>
      send(countingSource, COUNT_REQUEST, ...validators),
    setTime: (atMs: number) => void (nowMs = atMs),
  };
}

describe('a replayed answer', () => {
  it('has the recorded body and a tag, whatever the key of the request', async () => {
    const { send, served } = await openReplay();
    const answer = await send();
    expect(answer).toMatchObject({
      kind: 'body',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT',
    });
    expect(answer.kind === 'body' && Buffer.from(answer.body).toString()).toBe('42 and more');
    expect(served).toEqual([
      { atMs: AT_MS, host: 'counts.example', path: '/count', result: '200' },
    ]);
    expect(JSON.stringify(served)).not.toContain(KEY);
  });

  it('is unchanged for a request with its tag', async () => {
    const { send } = await openReplay();
    const answer = await send();
    const etag = answer.kind === 'body' ? answer.etag : null;
    expect(await send({ etag, lastModified: null })).toEqual({ kind: 'unchanged', status: 304 });
    expect(await send({ etag: `"old", W/${etag}`, lastModified: null })).toMatchObject({
      kind: 'unchanged',
    });
    expect(await send({ etag: '"old"', lastModified: null })).toMatchObject({ kind: 'body' });
  });

  it('is missing before it was recorded, and at an address that was not', async () => {
    const { send, setTime, endpoint, served } = await openReplay();
    setTime(Date.parse('2026-11-20T10:59:59Z'));
    expect(await send()).toEqual({ kind: 'absent', status: 404 });
    setTime(AT_MS);
    expect((await fetch(`${endpoint}/counts.example/other`)).status).toBe(404);
    expect((await fetch(`${endpoint}/nothing`)).status).toBe(404);
    expect((await fetch(`${endpoint}/counts.example/count`, { method: 'POST' })).status).toBe(405);
    expect(served.map(({ result }) => result)).toEqual(['404', '404', '404', '405']);
  });

  it('has the recorded status', async () => {
    const { send } = await openReplay({
      exchange: { status: 429, headers: { 'Retry-After': '60' } },
    });
    expect(await send()).toMatchObject({ kind: 'failed', status: 429, retryAfter: '60' });
  });
});

describe('a fault by script', () => {
  it.each([
    [
      { kind: 'status', status: 503, retryAfterSeconds: 30 },
      { kind: 'failed', status: 503, retryAfter: '30' },
    ],
    [{ kind: 'silent' }, { kind: 'failed', status: null, reason: 'no answer in time' }],
    [{ kind: 'cut' }, { kind: 'failed', status: null }],
    [
      { kind: 'slow', delayMs: 5000 },
      { kind: 'failed', reason: 'no answer in time' },
    ],
    [
      { kind: 'slow', delayMs: 50 },
      { kind: 'body', status: 200 },
    ],
    [{ kind: 'html' }, { kind: 'body', status: 200 }],
    [
      { kind: 'silent', host: 'other.example' },
      { kind: 'body', status: 200 },
    ],
  ])('%j is seen by the sender', async (fault, answer) => {
    const { send } = await openReplay({ fault });
    expect(await send()).toMatchObject(answer);
  });

  it('of kind html answers with a page', async () => {
    const { send } = await openReplay({ fault: { kind: 'html' } });
    const answer = await send();
    expect(answer.kind === 'body' && Buffer.from(answer.body).toString()).toMatch(
      /^<!DOCTYPE html/,
    );
  });

  it('does not reach the clock', async () => {
    const { endpoint } = await openReplay({ fault: { kind: 'silent' } });
    const response = await fetch(`${endpoint}/clock`);
    expect(await response.json()).toEqual({ nowMs: AT_MS, speed: 60 });
  });
});

describe('a path', () => {
  it.each([
    ['/a.example/x?y=1', 'https://a.example/x?y=1'],
    ['/A.example/', 'https://a.example/'],
    ['/a.example', undefined],
    ['/', undefined],
    ['/a.example:80/x', undefined],
    ['/user@a.example/x', undefined],
  ])('%s stands for %s', (path, url) => {
    expect(parseAddress(path)?.href).toBe(url);
  });
});
