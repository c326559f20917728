// One socket: authentication, rate limits, updates and heartbeat. Its user is that of the session,
// never a claim of the client.
import type { RawData, WebSocket } from 'ws';
import { socketCounts } from '../http/metrics.server';
import { CODE_VERSION } from '../platform/project.server';
import type { SocketMessage } from '../../contracts/socket-message';
import type { Session } from '../../models/account/session.server';
import type { Bundle } from './bundle.server';
import { parseClientMessage } from './client-message.server';
import { CLOSE_CODES, type SocketLimits } from './limits.server';
import { RoundTrips } from './round-trips.server';

interface PeerHooks {
  readonly onAuthenticated: (peer: Peer) => void;
  readonly onClosed: (peer: Peer) => void;
}

const SIGN_IN = 'Sign in, then open this socket with the session cookie.';
const AUTH_REQUIRED = 'Send {"type": "authenticate", "userId": ...} first.';
const USER_MISMATCH = 'This userId is not the one of the session.';
const NO_USER = 'authenticate needs a userId, a text or a number.';
const UNKNOWN = 'Unknown message. The only one is authenticate.';
const ENDED = 'Session ended.';

interface SentBundle {
  /** Null forces a resend. */
  readonly key: string | null;
  readonly atMs: number;
}

export class Peer {
  readonly roundTrips = new RoundTrips();
  private isAuthenticated = false;
  private readonly sentBundles = new Map<string, SentBundle>();
  private readonly receivedMs: number[] = [];
  private blockedSinceMs: number | null = null;
  private heartbeats = 0;
  private missedPings = 0;
  private ping: { readonly id: string; readonly sentMs: number } | null = null;
  private readonly heartbeat: NodeJS.Timeout;
  private deadline: NodeJS.Timeout;

  constructor(
    private readonly ws: WebSocket,
    readonly session: Session | null,
    private readonly limits: SocketLimits,
    private readonly hooks: PeerHooks,
  ) {
    // ws closes the socket on a malformed frame itself; nothing else to do.
    ws.on('error', () => undefined);
    ws.on('close', () => this.onClose());
    ws.on('message', (data, isBinary) => this.onMessage(data, isBinary));
    ws.on('ping', () => this.recordFrame());
    ws.on('pong', (data) => this.onPong(data.toString()));
    this.heartbeat = setInterval(() => this.onBeat(), limits.heartbeatMs).unref();
    this.deadline = this.startDeadline();
    if (!session) this.send({ type: 'auth_required', message: SIGN_IN });
  }

  private startDeadline(): NodeJS.Timeout {
    const deadline = setTimeout(
      // After a busy time the process runs timers before it reads what arrived meanwhile.
      () => setImmediate(() => this.onDeadline(deadline)),
      this.limits.authenticationMs,
    ).unref();
    return deadline;
  }

  private onDeadline(deadline: NodeJS.Timeout): void {
    if (!this.isAuthenticated && deadline === this.deadline)
      this.close(CLOSE_CODES.sessionEnded, 'Not authenticated in time.');
  }

