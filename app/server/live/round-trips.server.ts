// Round trip times and loss of pings.
import { computeMean } from '../../trading/statistics/sample';
import type { LatencyData } from '../../contracts/api/socket';

/** Pings counted per socket: ten minutes. */
const PINGS_MAX = 20;
const toTenths = (value: number): number => Math.round(value * 10) / 10;
const computeMeanOrNull = (values: readonly number[]): number | null =>
  values.length === 0 ? null : computeMean(values);
const roundFigure = (value: number | null): number | null =>
  value === null ? null : toTenths(value);

/** Last pings of one socket, oldest first; null for unanswered ones. */
export class RoundTrips {
  private readonly trips: (number | null)[] = [];

  add(ms: number | null): void {
    this.trips.push(ms);
    if (this.trips.length > PINGS_MAX) this.trips.shift();
  }

  list(): readonly (number | null)[] {
    return this.trips;
  }
}

const listAnsweredMs = (trips: readonly (number | null)[]): number[] =>
  trips.filter((ms) => ms !== null);

/** Latency over all sockets of a user. Jitter is between successive answers of one socket. */
export function computeLatency(sockets: readonly RoundTrips[]): LatencyData {
  const each = sockets.map((socket) => listAnsweredMs(socket.list()));
  const trips = each.flat();
  if (trips.length === 0) return { averageLatency: null, jitter: null, packetLoss: null };
  const differences = each.flatMap((answered) =>
    answered.slice(1).map((ms, index) => Math.abs(ms - (answered[index] ?? ms))),
  );
  const sent = sockets.reduce((sum, socket) => sum + socket.list().length, 0);
  return {
    averageLatency: roundFigure(computeMeanOrNull(trips)),
    jitter: roundFigure(computeMeanOrNull(differences)),
    packetLoss: (sent - trips.length) / sent,
  };
}
