// A loopback server that answers for the hosts of public sources.
import type { ClockAnswer } from '../../app/server/feeds/public/replayed-clock.server';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  /** Host that the request was for. */
  readonly host: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface SourceServer {
  /** For FEED_ENDPOINT. */
  readonly endpoint: string;
  /** All requests so far, oldest first. */
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

type RespondToRequest = (request: ReceivedRequest, response: ServerResponse) => void;

/** Starts a server; it stops when the test has finished. */
export async function startSourceServer(respond: RespondToRequest): Promise<SourceServer> {
  const server = await openSourceServer(respond);
  onTestFinished(() => server.close());
  return server;
}

/** Starts a server that the caller closes. Without a clock, time is that of the machine. */
export async function openSourceServer(
  respond: RespondToRequest,
  readClock: (() => ClockAnswer) | null = null,
): Promise<SourceServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    if (incoming.url === '/clock')
      return void (readClock
        ? response.end(JSON.stringify(readClock()))
        : response.writeHead(404).end());
    const [, host = '', path = ''] = /^\/([^/]*)(.*)$/.exec(incoming.url ?? '') ?? [];
    const request = { host, path, headers: incoming.headers };
    received.push(request);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
