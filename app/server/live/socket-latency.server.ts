// Round trips of a user's sockets for pages, same figures as LATENCY_METRICS.
import type { LatencyData } from '../../contracts/api/socket';

type FindLatency = (userId: string) => LatencyData | null;
let currentSource: FindLatency = () => null;

/** Sets the source of round trips. Returns a function that removes it. */
export function setLatencySource(source: FindLatency): () => void {
  currentSource = source;
  return () => {
    if (currentSource === source) currentSource = () => null;
  };
}

/** Latency of a user's open sockets; null if there are none. */
export const findSocketLatency: FindLatency = (userId) => currentSource(userId);
