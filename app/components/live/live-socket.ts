// Client side of the live link: authentication, retry and message order. Independent of browser
// APIs.
import type { DeskDto } from '../../contracts/messages';

import { buildDesk, parseMessage } from './live-messages';
import type { PortfolioUpdate, PositionUpdate } from '../../contracts/api/socket';

/**
 * Freshness of the figures: `live` over the socket, `polling` by page reloads, `static` as loaded.
 */
export type LivePhase = 'static' | 'connecting' | 'live' | 'polling' | 'offline';

export interface LiveState {
  readonly phase: LivePhase;
  readonly desk: DeskDto | null;
  /**
   * Incremented when loaders must reload at once: after a reconnect, a change of account, or the
   * end of the session.
   */
  readonly reloads: number;
  /** True once the server has another version than the page: its answers may not fit the scripts. */
  readonly isOutdated: boolean;
}

export interface Connection {
  send(text: string): void;
  close(): void;
}

export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** Browser functions that the link uses. */
export interface LiveEnvironment {
  open(events: ConnectionEvents): Connection;
  /** Runs the callback after a delay; returns a function that cancels it. */
  schedule(callback: () => void, ms: number): () => void;
  nowMs(): number;
  /** 0 to 1. */
  random(): number;
  isOnline(): boolean;
  /** Version of the server that rendered the page; null if it named none. */
  readonly pageVersion: string | null;
  /** Logs a lost channel, once until it is back. */
  logDisconnect(code: number): void;
}

const PUBLISH_INTERVAL_MS = 3_000;
const RETRY_MS = 30_000;
const RETRY_MS_MAX = 120_000;
const REAUTHENTICATE_MS = 3_000;
const HIDDEN_GRACE_MS = 60_000;
/** The server sends at least two messages a minute, so a longer silence means a dead link. */
const SILENCE_MS = 75_000;
const SESSION_ENDED = 4401;
const ABNORMAL_CLOSURE = 1006;

/** Exponential back-off, half of it random, so that many pages do not reconnect at once. */
export const computeRetryDelayMs = (attempts: number, randomFraction: number): number =>
  Math.min(RETRY_MS * 2 ** attempts, RETRY_MS_MAX) * (0.5 + randomFraction / 2);

type Timer = 'retry' | 'authenticate' | 'hidden' | 'show' | 'silence';

export class LiveSocket {
  private state: LiveState = { phase: 'connecting', desk: null, reloads: 0, isOutdated: false };
  private connection: Connection | null = null;
  private readonly timers = new Map<Timer, () => void>();
  private attempts = 0;
  /** No connection while the page is hidden or left, nor after the server rejected the user id. */
  private isPaused = false;
  private isRejected = false;
  private wasDisconnected = false;
  private hasLoggedDisconnect = false;
  private portfolio: PortfolioUpdate | null = null;
  private positions: PositionUpdate | null = null;
  /** Number of authentications. After a server restart lower sequence numbers can be newer. */
  private authenticationCount = 0;
  private latest: { readonly desk: DeskDto; readonly authenticationCount: number } | null = null;
  private shownAuthenticationCount = 0;
  private shownMs = -Infinity;

  constructor(
    private readonly userId: string,
    private readonly environment: LiveEnvironment,
    private readonly onChange: (state: LiveState) => void,
  ) {}

  private setState(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(this.state);
  }

  private setPhase(phase: LivePhase): void {
    if (phase !== this.state.phase) this.setState({ phase });
  }

  private setTimer(timer: Timer, ms: number, callback: () => void): void {
    this.cancelTimer(timer);
    this.timers.set(
      timer,
      this.environment.schedule(() => {
        this.timers.delete(timer);
        callback();
      }, ms),
    );
  }

  private cancelTimer(timer: Timer): void {
    this.timers.get(timer)?.();
    this.timers.delete(timer);
  }

  /** Connects unless connected, paused or rejected. */
  connect(): void {
    if (this.connection || this.isPaused || this.isRejected) return;
    this.cancelTimer('retry');
    const connection: Connection = this.environment.open({
      onOpen: () => this.isCurrent(connection) && this.authenticate(),
      onText: (text) => this.isCurrent(connection) && this.handleMessage(text),
      onClose: (code) => this.isCurrent(connection) && this.onConnectionLost(code),
    });
    this.connection = connection;
    this.setTimer('silence', SILENCE_MS, () => this.dropSilentConnection());
  }

  private isCurrent(connection: Connection): boolean {
    return this.connection === connection;
  }

  private authenticate(): void {
    this.connection?.send(JSON.stringify({ type: 'authenticate', userId: this.userId }));
  }

