/**
 * Keeps an account connected: signs in, reads the lists of orders and executions again and again, and
 * follows the stream, which only makes news faster. The account is connected while the lists are answered.
 */
import type { SetTimer } from '../../feeds/pump.server';
import { getLog } from '../../platform/log.server';
import { MINUTE_MS, SECOND_MS } from '../../../trading/domain/time';
import type { FillRow, OrderRow } from './answers';
import { IronbeamError, isExpiredToken } from './http-client.server';
import type { IronbeamApi } from './ironbeam-api.server';
import { OrderStream } from './order-stream.server';

interface LinkListener {
  onUp(): void;
  onDown(reason: string): void;
  onOrders(rows: readonly OrderRow[]): void;
  onFills(rows: readonly FillRow[]): void;
  onLists(orders: readonly OrderRow[], fills: readonly FillRow[]): void;
}

const RETRY_MS = 2 * SECOND_MS;
const RETRY_MS_MAX = MINUTE_MS;
/** Between two readings of the lists, without and with a stream. */
const POLL_MS = 2 * SECOND_MS;
const STREAMED_POLL_MS = 30 * SECOND_MS;
const SOON_MS = SECOND_MS;
/** One reading may fail; the second in a row ends the connection. */
const FAILURES_MAX = 2;

export class IronbeamLink {
  private token: string | null = null;
  private signingIn: Promise<string> | null = null;
  private isOpen = false;
  private isUp = false;
  private stream: OrderStream | null = null;
  private isStreaming = false;
  private failures = 0;
  private isPolling = false;
  private isPollDue = false;
  private retryMs = RETRY_MS;
  private streamRetryMs = RETRY_MS;
  private cancelRetry: () => void = () => undefined;
  private cancelPoll: () => void = () => undefined;
  private cancelStreamRetry: () => void = () => undefined;

  constructor(
    private readonly api: IronbeamApi,
    private readonly listener: LinkListener,
    private readonly setTimer: SetTimer,
  ) {}

  open(): void {
    this.isOpen = true;
    void this.connectAccount();
  }

  close(): void {
    this.isOpen = false;
    this.tearDown();
    this.cancelRetry();
  }

  /** Throws while the account is not connected. */
  async requireToken(): Promise<string> {
    if (!this.isUp) throw new IronbeamError('the account is not connected', 'not sent');
    return this.signingIn ?? this.token ?? this.signIn();
  }

  get isConnected(): boolean {
    return this.isUp;
  }

  /** Reads, and reads again with a new token where the token has expired. */
  async read<T>(call: (token: string) => Promise<T>): Promise<T> {
    const token = await this.requireToken();
    return this.readWith(token, call);
  }

  async readLists(): Promise<readonly FillRow[]> {
    const orders = await this.read((token) => this.api.listOrders(token));
    const fills = await this.read((token) => this.api.listFills(token));
    this.listener.onLists(orders, fills);
    return fills;
  }

  /** After this, no request with the token is applied any more. */
  async endToken(token: string): Promise<void> {
    try {
      await this.api.signOut(token);
    } catch (error) {
      // The token has ended already.
      if (!isExpiredToken(error)) throw error;
    }
    if (this.token === token) {
      await this.signIn();
      this.restartStream();
    }
  }

  /** Reads the lists soon, after an order or a cancellation. */
  pollSoon(): void {
    this.isPollDue = true;
    if (this.isUp && !this.isPolling) this.schedulePoll(SOON_MS);
  }

  /** A token that the broker does not accept any more. */
  async replaceToken(expired: string): Promise<string> {
    return this.token === expired ? this.signIn() : this.requireToken();
  }

  private async readWith<T>(token: string, call: (token: string) => Promise<T>): Promise<T> {
    try {
      return await call(token);
    } catch (error) {
      if (!isExpiredToken(error)) throw error;
      return call(await this.replaceToken(token));
    }
  }

