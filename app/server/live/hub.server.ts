// All sockets of the process: limits, owners and shutdown.
import type { WebSocket } from 'ws';
import type { LatencyData } from '../../contracts/api/socket';
import { openSockets } from '../http/metrics.server';
import { getLog } from '../platform/log.server';
import type { Session } from '../../models/account/session.server';
import type { BundleSource } from './bundle.server';
import { Channel } from './channel.server';
import { CLOSE_CODES, type SocketLimits } from './limits.server';
import { Peer } from './peer.server';
import { UpdateTurns } from './update-turns.server';

interface HubOptions {
  readonly source: BundleSource;
  readonly isSessionLive: (session: Session) => boolean;
  readonly limits: SocketLimits;
}

export class SocketHub {
  readonly limits: SocketLimits;
  private readonly peers = new Set<Peer>();
  private readonly channels = new Map<string, Channel>();
  private readonly turns = new UpdateTurns();
  private readonly updateTimer: NodeJS.Timeout;
  private readonly sessionTimer: NodeJS.Timeout;
  private isClosing = false;

  constructor(private readonly options: HubOptions) {
    this.limits = options.limits;
    this.updateTimer = setInterval(() => this.scheduleUpdates(), options.limits.checkMs).unref();
    this.sessionTimer = setInterval(
      () => this.closeEndedSessions(),
      options.limits.sessionCheckMs,
    ).unref();
  }

  /** Why no further socket is accepted, or null. */
  findFault(session: Session | null): string | null {
    const { perUserMax, totalMax, unauthenticatedMax } = this.limits;
    if (this.isClosing) return 'The server is shutting down.';
    const ownSockets = session ? (this.channels.get(session.userId)?.peers.size ?? 0) : 0;
    if (ownSockets >= perUserMax)
      return `Limit of ${perUserMax} sockets per user reached. Close one first.`;
    if (
      this.peers.size >= totalMax ||
      (!session && this.countUnauthenticated() >= unauthenticatedMax)
    )
      return 'Too many sockets. Try again later.';
    return null;
  }

  private countUnauthenticated(): number {
    let authenticated = 0;
    for (const channel of this.channels.values()) authenticated += channel.peers.size;
    return this.peers.size - authenticated;
  }

  add(ws: WebSocket, session: Session | null): void {
    const channel = session ? this.getChannel(session.userId) : null;
    const peer = new Peer(ws, session, this.limits, {
      onAuthenticated: (one) => channel?.sendAll(one),
      onClosed: (one) => this.remove(one),
    });
    channel?.peers.add(peer);
    this.peers.add(peer);
    openSockets.set(this.peers.size);
  }

  private getChannel(userId: string): Channel {
    const channel =
      this.channels.get(userId) ??
      new Channel(userId, this.options.source, this.limits, this.turns);
    this.channels.set(userId, channel);
    return channel;
  }

  private remove(peer: Peer): void {
    this.peers.delete(peer);
    openSockets.set(this.peers.size);
    const userId = peer.session?.userId;
    const channel = userId === undefined ? undefined : this.channels.get(userId);
    channel?.peers.delete(peer);
    if (userId === undefined || !channel || channel.peers.size > 0) return;
    channel.dispose();
    this.channels.delete(userId);
  }

  /** Round trips of a user's open sockets; null if there are none. */
  findLatency(userId: string): LatencyData | null {
    return this.channels.get(userId)?.getLatency() ?? null;
  }

  /** The desk has changed. */
  scheduleUpdates(): void {
    for (const channel of this.channels.values()) channel.scheduleUpdate();
  }

  /** Closes the sockets of an ended session. */
  endSession(idHash: string): void {
    for (const peer of this.peers) if (peer.session?.idHash === idHash) peer.endSession();
  }

  /** Closes the sockets whose session has ended, expired or belongs to a disabled user. */
  private closeEndedSessions(): void {
    const sessions = new Map<string, Session>();
    for (const { session } of this.peers) if (session) sessions.set(session.idHash, session);
    try {
      for (const [idHash, session] of sessions)
        if (!this.options.isSessionLive(session)) this.endSession(idHash);
    } catch (error) {
      getLog().error({ err: error }, 'the sessions of open sockets could not be read');
    }
  }

  /** Closes all sockets and accepts no more; unresponsive ones are terminated after `closeMs`. */
  close(): void {
    this.isClosing = true;
    clearInterval(this.updateTimer);
    clearInterval(this.sessionTimer);
    for (const peer of this.peers)
      peer.close(CLOSE_CODES.goingAway, 'The server is shutting down.');
  }
}
