// The round trips of a user's sockets for pages: what LATENCY_METRICS says, once the socket stands
// beside the server.
import type { LatencyData } from '../../contracts/api/socket';

type LatencyOf = (userId: string) => LatencyData | null;
let findLatency: LatencyOf = () => null;

/** Says who knows the round trips; whoever stops knowing says so with the answer. */
export function setLatencySource(latencyOf: LatencyOf): () => void {
  findLatency = latencyOf;
  return () => {
    if (findLatency === latencyOf) findLatency = () => null;
  };
}

/** Of a user's open sockets; null where there is none, or no socket beside this server. */
export const socketLatency: LatencyOf = (userId) => findLatency(userId);
