// Sockets of one user and their update rhythm: the latest state at each turn, no queue.
import type { LatencyData } from '../../contracts/api/socket';
import type { BundleSource } from './bundle.server';
import type { SocketLimits } from './limits.server';
import type { Peer } from './peer.server';
import { computeLatency } from './round-trips.server';
import type { UpdateTurns } from './update-turns.server';

const JITTER_RATIO = 0.1;

export class Channel {
  readonly peers = new Set<Peer>();
  private timer: NodeJS.Timeout | null = null;
  private dueMs: number;

  constructor(
    private readonly userId: string,
    private readonly source: BundleSource,
    private readonly limits: SocketLimits,
    private readonly turns: UpdateTurns,
  ) {
    // A random first wait spreads users who connect at the same moment.
    this.dueMs = performance.now() + limits.minIntervalMs * (1 + Math.random());
  }

  /** State may have changed: send it at the next turn. */
  scheduleUpdate(): void {
    // Timers may fire early; one more millisecond keeps the interval.
    this.timer ??= setTimeout(
      () => this.turns.add(() => this.sendUpdates()),
      Math.max(0, this.dueMs - performance.now()) + 1,
    ).unref();
  }

  private sendUpdates(): void {
    this.timer = null;
    if (this.peers.size === 0) return;
    const nowMs = performance.now();
    if (nowMs < this.dueMs) return this.scheduleUpdate();
    // A random part dissolves groups of users that became due at the same moment.
    this.dueMs = nowMs + this.limits.minIntervalMs * (1 + JITTER_RATIO * Math.random());
    const bundles = this.getBundles();
    for (const peer of this.peers) peer.sendDue(bundles, nowMs);
  }

  /** Sends the full state to one socket, within its rate limit. */
  sendAll(peer: Peer): void {
    peer.sendDue(this.getBundles(), performance.now());
  }

  getLatency(): LatencyData {
    return computeLatency([...this.peers].map((peer) => peer.roundTrips));
  }

  private getBundles() {
    return this.source.getBundles(this.userId, this.getLatency());
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
  }
}
