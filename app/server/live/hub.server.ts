// All sockets of the process: how many there may be, whom they belong to, when they end.
import type { WebSocket } from 'ws';
import type { LatencyData } from '../../contracts/api/socket';
import { openSockets } from '../http/metrics.server';
import type { Session } from '../../models/account/session.server';
import type { BundleSource } from './bundle.server';
import { Channel } from './channel.server';
import { CLOSE, type SocketLimits } from './limits.server';
import { Peer } from './peer.server';

interface HubOptions {
  readonly source: BundleSource;
  readonly isSessionLive: (session: Session) => boolean;
  readonly limits: SocketLimits;
}

export class SocketHub {
  readonly limits: SocketLimits;
  private readonly peers = new Set<Peer>();
  private readonly channels = new Map<string, Channel>();
  private readonly look: NodeJS.Timeout;
  private isEnding = false;

  constructor(private readonly options: HubOptions) {
    this.limits = options.limits;
    this.look = setInterval(() => this.touch(), options.limits.lookMs).unref();
  }

  /** Why one more socket cannot be taken, or null. */
  fault(session: Session | null): string | null {
    const { perUser, inAll, nameless } = this.limits;
    if (this.isEnding) return 'The desk is ending.';
    const named = session ? (this.channels.get(session.userId)?.peers.size ?? 0) : 0;
    if (named >= perUser)
      return `There are ${perUser} sockets of this user already. Close one first.`;
    if (this.peers.size >= inAll || (!session && this.namelessCount() >= nameless))
      return 'There are too many sockets already. Try again later.';
    return null;
  }

  private namelessCount(): number {
    let named = 0;
    for (const channel of this.channels.values()) named += channel.peers.size;
    return this.peers.size - named;
  }

  add(ws: WebSocket, session: Session | null): void {
    const { isSessionLive } = this.options;
    const channel = session ? this.channelOf(session.userId) : null;
    const peer = new Peer(ws, session, this.limits, {
      isSessionLive,
      onAuthenticated: (one) => channel?.welcome(one),
      onGone: (one) => this.remove(one),
    });
    channel?.peers.add(peer);
    this.peers.add(peer);
    openSockets.set(this.peers.size);
  }

  private channelOf(userId: string): Channel {
    const channel =
      this.channels.get(userId) ?? new Channel(userId, this.options.source, this.limits);
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

  /** Round trips of a user's open sockets; null where there is none. */
  latencyOf(userId: string): LatencyData | null {
    return this.channels.get(userId)?.latency() ?? null;
  }

  /** The desk has changed. */
  touch(): void {
    for (const channel of this.channels.values()) channel.touch();
  }

  /** Ends the sockets of a session that has ended. */
  endSession(idHash: string): void {
    for (const peer of this.peers) if (peer.session?.idHash === idHash) peer.endSession();
  }

  /** Says goodbye to all and takes no more; who does not answer is cut within `closeMs`. */
  close(): void {
    this.isEnding = true;
    clearInterval(this.look);
    for (const peer of this.peers) peer.close(CLOSE.goingAway, 'The desk is ending.');
  }
}
