import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSender } from '../../../../app/server/feeds/public/egress.server';
import { COUNT_REQUEST, countingSource } from '../../../support/counting-source';
import {
  type ReceivedRequest,
  openSourceServer,
  startSourceServer,
} from '../../../support/source-server';

const KEY = 'secret+key/1';

async function openSender(
  respond: (request: ReceivedRequest, response: ServerResponse) => void,
  timeLimitMs?: number,
) {
  const server = await startSourceServer(respond);
  const send = createSender({
    findKey: () => KEY,
    userAgent: 'Frontmonth/test (someone@example.com)',
    endpoint: server.endpoint,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
  });
  return {
    server,
    send: (validators?: Parameters<typeof send>[2]) =>
      send(countingSource, COUNT_REQUEST, validators),
  };
}

const respondWith =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  (_: ReceivedRequest, response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body);

describe('a request to a source', () => {
  it('names the product, sends the key and returns the body with its validators', async () => {
    const { server, send } = await openSender(
      respondWith(200, { etag: '"1"', 'last-modified': 'Tue, 24 Nov 2026 00:00:00 GMT' }, '42'),
    );
    expect(await send()).toEqual({
      kind: 'body',
      status: 200,
      body: Buffer.from('42'),
      etag: '"1"',
      lastModified: 'Tue, 24 Nov 2026 00:00:00 GMT',
    });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      host: 'counts.example',
      path: '/count?api_key=secret%2Bkey%2F1',
      headers: { 'user-agent': 'Frontmonth/test (someone@example.com)', 'x-key': KEY },
    });
  });

  it('asks for changes only, and reports that there are none', async () => {
    const { server, send } = await openSender(respondWith(304));
    expect(await send({ etag: '"1"', lastModified: 'x' })).toEqual({
      kind: 'unchanged',
      status: 304,
    });
    expect(server.received[0]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'x',
    });
  });

  it('removes the key from an answer that echoes it, in every form', async () => {
    const echo = JSON.stringify({ key: KEY, url: encodeURIComponent(KEY), value: 'naïve' });
    const { send } = await openSender(respondWith(200, {}, echo));
    const answer = await send();
    expect(answer.kind === 'body' && Buffer.from(answer.body).toString()).toBe(
      '{"key":"REDACTED","url":"REDACTED","value":"naïve"}',
    );
  });

  it.each([
    ['base64', Buffer.from(KEY).toString('base64')],
    ['base64 with a user name', Buffer.from(`me:${KEY}`).toString('base64')],
    ['base64 for addresses', Buffer.from(`a${KEY}??`).toString('base64url')],
    ['JSON with escaped slashes', KEY.replace('/', '\\/')],
    ['digits in lower case', encodeURIComponent(KEY).toLowerCase()],
  ])('removes the key from %s', async (_, echo) => {
    const { send } = await openSender(respondWith(200, {}, `<p>${echo}</p>`));
    const answer = await send();
    const text = answer.kind === 'body' ? Buffer.from(answer.body).toString() : '';
    expect(text).toContain('REDACTED');
    // What remains of base64 are digits that other characters share.
    expect(text.replace('REDACTED', '').length).toBeLessThanOrEqual('<p></p>'.length + 8);
  });

  it('brings the body of a refusal, without the key', async () => {
    const { send } = await openSender(respondWith(403, {}, `${KEY} is not valid`));
    const answer = await send();
    const body = answer.kind === 'refused' ? answer.body : undefined;
    expect(Buffer.from(body ?? '').toString()).toBe('REDACTED is not valid');
    const endless = await openSender((_, response) => void response.writeHead(400).write('4'), 300);
    expect(await endless.send()).toEqual({ kind: 'refused', status: 400, reason: 'status 400' });
  });

  it('takes no header that repeats the key', async () => {
    const headers = { etag: `"${KEY}"`, 'last-modified': encodeURIComponent(KEY) };
    const { send } = await openSender(respondWith(200, headers, '7'));
    expect(await send()).toMatchObject({ etag: null, lastModified: null });
    const busy = await openSender(respondWith(503, { 'retry-after': KEY }));
    expect(await busy.send()).toMatchObject({ kind: 'failed', retryAfter: null });
  });

  it('names no host that repeats the key', async () => {
    const key = 'Key-4711-Canary';
    const server = await startSourceServer(
      respondWith(302, { location: `https://${key}.example/` }),
    );
    const settings = { findKey: () => key, userAgent: 'x', endpoint: server.endpoint };
    expect(await createSender(settings)(countingSource, COUNT_REQUEST)).toMatchObject({
      reason: expect.stringMatching(/^REDACTED\.example is no host/) as string,
    });
  });

  it('follows a redirect to a host of the source without the key', async () => {
    const { server, send } = await openSender(({ host }, response) =>
      host === 'counts.example'
        ? response.writeHead(302, { location: 'https://more.example/there' }).end()
        : response.end('7'),
    );
    expect(await send()).toMatchObject({ kind: 'body', body: Buffer.from('7') });
    expect(server.received[1]).toMatchObject({ host: 'more.example', path: '/there' });
    expect(server.received[1]?.headers['x-key']).toBeUndefined();
  });

  it.each([
    ['to another host', 'https://evil.example/', /evil.example is no host of Counts/],
    ['to plain http', 'http://more.example/', /not https/],
    ['to another port', 'https://more.example:8443/', /names a port/],
    ['with a user name', 'https://me@more.example/', /names a port or a user/],
    ['to itself for ever', 'https://counts.example/count', /more than 2 redirects/],
  ])('does not follow a redirect %s', async (_, location, reason) => {
    const { server, send } = await openSender(respondWith(302, { location }));
    expect(await send()).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason) as string,
    });
    expect(server.received.every(({ host }) => host === 'counts.example')).toBe(true);
    expect(server.received.length).toBeLessThanOrEqual(3);
  });

  it('gives up an answer that does not end in time', async () => {
    const { send } = await openSender((_, response) => void response.write('4'), 300);
    expect(await send()).toEqual({
      kind: 'failed',
      status: null,
      reason: 'no answer in time',
      retryAfter: null,
    });
  });

  it.each([
    ['a plain body', {}, Buffer.alloc(9 * 2 ** 20)],
    ['a small body that unpacks', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2 ** 26))],
  ])('stops reading at 8 MB of %s', async (_, headers, body) => {
    const { send } = await openSender(respondWith(200, headers, body));
    expect(await send()).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/larger than 8 MB/) as string,
    });
  });

  it.each([
    [404, 'absent'],
    [410, 'absent'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ])('takes status %i as %s', async (status, kind) => {
    const { send } = await openSender(respondWith(status, { 'retry-after': '30' }));
    const answer = await send();
    expect(answer).toMatchObject({ kind, status });
    if (answer.kind === 'failed') expect(answer.retryAfter).toBe('30');
  });

  it('fails with the cause when nothing listens, without the key', async () => {
    const closed = await openSourceServer(() => undefined);
    await closed.close();
    const { endpoint } = closed;
    const send = createSender({ findKey: () => KEY, userAgent: 'x', endpoint });
    const answer = await send(countingSource, COUNT_REQUEST);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'the host accepts no connection' });
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it('fails when the connection breaks in the middle of the body', async () => {
    const { send } = await openSender((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('4', () => response.destroy());
    });
    expect(await send()).toMatchObject({ kind: 'failed', status: null });
  });
});