  private onClose(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.deadline);
    this.isAuthenticated = false;
    this.hooks.onClosed(this);
  }

  /** Stops updates and closes; unresponsive sockets are terminated by `closeTimeout`. */
  close(code: number, reason: string): void {
    this.isAuthenticated = false;
    this.ws.close(code, reason);
  }

  private terminate(): void {
    socketCounts.terminated.inc();
    this.isAuthenticated = false;
    this.ws.terminate();
  }

  private send(message: SocketMessage): void {
    if (this.ws.readyState === this.ws.OPEN) this.ws.send(JSON.stringify(message));
  }

  /** Counts a frame. Above the limit, closes the socket and returns true. */
  private recordFrame(): boolean {
    const nowMs = performance.now();
    this.receivedMs.push(nowMs);
    while ((this.receivedMs[0] ?? nowMs) <= nowMs - this.limits.messageWindowMs)
      this.receivedMs.shift();
    if (this.receivedMs.length <= this.limits.messagesMax) return false;
    this.close(CLOSE_CODES.policy, 'Too many messages.');
    return true;
  }

  private onMessage(data: RawData, isBinary: boolean): void {
    if (this.ws.readyState !== this.ws.OPEN || this.recordFrame()) return;
    if (isBinary) return this.close(CLOSE_CODES.unsupported, 'Send text.');
    const message = parseClientMessage(data.toString());
    if (!this.session) this.send({ type: 'auth_required', message: SIGN_IN });
    else if (message.type === 'authenticate')
      this.authenticate(message.userId === this.session.userId, USER_MISMATCH);
    else if (message.isAuthenticate) this.authenticate(false, NO_USER);
    else if (this.isAuthenticated) this.send({ type: 'error', message: UNKNOWN });
    else this.send({ type: 'auth_required', message: AUTH_REQUIRED });
  }

  private authenticate(isMatch: boolean, fault: string): void {
    clearTimeout(this.deadline);
    if (isMatch && this.session) {
      const wasAuthenticated = this.isAuthenticated;
      this.isAuthenticated = true;
      this.send({ type: 'authenticated', userId: this.session.userId, version: CODE_VERSION });
      if (wasAuthenticated) return;
      if (this.heartbeats === 0) this.sendPing();
      return this.hooks.onAuthenticated(this);
    }
    this.isAuthenticated = false;
    for (const [name, { atMs }] of this.sentBundles)
      this.sentBundles.set(name, { key: null, atMs });
    this.deadline = this.startDeadline();
    this.send({ type: 'auth_error', message: fault });
  }

  /** Sends changed bundles that are due; skips a socket that does not read. */
  sendDue(bundles: readonly Bundle[], nowMs: number): void {
    if (!this.isAuthenticated || this.ws.readyState !== this.ws.OPEN) return;
    const due = bundles.filter((bundle) => this.isDue(bundle, nowMs));
    if (due.length === 0 || this.isBlocked(nowMs)) return;
    for (const { name, key, messages } of due) {
      this.sentBundles.set(name, { key, atMs: nowMs });
      for (const message of messages) this.ws.send(message, { binary: false });
      socketCounts.sent.inc(messages.length);
    }
  }

  private isDue({ name, key, isRepeated }: Bundle, nowMs: number): boolean {
    const previous = this.sentBundles.get(name);
    if (!previous) return true;
    const ageMs = nowMs - previous.atMs;
    return (
      ageMs >= this.limits.minIntervalMs &&
      (previous.key !== key || (isRepeated && ageMs >= this.limits.repeatMs))
    );
  }

  private isBlocked(nowMs: number): boolean {
    const bufferedBytes = this.ws.bufferedAmount;
    if (bufferedBytes <= this.limits.skipBytes) {
      this.blockedSinceMs = null;
      return false;
    }
    socketCounts.skipped.inc();
    this.blockedSinceMs ??= nowMs;
    if (
      bufferedBytes > this.limits.terminateBytes ||
      nowMs - this.blockedSinceMs >= this.limits.stallMs
    )
      this.terminate();
    return true;
  }

  private onBeat(): void {
    this.heartbeats += 1;
    if (this.ping) this.onPingLost();
    else if (this.heartbeats % 2 === 0) this.sendPing();
  }

  endSession(): void {
    this.close(CLOSE_CODES.sessionEnded, ENDED);
  }

  private sendPing(): void {
    this.ping = { id: String(this.heartbeats), sentMs: performance.now() };
    this.ws.ping(this.ping.id);
  }

  private onPingLost(): void {
    this.ping = null;
    this.roundTrips.add(null);
    this.missedPings += 1;
    if (this.missedPings >= 2) this.terminate();
  }

  /** A late pong counts as lost, but shows that the peer is alive. */
  private onPong(id: string): void {
    this.missedPings = 0;
    if (this.ping?.id !== id) return void this.recordFrame();
    this.roundTrips.add(performance.now() - this.ping.sentMs);
    this.ping = null;
  }
}
