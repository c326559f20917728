// The front of many servers: an HTTP and WebSocket proxy that finds the server of a user by a cookie,
// and at a sign-in by the user name.
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ProxyServer } from 'http-proxy-3';
import { buildHref, findAppPath } from '../../contracts/base-path';
import { connectionOptions, limitConnections } from '../http/connections.js';
import { isLoopback } from '../http/ip-address.server';
import { canReadMetrics } from '../http/metrics.server';
import { isTrustedPeer } from '../http/request-address.server';
import { chooseRequestId } from '../http/request-id.server';
import { endAfterBody } from '../http/unread-body.js';
import { rejectUpgrade } from '../live/reject-upgrade.server';
import { getLog } from '../platform/log.server';
import { runInRequest } from '../platform/request-scope.server';
import { findClientAddress, getPeer, replaceForwardedHeaders } from './forwarded-headers.server';
import {
  type FrontFault,
  RETRY_SECONDS,
  SERVER_DOWN,
  sendFault,
  sendJson,
  sendServerError,
} from './front-answers.server';
import { type FrontHealth, buildHealthPath } from './front-health.server';
import {
  RequestRouter,
  type Route,
  type RouterOptions,
  type Target,
} from './request-router.server';
import { buildServerCookieHeader, buildServerCookieRemoval } from './server-cookie.server';
import { findSessionChange } from './session-cookie-change.server';

/** A server that sends nothing for so long has failed. */
const SILENCE_MS_MAX = 30_000;
/** Less than servers keep idle connections, so that none is closed under a request. */
const IDLE_MS = 30_000;
/** A client that does not close its side of a closed socket. */
const HALF_OPEN_MS = 5_000;

const METRICS_PATH = /^\/front\/servers\/([a-z0-9-]+)\/metrics$/;

interface FrontOptions extends RouterOptions {
  readonly readHealth: () => Promise<FrontHealth>;
  /** Time without an answer after which a request fails. */
  readonly silenceMsMax?: number;
}

interface UserSocket {
  readonly userId: string;
  readonly server: string;
}

export class Front {
  readonly server: Server;
  private readonly proxy: ProxyServer;
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  /** Routes of requests under way. */
  private readonly routes = new WeakMap<IncomingMessage, Route>();
  /** Requests whose server has started to answer. */
  private readonly answered = new WeakSet<IncomingMessage>();
  private readonly router: RequestRouter;
  private readonly sockets = new Map<Duplex, UserSocket | null>();
  private readonly silenceMsMax: number;

