// The clock of a replay: its pace, and endpoints without one.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ReplayedClockError,
  createReplayedClock,
  fetchReplayedClock,
} from '../../../../app/server/feeds/public/replayed-clock.server';

const START_MS = Date.parse('2026-09-10T16:00:00Z');

async function openClockServer(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/clock') respond(response);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a replayed clock', () => {
  it('starts at its moment and advances both times at its speed', () => {
    let readingMs = 5000;
    const clock = createReplayedClock({ nowMs: START_MS, speed: 60 }, () => readingMs);
    expect([clock.wallMs(), clock.monotonicMs()]).toEqual([START_MS, 0]);
    readingMs += 1000.5;
    expect(clock.wallMs() - START_MS).toBe(60_030);
    expect(clock.monotonicMs()).toBeCloseTo(60_030);
  });

  it('is read from the endpoint', async () => {
    const endpoint = await openClockServer(
      (response) => void response.end(JSON.stringify({ nowMs: START_MS, speed: 0.5 })),
    );
    const clock = await fetchReplayedClock(endpoint);
    expect(clock).toMatchObject({ startMs: START_MS, speed: 0.5 });
    expect(clock?.wallMs()).toBeGreaterThanOrEqual(START_MS);
    expect(clock?.wallMs()).toBeLessThan(START_MS + 60_000);
  });

  it('does not exist where the endpoint has none or nothing listens', async () => {
    const endpoint = await openClockServer((response) => void response.writeHead(404).end());
    expect(await fetchReplayedClock(endpoint)).toBeNull();
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await fetchReplayedClock(`http://127.0.0.1:${port}`)).toBeNull();
  });

  it.each([
    ['another status', (response: ServerResponse) => response.writeHead(503).end()],
    ['a page', (response: ServerResponse) => response.end('<html></html>')],
    ['another shape', (response: ServerResponse) => response.end('{"nowMs":"now","speed":1}')],
    ['a speed of zero', (response: ServerResponse) => response.end('{"nowMs":1,"speed":0}')],
    ['an end without an answer', (response: ServerResponse) => response.destroy()],
  ])('of an endpoint with %s is an error', async (_what, respond) => {
    const endpoint = await openClockServer((response) => void respond(response));
    await expect(fetchReplayedClock(endpoint)).rejects.toThrow(ReplayedClockError);
    await expect(fetchReplayedClock(endpoint)).rejects.toThrow(`${endpoint}/clock`);
  });

  it('of a silent endpoint is an error after two seconds', async () => {
    const endpoint = await openClockServer(() => undefined);
    await expect(fetchReplayedClock(endpoint)).rejects.toThrow('no answer within 2 s');
  });
});
