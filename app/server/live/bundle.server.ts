// Messages for a user, serialized once for all sockets.
import type { LatencyData } from '../../contracts/api/socket';

/** Messages that are sent together or not at all. */
export interface Bundle {
  readonly name: string;
  /** Equal keys mean unchanged content. */
  readonly key: string;
  readonly messages: readonly Buffer[];
  /** Also sent again after a while without a change. */
  readonly isRepeated: boolean;
}

export interface BundleSource {
  /** Latest bundles of a user; cheap without changes. */
  getBundles(userId: string, latency: LatencyData): readonly Bundle[];
}