  private handleMessage(text: string): void {
    this.setTimer('silence', SILENCE_MS, () => this.dropSilentConnection());
    const message = parseMessage(text);
    if (!message) return;
    if (message.type === 'authenticated')
      return this.isOtherVersion(message.version) ? this.endOldPage() : this.onAuthenticated();
    // Delayed, because repeated requests could otherwise loop without end.
    if (message.type === 'auth_required')
      return this.setTimer('authenticate', REAUTHENTICATE_MS, () => this.authenticate());
    if (message.type === 'auth_error') return this.onAuthError();
    if (message.type === 'PORTFOLIO_UPDATE') this.portfolio = message;
    else if (message.type === 'POSITION_UPDATE') this.positions = message;
    const desk = buildDesk(this.portfolio, this.positions);
    if (desk) this.queueDesk(desk);
  }

  private onAuthenticated(): void {
    this.attempts = 0;
    this.hasLoggedDisconnect = false;
    this.authenticationCount += 1;
    this.cancelTimer('authenticate');
    const reloads = this.state.reloads + (this.wasDisconnected ? 1 : 0);
    this.wasDisconnected = false;
    this.setState({ phase: 'live', reloads });
  }

  private isOtherVersion(version: unknown): boolean {
    const { pageVersion } = this.environment;
    return typeof version === 'string' && pageVersion !== null && version !== pageVersion;
  }

  /** The page shows what it has and its notice: its scripts may not fit the new server. */
  private endOldPage(): void {
    this.isRejected = true;
    this.closeConnection();
    this.setState({ phase: 'static', isOutdated: true });
  }

  private onAuthError(): void {
    this.isRejected = true;
    this.closeConnection();
    this.setPhase(this.getDisconnectedPhase());
  }

  private getDisconnectedPhase(): LivePhase {
    return this.environment.isOnline() ? 'polling' : 'offline';
  }

  private onConnectionLost(code: number): void {
    this.closeConnection();
    this.wasDisconnected = true;
    if (!this.hasLoggedDisconnect) this.environment.logDisconnect(code);
    this.hasLoggedDisconnect = true;
    this.setState({
      phase: this.getDisconnectedPhase(),
      reloads: this.state.reloads + (code === SESSION_ENDED ? 1 : 0),
    });
    if (this.isPaused || !this.environment.isOnline()) return;
    this.setTimer('retry', computeRetryDelayMs(this.attempts, this.environment.random()), () =>
      this.connect(),
    );
    this.attempts += 1;
  }

  /** Drops a silent connection, whose close event may never arrive. */
  private dropSilentConnection(): void {
    this.onConnectionLost(ABNORMAL_CLOSURE);
  }

  private closeConnection(): void {
    const connection = this.connection;
    this.connection = null;
    this.portfolio = null;
    this.positions = null;
    this.cancelTimer('authenticate');
    this.cancelTimer('silence');
    connection?.close();
  }

  /** Publishes the latest value at most once in three seconds. */
  private queueDesk(desk: DeskDto): void {
    this.latest = { desk, authenticationCount: this.authenticationCount };
    this.setTimer(
      'show',
      Math.max(0, this.shownMs + PUBLISH_INTERVAL_MS - this.environment.nowMs()),
      () => this.publishDesk(),
    );
  }

  private publishDesk(): void {
    const { desk: previous, reloads } = this.state;
    if (!this.latest) return;
    const { desk, authenticationCount } = this.latest;
    if (
      previous &&
      authenticationCount === this.shownAuthenticationCount &&
      desk.asOfSeq <= previous.asOfSeq
    )
      return;
    this.shownAuthenticationCount = authenticationCount;
    this.shownMs = this.environment.nowMs();
    const isOtherAccount =
      previous !== null && (previous.mode !== desk.mode || previous.epoch !== desk.epoch);
    this.setState({ desk, reloads: reloads + (isOtherAccount ? 1 : 0) });
  }

  /** Page hidden: pauses after a grace period. */
  onPageHidden(): void {
    this.setTimer('hidden', HIDDEN_GRACE_MS, () => this.onPageLeft());
  }

  /** Page left; it may return from the back/forward cache. */
  onPageLeft(): void {
    this.close();
    this.wasDisconnected = true;
    this.setPhase(this.getDisconnectedPhase());
  }

  /** Closes the connection and cancels all timers. */
  close(): void {
    this.isPaused = true;
    for (const timer of [...this.timers.keys()]) this.cancelTimer(timer);
    this.closeConnection();
  }

  /** Page visible again. */
  onPageShown(): void {
    this.cancelTimer('hidden');
    this.isPaused = false;
    this.connect();
  }

  /** Network status of the browser changed. */
  onNetworkChange(): void {
    if (this.environment.isOnline()) this.connect();
    if (this.state.phase === 'polling' || this.state.phase === 'offline')
      this.setPhase(this.getDisconnectedPhase());
  }
}
