// One socket: who it is, what it says, what it was shown, and whether it still answers. Its session
// decides who it is, never its words.
import type { RawData, WebSocket } from 'ws';
import { socketCounts } from '../http/metrics.server';
import type { SocketMessage } from '../../contracts/push';
import type { Session } from '../../models/account/session.server';
import type { Bundle } from './bundle.server';
import { readClientMessage } from './client-message.server';
import { CLOSE, type SocketLimits } from './limits.server';
import { RoundTrips } from './round-trips.server';

interface PeerHooks {
  readonly isSessionLive: (session: Session) => boolean;
  readonly onAuthenticated: (peer: Peer) => void;
  readonly onGone: (peer: Peer) => void;
}

const SIGN_IN = 'Sign in, then open this socket with the session cookie.';
const AUTH_REQUIRED = 'Send {"type": "authenticate", "userId": ...} first.';
const USER_MISMATCH = 'This userId is not the one of the session.';
const NO_USER = 'authenticate needs a userId, a text or a number.';
const UNKNOWN = 'The only message known here is authenticate.';
const ENDED = 'The session has ended.';

interface Shown {
  /** Null: to be told again, whatever it was. */
  readonly key: string | null;
  readonly atMs: number;
}

export class Peer {
  readonly roundTrips = new RoundTrips();
  private isAuthenticated = false;
  private readonly shown = new Map<string, Shown>();
  private readonly heard: number[] = [];
  private blockedSinceMs: number | null = null;
  private beats = 0;
  private missed = 0;
  private ping: { readonly id: string; readonly sentMs: number } | null = null;
  private readonly beat: NodeJS.Timeout;
  private deadline: NodeJS.Timeout;

  constructor(
    private readonly ws: WebSocket,
    readonly session: Session | null,
    private readonly limits: SocketLimits,
    private readonly hooks: PeerHooks,
  ) {
    // A broken frame closes the socket by itself, with its own code; there is nothing else to do
    // about it.
    ws.on('error', () => undefined);
    ws.on('close', () => this.gone());
    ws.on('message', (data, isBinary) => this.hear(data, isBinary));
    ws.on('ping', () => this.isFlooded());
    ws.on('pong', (data) => this.answered(data.toString()));
    this.beat = setInterval(() => this.onBeat(), limits.beatMs).unref();
    this.deadline = this.startDeadline();
    if (!session) this.say({ type: 'auth_required', message: SIGN_IN });
  }

  private startDeadline(): NodeJS.Timeout {
    return setTimeout(
      () => this.close(CLOSE.sessionEnded, 'Not authenticated in time.'),
      this.limits.signInMs,
    ).unref();
  }

  private gone(): void {
    clearInterval(this.beat);
    clearTimeout(this.deadline);
    this.isAuthenticated = false;
    this.hooks.onGone(this);
  }

  /** Nothing more is told, then it closes; who does not say goodbye is cut by `closeTimeout`. */
  close(code: number, reason: string): void {
    this.isAuthenticated = false;
    this.ws.close(code, reason);
  }

  private cut(): void {
    socketCounts.cut.inc();
    this.isAuthenticated = false;
    this.ws.terminate();
  }

  private say(message: SocketMessage): void {
    if (this.ws.readyState === this.ws.OPEN) this.ws.send(JSON.stringify(message));
  }

  /** Counts a frame; closes at one too many. */
  private isFlooded(): boolean {
    const nowMs = performance.now();
    this.heard.push(nowMs);
    while ((this.heard[0] ?? nowMs) <= nowMs - this.limits.heardWindowMs) this.heard.shift();
    if (this.heard.length <= this.limits.heardMax) return false;
    this.close(CLOSE.policy, 'Too many messages.');
    return true;
  }

  private hear(data: RawData, isBinary: boolean): void {
    if (this.ws.readyState !== this.ws.OPEN || this.isFlooded()) return;
    if (isBinary) return this.close(CLOSE.unsupported, 'Send text.');
    const message = readClientMessage(data.toString());
    if (!this.session) this.say({ type: 'auth_required', message: SIGN_IN });
    else if (message.type === 'authenticate')
      this.authenticate(message.userId === this.session.userId, USER_MISMATCH);
    else if (message.isAuthenticate) this.authenticate(false, NO_USER);
    else if (this.isAuthenticated) this.say({ type: 'error', message: UNKNOWN });
    else this.say({ type: 'auth_required', message: AUTH_REQUIRED });
  }

  private authenticate(isRight: boolean, fault: string): void {
    clearTimeout(this.deadline);
    if (isRight && this.session) {
      const wasAuthenticated = this.isAuthenticated;
      this.isAuthenticated = true;
      this.say({ type: 'authenticated', userId: this.session.userId });
      if (wasAuthenticated) return;
      if (this.beats === 0) this.sendPing();
      return this.hooks.onAuthenticated(this);
    }
    this.isAuthenticated = false;
    for (const [name, { atMs }] of this.shown) this.shown.set(name, { key: null, atMs });
    this.deadline = this.startDeadline();
    this.say({ type: 'auth_error', message: fault });
  }

  /** Sends what is new to it and due; passes it over while it does not read. */
  offer(bundles: readonly Bundle[], nowMs: number): void {
    if (!this.isAuthenticated || this.ws.readyState !== this.ws.OPEN) return;
    const due = bundles.filter((bundle) => this.isDue(bundle, nowMs));
    if (due.length === 0 || this.isBlocked(nowMs)) return;
    for (const { name, key, messages } of due) {
      this.shown.set(name, { key, atMs: nowMs });
      for (const message of messages) this.ws.send(message, { binary: false });
      socketCounts.sent.inc(messages.length);
    }
  }

  private isDue({ name, key, isRepeated }: Bundle, nowMs: number): boolean {
    const shown = this.shown.get(name);
    if (!shown) return true;
    const ageMs = nowMs - shown.atMs;
    return (
      ageMs >= this.limits.paceMs &&
      (shown.key !== key || (isRepeated && ageMs >= this.limits.repeatMs))
    );
  }

  private isBlocked(nowMs: number): boolean {
    const waiting = this.ws.bufferedAmount;
    if (waiting <= this.limits.skipBytes) {
      this.blockedSinceMs = null;
      return false;
    }
    socketCounts.skipped.inc();
    this.blockedSinceMs ??= nowMs;
    if (waiting > this.limits.cutBytes || nowMs - this.blockedSinceMs >= this.limits.stallMs)
      this.cut();
    return true;
  }

  private onBeat(): void {
    this.beats += 1;
    if (this.ping) this.lost();
    else if (this.beats % 2 === 0) this.sendPing();
    if (this.beats % 4 === 0 && this.session && !this.hooks.isSessionLive(this.session))
      this.endSession();
  }

  endSession(): void {
    this.close(CLOSE.sessionEnded, ENDED);
  }

  private sendPing(): void {
    this.ping = { id: String(this.beats), sentMs: performance.now() };
    this.ws.ping(this.ping.id);
  }

  private lost(): void {
    this.ping = null;
    this.roundTrips.add(null);
    this.missed += 1;
    if (this.missed >= 2) this.cut();
  }

  /** A late answer is lost, and yet a sign of life. */
  private answered(id: string): void {
    this.missed = 0;
    if (this.ping?.id !== id) return void this.isFlooded();
    this.roundTrips.add(performance.now() - this.ping.sentMs);
    this.ping = null;
  }
}
