/** The double of Ironbeam on loopback: its web API and its stream. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { SECOND_MS } from '../../../trading/domain/time';
import type { Gateway } from '../gateway';
import type { GatewayContract, GatewayNews } from '../gateway-types';
import { type Answer, type ReceivedRequest, Routes, type Trader, buildFailure } from './routes';
import { buildFillRow, buildOrderRow, shortenFill, shortenOrder } from './rows';

/** What a fault may do with one request. */
export interface Exchange {
  /** The broker handles the request; its answer is not sent yet. */
  handle(): Answer;
  /** Checks the token now; the returned function handles the request whenever it is called. */
  authorize(): () => Answer;
  send(answer: Answer): void;
  sendText(status: number, text: string): void;
  cut(): void;
}

export interface ApiFault {
  /** Replaces the answer to a request. */
  readonly answer?: (request: ReceivedRequest, exchange: Exchange) => void;
  /** Replaces the sending of a message of the stream. */
  readonly deliver?: (message: object, send: (text: string) => void, cut: () => void) => void;
}

interface ApiServerOptions {
  readonly gateway: Gateway;
  readonly contracts: readonly GatewayContract[];
  readonly trader: Trader;
  /** 0 for any free port. */
  readonly port: number;
  /** Read for each request and message, so that it may change while clients are connected. */
  readonly getFault?: () => ApiFault;
  /** Between two pings of the stream. Defaults to that of the broker. */
  readonly pingMs?: number;
}

const LOOPBACK = '127.0.0.1';
const BASE = '/v2';
const PING_MS = 5 * SECOND_MS;
const BODY_BYTES_MAX = 100_000;

export class IronbeamServer {
  readonly routes: Routes;
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly clients = new Set<WebSocket>();
  private readonly pings: NodeJS.Timeout;
  private readonly unsubscribe: () => void;

  private constructor(
    private readonly options: ApiServerOptions,
    private readonly server: Server,
  ) {
    this.routes = new Routes(options);
    server.on('request', (request, response) => void this.serveRequest(request, response));
    server.on('upgrade', (request, socket, head) => {
      const url = readUrl(request);
      const isKnown =
        this.routes.isSignedIn(url.searchParams.get('token') ?? '') &&
        this.routes.useStream(url.pathname.slice(`${BASE}/stream/`.length));
      if (!isKnown) return socket.destroy();
      this.sockets.handleUpgrade(request, socket, head, (client) => this.serveStream(client));
    });
    this.unsubscribe = options.gateway.addListener((news) => this.reportNews(news));
    this.pings = setInterval(
      () => this.broadcastMessage({ p: { ping: 'ping' } }),
      options.pingMs ?? PING_MS,
    );
    this.pings.unref();
  }

  static async openServer(options: ApiServerOptions): Promise<IronbeamServer> {
    const server = createServer();
    const apiServer = new IronbeamServer(options, server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, LOOPBACK, resolve);
    });
    return apiServer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The text by which the desk connects. */
  get connectionText(): string {
    const { gateway, trader } = this.options;
    return `ironbeam:${gateway.account}:${trader.user}:${trader.key}@${LOOPBACK}:${this.port}`;
  }

  /** Cuts all connections; new ones are accepted. */
  dropConnections(): void {
    this.cutStreams();
    this.server.closeAllConnections();
  }

  cutStreams(): void {
    for (const client of this.clients) client.terminate();
  }

  broadcastMessage(message: object): void {
    for (const client of this.clients) this.deliverMessage(client, message);
  }

  close(): Promise<void> {
    clearInterval(this.pings);
    this.unsubscribe();
    this.dropConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async serveRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = readUrl(request);
    const body = await readBody(request);
    if (body === null || !url.pathname.startsWith(BASE)) return void response.destroy();
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname.slice(BASE.length),
      query: url.searchParams,
      token: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
      body,
    };
    const exchange = this.createExchange(received, response);
    const { answer } = this.getFault();
    if (answer) answer(received, exchange);
    else exchange.send(exchange.handle());
  }

  private createExchange(received: ReceivedRequest, response: ServerResponse): Exchange {
    const sendText = (status: number, text: string): void => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    };
    return {
      handle: () => this.answerRequest(received),
      authorize: () => {
        const isAuthorized = this.routes.isSignedIn(received.token);
        return () =>
          isAuthorized ? this.routes.answerAuthorized(received) : this.answerRequest(received);
      },
      send: ({ status, body }) => sendText(status, JSON.stringify(body)),
      sendText,
      cut: () => void response.destroy(),
    };
  }

  /** A body that is not JSON is a bad request. */
  private answerRequest(received: ReceivedRequest): Answer {
    try {
      return this.routes.answerRequest(received);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
      return buildFailure(400, 'Bad Request');
    }
  }

  private serveStream(client: WebSocket): void {
    const { gateway } = this.options;
    this.clients.add(client);
    client.on('close', () => this.clients.delete(client));
    // The close that follows an error ends the stream.
    client.on('error', () => undefined);
    const executions = gateway.listExecutions();
    const toRow = (execution: (typeof executions)[number]) =>
      shortenFill(buildFillRow(gateway.account, execution));
    this.deliverMessage(client, { f: executions.map(toRow) });
  }

  private reportNews(news: GatewayNews): void {
    const { account } = this.options.gateway;
    if (news.type === 'order')
      this.broadcastMessage({ o: [shortenOrder(buildOrderRow(account, news.order))] });
    if (news.type === 'execution')
      this.broadcastMessage({ f: [shortenFill(buildFillRow(account, news.execution))] });
  }

  private deliverMessage(client: WebSocket, message: object): void {
    const send = (text: string): void => {
      if (client.readyState === client.OPEN) client.send(text);
    };
    const { deliver } = this.getFault();
    if (deliver) deliver(message, send, () => client.terminate());
    else send(JSON.stringify(message));
  }

  private getFault(): ApiFault {
    return this.options.getFault?.() ?? {};
  }
}

const readUrl = ({ url }: IncomingMessage): URL => new URL(url ?? '/', `http://${LOOPBACK}`);

/** Null for a body that is cut or too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
