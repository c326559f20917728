// A program at the other end of /ws: it keeps what it hears, and waits for what it needs, with a
// bound.
import { request } from 'node:http';
import WebSocket from 'ws';

export interface Heard {
  readonly type: string;
  readonly atMs: number;
  readonly text: string;
  // The shape is what the tests are about.
  readonly body: Record<string, unknown>;
}

const WAIT_MS_MAX = 15_000;
const wsOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

export class SocketClient {
  readonly heard: Heard[] = [];
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
      this.heard.push({ type: String(body['type']), atMs: performance.now(), text, body });
      for (const wake of this.waiting) wake();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      ws.on('close', (code, reason) =>
        resolve({ code, reason: String(reason), atMs: performance.now() }),
      ),
    );
  }

  /** Rejects with the status of a refusal. */
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

  /** The first message that fits, heard already or yet to come. */
  until(fits: (message: Heard) => boolean, what: string): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(null), WAIT_MS_MAX);
      const look = (): void => {
        const found = this.heard.find(fits);
        if (found) finish(found);
      };
      const finish = (found: Heard | null): void => {
        clearTimeout(timer);
        this.waiting.delete(look);
        if (found) resolve(found);
        else
          reject(
            new Error(
              `never heard ${what}; heard ${this.heard.map(({ type }) => type).join(', ')}`,
            ),
          );
      };
      this.waiting.add(look);
      look();
    });
  }

  untilType(type: string): Promise<Heard> {
    return this.until((message) => message.type === type, type);
  }

  /**
   * All that is heard until the server has answered a ping, which comes after everything it had
   * said before.
   */
  async settled(): Promise<readonly Heard[]> {
    await new Promise<void>((resolve) => {
      this.ws.once('pong', () => resolve());
      this.ws.ping();
    });
    return this.heard;
  }

  /** Authenticates and waits for the welcome. */
  async signIn(userId: string): Promise<this> {
    this.send({ type: 'authenticate', userId });
    await this.untilType('authenticated');
    return this;
  }

  end(): void {
    this.ws.terminate();
  }
}

/** How an upgrade is answered: its status and what it says; 101 when it is taken. */
export function upgrade(
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
    const asked = request(`${origin}${path}`, { headers: { ...key, ...headers } });
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
