// The stream of orders and executions. What it misses, the lists have.
import WebSocket from 'ws';
import type { SetTimer } from '../../feeds/pump.server';
import { SECOND_MS } from '../../../trading/domain/time';
import { type FillRow, type OrderRow, StreamSchema } from './answers';
import { ANSWER_MS_MAX } from './http-client.server';

/** After `onDown` nothing follows. */
interface StreamListener {
  onOpen(): void;
  onOrders(rows: readonly OrderRow[]): void;
  onFills(rows: readonly FillRow[]): void;
  /** The account changed, or the trading day turned: the lists are to be read again. */
  onReset(): void;
  onDown(reason: string): void;
}

/** The broker sends a ping each 5 s. */
const SILENT_MS_MAX = 15 * SECOND_MS;
const MESSAGE_BYTES_MAX = 8_000_000;

export class OrderStream {
  private readonly socket: WebSocket;
  private isDown = false;
  private cancelTimer: () => void = () => undefined;

  constructor(
    url: string,
    private readonly listener: StreamListener,
    private readonly setTimer: SetTimer,
  ) {
    this.socket = new WebSocket(url, {
      handshakeTimeout: ANSWER_MS_MAX,
      maxPayload: MESSAGE_BYTES_MAX,
      followRedirects: false,
      perMessageDeflate: false,
    });
    this.socket.on('open', () => {
      if (!this.isDown) listener.onOpen();
    });
    this.socket.on('message', (data) => this.receiveMessage(toText(data)));
    this.socket.on('error', ({ message }) => this.endStream(message));
    this.socket.on('close', () => this.endStream('the stream was closed'));
    this.watchSilence();
  }

  close(): void {
    this.isDown = true;
    this.cancelTimer();
    this.socket.terminate();
  }

  private watchSilence(): void {
    this.cancelTimer();
    this.cancelTimer = this.setTimer(() => this.endStream('the stream was silent'), SILENT_MS_MAX);
  }

  private receiveMessage(text: string): void {
    if (this.isDown) return;
    this.watchSilence();
    const parsed = parseMessage(text);
    if (!parsed?.success) return this.endStream('the stream sent a message that cannot be read');
    const { o: orders, f: fills, r: reset } = parsed.data;
    if (fills) this.listener.onFills(fills);
    if (orders) this.listener.onOrders(orders);
    if (reset != null) this.listener.onReset();
  }

  private endStream(reason: string): void {
    if (this.isDown) return;
    this.close();
    this.listener.onDown(reason);
  }
}

const toText = (data: WebSocket.RawData): string =>
  Array.isArray(data)
    ? Buffer.concat(data).toString('utf8')
    : Buffer.from(data as Buffer).toString('utf8');

/** Null for a text that is not JSON. */
function parseMessage(text: string): ReturnType<typeof StreamSchema.safeParse> | null {
  try {
    return StreamSchema.safeParse(JSON.parse(text));
  } catch {
    return null;
  }
}
