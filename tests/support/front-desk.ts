// A front with three servers of plain answers in this process.
import { once } from 'node:events';
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as openRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { Directory } from '../../app/models/desks/directory.server';
import { Front } from '../../app/server/desks/front.server';
import { RoutingTable } from '../../app/server/desks/routing-table.server';
import { createServerCookie } from '../../app/server/desks/server-cookie.server';
import { createScratchDir } from './test-database';

export const KEY = Buffer.from('a key of the front for these tests');
export const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];

/** Users by server. */
export const USERS: Readonly<Record<Name, string>> = { a: 'Ann', b: 'Bob', c: 'Cho' };
export const getUserId = (name: Name): string => `id-of-${name}`;
export const getCookie = (name: Name): string =>
  `frontmonth-server=${createServerCookie(getUserId(name), KEY)}`;

interface Received {
  readonly server: Name;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse, server: Name) => void;

export interface FrontAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const listenOnFreePort = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

export class FrontDesk {
  readonly received: Received[] = [];
  readonly down = new Set<Name>();
  /** What servers answer; by default their name. */
  answer: Answer = (_request, response, server) => void response.end(server);
  port = 0;
  private constructor(
    readonly directory: Directory,
    readonly table: RoutingTable,
    readonly front: Front,
    private readonly addresses: Map<Name, string>,
  ) {}

  static async open(silenceMsMax?: number): Promise<FrontDesk> {
    const folder = createScratchDir();
    const [directory, reader] = [Directory.open(folder), Directory.open(folder)];
    for (const name of NAMES) {
      directory.addServer({ name, dataDir: `/srv/${name}`, url: null });
      directory.placeUser({ userId: getUserId(name), username: USERS[name], server: name });
    }
    const addresses = new Map<Name, string>();
    const table = new RoutingTable(reader);
    const front: Front = new Front({
      table,
      key: KEY,
      findAddress: (name) =>
        desk.down.has(name as Name) ? null : (addresses.get(name as Name) ?? null),
      readHealth: () =>
        Promise.resolve({ status: desk.down.size === 0 ? 'ok' : 'degraded', servers: [] }),
      ...(silenceMsMax === undefined ? {} : { silenceMsMax }),
    });
    const desk: FrontDesk = new FrontDesk(directory, table, front, addresses);
    desk.port = await listenOnFreePort(front.server);
    const stops = await Promise.all(NAMES.map((name) => desk.startServer(name)));
    onTestFinished(() => {
      front.stopListening();
      front.closeConnections();
      for (const stop of stops) stop();
      for (const each of [directory, reader]) each.closeFile();
    });
    return desk;
  }

  private async startServer(name: Name): Promise<() => void> {
    const server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      void text(request).then(
        (body) => {
          this.received.push({ server: name, method, url, headers, body });
          this.answer(request, response, name);
        },
        () => undefined,
      );
    });
    const sockets = new WebSocketServer({ server, path: '/ws' });
    sockets.on('connection', (socket) => {
      socket.send(name);
      socket.on('message', (data) => socket.send(`echo of ${String(data)}`));
    });
    this.addresses.set(name, `http://127.0.0.1:${await listenOnFreePort(server)}`);
    return () => {
      sockets.close();
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    };
  }

  /** Makes connections of a server fail. */
  breakServer(name: Name): void {
    this.addresses.set(name, 'http://127.0.0.1:9');
  }

  /** Rejects when the connection breaks before the end of the answer. */
  async send({ method = 'GET', path = '/', headers = {}, body }: Call): Promise<FrontAnswer> {
    const call = openRequest({ port: this.port, host: '127.0.0.1', method, path, headers });
    call.end(body);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    };
  }
}
