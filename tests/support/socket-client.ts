// WebSocket client that records messages and waits for them with a timeout.
import { request } from 'node:http';
import WebSocket from 'ws';

export interface ReceivedMessage {
  readonly type: string;
  readonly atMs: number;
  readonly text: string;
  // Tests check the shape.
  readonly body: Record<string, unknown>;
}

const WAIT_MS_MAX = 15_000;
const wsOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

export class SocketClient {
  readonly received: ReceivedMessage[] = [];
  readonly closed: Promise<{
    readonly code: number;
    readonly reason: string;
    readonly atMs: number;
  }>;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly ws: WebSocket) {
    ws.on('message', (data) => {
      const text = String(data);
      const body = JSON.parse(text) as Record<string, unknown>;
      this.received.push({ type: String(body['type']), atMs: performance.now(), text, body });
      for (const check of this.waiting) check();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      ws.on('close', (code, reason) =>
        resolve({ code, reason: String(reason), atMs: performance.now() }),
      ),
    );
  }

  /** Rejects with the HTTP status. */
  static open(
    origin: string,
    headers: Record<string, string> = {},
    path = '/ws',
  ): Promise<SocketClient> {
    const ws = new WebSocket(`${wsOrigin(origin)}${path}`, { headers });
    const client = new SocketClient(ws);
    return new Promise((resolve, reject) => {
      ws.on('open', () => resolve(client));
      ws.on('unexpected-response', (_request, response) => {
        reject(new Error(`refused with ${response.statusCode}`));
        response.resume();
        ws.terminate();
      });
      ws.on('error', reject);
    });
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** First matching message, received before or later. */
  waitFor(isMatch: (message: ReceivedMessage) => boolean, what: string): Promise<ReceivedMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(null), WAIT_MS_MAX);
      const checkMessages = (): void => {
        const found = this.received.find(isMatch);
        if (found) finish(found);
      };
      const finish = (found: ReceivedMessage | null): void => {
        clearTimeout(timer);
        this.waiting.delete(checkMessages);
        if (found) resolve(found);
        else
          reject(
            new Error(
              `${what} not received; received ${this.received.map(({ type }) => type).join(', ')}`,
            ),
          );
      };
      this.waiting.add(checkMessages);
      checkMessages();
    });
  }

  waitForType(type: string): Promise<ReceivedMessage> {
    return this.waitFor((message) => message.type === type, type);
  }

  /** All messages up to the pong, which follows everything sent before. */
  async receiveAll(): Promise<readonly ReceivedMessage[]> {
    await new Promise<void>((resolve) => {
      this.ws.once('pong', () => resolve());
      this.ws.ping();
    });
    return this.received;
  }

  /** Authenticates and waits for confirmation. */
  async signIn(userId: string): Promise<this> {
    this.send({ type: 'authenticate', userId });
    await this.waitForType('authenticated');
    return this;
  }

  terminate(): void {
    this.ws.terminate();
  }
}

/** Status and text of an upgrade response; 101 when accepted. */
export function requestUpgrade(
  origin: string,
  headers: Record<string, string>,
  path = '/ws',
): Promise<{ readonly status: number; readonly text: string }> {
  const key = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return new Promise((resolve, reject) => {
    const upgradeRequest = request(`${origin}${path}`, { headers: { ...key, ...headers } });
    upgradeRequest.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    upgradeRequest.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    upgradeRequest.on('error', reject);
    upgradeRequest.end();
  });
}
