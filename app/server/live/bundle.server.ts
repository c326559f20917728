// What is told to a user, ready to be sent: made once for all sockets that get it.
import type { LatencyData } from '../../contracts/api/socket';

/** Messages that go out together or not at all. */
export interface Bundle {
  readonly name: string;
  /** Equal keys: nothing in it has changed. */
  readonly key: string;
  readonly messages: readonly Buffer[];
  /** Told again after a while though it has not changed. */
  readonly isRepeated: boolean;
}

/** Where bundles come from. */
export interface BundleSource {
  /** The latest of everything for a user; cheap when nothing has changed. */
  bundlesOf(userId: string, latency: LatencyData): readonly Bundle[];
}