  private signIn(): Promise<string> {
    this.signingIn ??= this.api
      .signIn()
      .then((token) => {
        this.token = token;
        return token;
      })
      .finally(() => {
        this.signingIn = null;
      });
    return this.signingIn;
  }

  private async connectAccount(): Promise<void> {
    try {
      const token = await this.signIn();
      await this.checkAccount(token);
      // Answered lists are part of the connection.
      await this.api.listOrders(token);
      if (!this.isOpen) return;
      this.isUp = true;
      this.failures = 0;
      this.retryMs = RETRY_MS;
      this.streamRetryMs = RETRY_MS;
      this.schedulePoll(POLL_MS);
      void this.openStream();
      this.listener.onUp();
    } catch (error) {
      this.announceLoss(explainConnectError(error));
    }
  }

  private async checkAccount(token: string): Promise<void> {
    if (await this.api.isRealTrader(token))
      throw new IronbeamError('the user trades real money: only demo accounts can be connected');
    const accounts = await this.api.listAccounts(token);
    if (!accounts.includes(this.api.account))
      throw new IronbeamError('the user has another account than that of the connection');
  }

  private announceLoss(reason: string): void {
    if (!this.isOpen) return;
    this.tearDown();
    this.listener.onDown(reason);
    this.cancelRetry = this.setTimer(() => void this.connectAccount(), this.retryMs);
    this.retryMs = Math.min(RETRY_MS_MAX, 2 * this.retryMs);
  }

  private tearDown(): void {
    this.isUp = false;
    this.token = null;
    this.cancelPoll();
    this.closeStream();
  }

  private schedulePoll(ms: number): void {
    this.cancelPoll();
    this.cancelPoll = this.setTimer(() => void this.pollLists(), ms);
  }

  private async pollLists(): Promise<void> {
    this.isPolling = true;
    this.isPollDue = false;
    try {
      await this.readLists();
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      if (this.isUp && this.failures >= FAILURES_MAX) this.announceLoss(getMessage(error));
    } finally {
      this.isPolling = false;
    }
    if (this.isUp) this.schedulePoll(this.getPollMs());
  }

  private getPollMs(): number {
    if (this.isPollDue) return SOON_MS;
    return this.isStreaming && this.failures === 0 ? STREAMED_POLL_MS : POLL_MS;
  }

  private async openStream(): Promise<void> {
    try {
      const url = await this.read((token) => this.api.createStreamUrl(token));
      if (!this.isUp) return;
      this.stream = new OrderStream(url, this.createStreamListener(), this.setTimer);
    } catch (error) {
      this.retryStream(getMessage(error));
    }
  }

  private createStreamListener() {
    return {
      onOpen: () => {
        this.isStreaming = true;
        this.streamRetryMs = RETRY_MS;
        // What happened before it opened.
        this.pollSoon();
      },
      onOrders: (rows: readonly OrderRow[]) => this.listener.onOrders(rows),
      onFills: (rows: readonly FillRow[]) => this.listener.onFills(rows),
      onReset: () => this.pollSoon(),
      onDown: (reason: string) => this.retryStream(reason),
    };
  }

  private retryStream(reason: string): void {
    this.closeStream();
    if (!this.isUp) return;
    getLog().warn({ reason }, 'the stream of the broker ended');
    this.pollSoon();
    this.cancelStreamRetry = this.setTimer(() => void this.openStream(), this.streamRetryMs);
    this.streamRetryMs = Math.min(RETRY_MS_MAX, 2 * this.streamRetryMs);
  }

  private restartStream(): void {
    this.closeStream();
    if (this.isUp) void this.openStream();
  }

  private closeStream(): void {
    this.isStreaming = false;
    this.cancelStreamRetry();
    this.stream?.close();
    this.stream = null;
  }
}

const getMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A rejected sign-in has no text of the server: it might repeat the key. */
function explainConnectError(error: unknown): string {
  return error instanceof IronbeamError && error.kind === 'rejected' && error.status === 401
    ? 'the broker does not accept user and key'
    : getMessage(error);
}