  constructor(private readonly options: FrontOptions) {
    this.router = new RequestRouter(options);
    this.silenceMsMax = options.silenceMsMax ?? SILENCE_MS_MAX;
    this.proxy = new ProxyServer({
      agent: this.agent,
      proxyTimeout: this.silenceMsMax,
      // The path of the request as it is.
      toProxy: true,
    });
    this.proxy.on('proxyRes', (response, request, clientResponse) =>
      this.handleResponse(response, request, clientResponse),
    );
    this.proxy.on('proxyReqWs', (upstream, request, socket) =>
      this.watchSocket(upstream, request, socket),
    );
    // Of client sockets; those of servers have handlers of their own.
    this.proxy.on('error', (error) => getLog().debug({ err: error }, 'a connection failed'));
    this.server = createServer(connectionOptions(), (request, response) =>
      this.handleRequest(request, response),
    );
    limitConnections(this.server, {
      filesEach: 2,
      isShared: (address: string | undefined) =>
        isLoopback(address ?? null) || isTrustedPeer(address ?? null),
    });
    this.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.handleUpgrade(request, socket, head),
    );
  }

  /** Closes the sockets of users who are, or are being, moved: they open again at the new server. */
  closeMovedSockets(): void {
    for (const [socket, user] of this.sockets) {
      if (user === null) continue;
      const place = this.options.table.findById(user.userId);
      if (place?.server !== user.server || place.movingTo !== null) socket.destroy();
    }
  }

  /** Takes no more connections, and ends the idle ones. */
  stopListening(): void {
    this.server.close();
    this.server.closeIdleConnections();
  }

  closeConnections(): void {
    for (const socket of this.sockets.keys()) socket.destroy();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { id: requestId, address } = openForwarding(request, false);
    void runInRequest({ requestId }, async () => {
      endAfterBody(request, response);
      try {
        await this.answerRequest(request, response, address);
      } catch (error) {
        this.handleFailure(request, response, error);
      }
    });
  }

  private handleFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    // The client has left.
    if (request.destroyed && !request.complete) return;
    getLog().error({ err: error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sendServerError(request, response);
  }

  private async answerRequest(
    request: IncomingMessage,
    response: ServerResponse,
    address: string | null,
  ): Promise<void> {
    this.router.readDirectory();
    const path = findAppPath(request.url ?? '');
    const needsAll = path === buildHealthPath('readyz');
    if (needsAll || path === buildHealthPath('healthz'))
      return this.answerHealth(request, response, address, needsAll);
    const metricsOf = METRICS_PATH.exec(path ?? '')?.[1];
    if (metricsOf !== undefined) return this.passMetrics(request, response, metricsOf);
    const target = await this.router.findTarget(request, address);
    if ('error' in target) return sendFault(request, response, target);
    this.passRequest(request, response, target);
  }

  /** Figures of one server at a fixed path; the server decides who may read them. */
  private passMetrics(request: IncomingMessage, response: ServerResponse, server: string): void {
    const target = this.router.findTargetByName(server);
    if ('error' in target) return sendFault(request, response, target);
    request.url = buildHref('/metrics');
    this.passRequest(request, response, target);
  }

  private passRequest(
    request: IncomingMessage,
    response: ServerResponse,
    { route, address }: Target,
  ): void {
    this.routes.set(request, route);
    this.proxy.web(
      request,
      response,
      {
        target: address,
        headers: { connection: 'keep-alive' },
        ...(route.body ? { buffer: route.body } : {}),
      },
      (error) => {
        // What follows the start of an answer ends with it.
        if (this.answered.has(request) || response.headersSent || response.destroyed) return;
        this.router.recordFailure(route, error);
        sendFault(request, response, SERVER_DOWN);
      },
    );
  }

  private handleUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { id: requestId, address } = openForwarding(request, true);
    void runInRequest({ requestId }, async () => {
      try {
        this.router.readDirectory();
        const target = this.router.findSocketTarget(request, address);
        if ('error' in target) rejectSocket(socket, target);
        else this.passSocket(request, socket, head, target);
      } catch (error) {
        getLog().error({ err: error }, 'a socket could not be opened');
        socket.destroy();
      }
    });
  }

  private passSocket(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    { route, address }: Target,
  ): void {
    const { place } = route;
    this.sockets.set(socket, place && { userId: place.userId, server: place.server });
    socket.once('close', () => this.sockets.delete(socket));
    // A connection of its own for each socket.
    this.proxy.ws(request, socket, head, { target: address, agent: undefined }, (error) => {
      if (this.answered.has(request) || socket.destroyed) return;
      this.router.recordFailure(route, error);
      rejectSocket(socket, SERVER_DOWN);
    });
  }

  /** The proxy watches a socket only after its server has opened it. */
  private watchSocket(upstream: ClientRequest, request: IncomingMessage, socket: Socket): void {
    const cancelUpgrade = (): void => void upstream.destroy();
    upstream.setTimeout(this.silenceMsMax, cancelUpgrade);
    socket.once('close', cancelUpgrade);
    upstream.once('response', () => this.answered.add(request));
    upstream.once('upgrade', (_response, serverSocket: Socket) => {
      this.answered.add(request);
      socket.off('close', cancelUpgrade);
      serverSocket.once('close', () => {
        setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref();
      });
    });
  }

  private handleResponse(
    response: IncomingMessage,
    request: IncomingMessage,
    clientResponse: ServerResponse,
  ): void {
    this.answered.add(request);
    const { headers } = response;
    if (headers.connection?.toLowerCase() !== 'close') delete headers.connection;
    const cookies = headers['set-cookie'] ?? [];
    const { place = null } = this.routes.get(request) ?? {};
    const change = findSessionChange(cookies);
    if (change === 'started' && place)
      headers['set-cookie'] = [...cookies, buildServerCookieHeader(place.userId, this.options.key)];
    // The next user of this browser may have another server.
    if (change === 'ended') headers['set-cookie'] = [...cookies, buildServerCookieRemoval()];
    response.once('close', () => {
      if (!response.complete) clientResponse.destroy();
    });
  }

  /** Names of servers and numbers of users are for those who may read the metrics. */
  private async answerHealth(
    request: IncomingMessage,
    response: ServerResponse,
    address: string | null,
    needsAll: boolean,
  ): Promise<void> {
    const health = await this.options.readHealth();
    const isAllowed = canReadMetrics(request.headers.authorization ?? null, address);
    const status = needsAll && health.status !== 'ok' ? 503 : 200;
    sendJson(request, response, status, isAllowed ? health : { status: health.status });
  }
}

const rejectSocket = (socket: Socket, { error }: FrontFault): void =>
  rejectUpgrade(socket, { status: 503, text: error, retryAfterSeconds: RETRY_SECONDS });

/** Sets the headers that servers take from the front. */
function openForwarding(
  request: IncomingMessage,
  isUpgrade: boolean,
): { readonly id: string; readonly address: string | null } {
  const proposed = request.headers['x-request-id'];
  const id = chooseRequestId(getPeer(request), typeof proposed === 'string' ? proposed : null);
  const address = findClientAddress(request);
  replaceForwardedHeaders(request, id, isUpgrade);
  return { id, address };
}
