// The sockets of one user and the rhythm in which they are told: the latest at each turn, nothing
// queued in between.
import type { LatencyData } from '../../contracts/api/socket';
import type { BundleSource } from './bundle.server';
import type { SocketLimits } from './limits.server';
import type { Peer } from './peer.server';
import { computeLatency } from './round-trips.server';

export class Channel {
  readonly peers = new Set<Peer>();
  private timer: NodeJS.Timeout | null = null;
  private dueMs: number;

  constructor(
    private readonly userId: string,
    private readonly source: BundleSource,
    private readonly limits: SocketLimits,
  ) {
    // The first wait is up to twice as long, so that users who came at once are not told at once
    // for ever.
    this.dueMs = performance.now() + limits.paceMs * (1 + Math.random());
  }

  /** Something may have changed: it is told at the user's next turn. */
  touch(): void {
    // Timers may fire a moment early: one millisecond more keeps the pace.
    this.timer ??= setTimeout(
      () => this.turn(),
      Math.max(0, this.dueMs - performance.now()) + 1,
    ).unref();
  }

  private turn(): void {
    this.timer = null;
    const nowMs = performance.now();
    if (nowMs < this.dueMs) return this.touch();
    this.dueMs = nowMs + this.limits.paceMs;
    const bundles = this.bundles();
    for (const peer of this.peers) peer.offer(bundles, nowMs);
  }

  /** Tells one socket everything, as far as its own pace allows. */
  welcome(peer: Peer): void {
    peer.offer(this.bundles(), performance.now());
  }

  latency(): LatencyData {
    return computeLatency([...this.peers].map((peer) => peer.roundTrips));
  }

  private bundles() {
    return this.source.bundlesOf(this.userId, this.latency());
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
  }
}
