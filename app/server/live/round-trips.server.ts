// How long pings take there and back, and how many never do.
import { computeMean } from '../../trading/statistics/sample';
import type { LatencyData } from '../../contracts/api/socket';

/** Pings of a socket that count: ten minutes of them. */
const KEPT = 20;
const toTenths = (value: number): number => Math.round(value * 10) / 10;
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : computeMean(values);
const roundFigure = (value: number | null): number | null =>
  value === null ? null : toTenths(value);

/** The last pings of one socket, oldest first; null for one that stayed unanswered. */
export class RoundTrips {
  private readonly trips: (number | null)[] = [];

  add(ms: number | null): void {
    this.trips.push(ms);
    if (this.trips.length > KEPT) this.trips.shift();
  }

  all(): readonly (number | null)[] {
    return this.trips;
  }
}

const listAnsweredMs = (trips: readonly (number | null)[]): number[] =>
  trips.filter((ms) => ms !== null);

/**
 * Figures over the sockets of a user; differences are between successive answers of the same
 * socket.
 */
export function computeLatency(sockets: readonly RoundTrips[]): LatencyData {
  const each = sockets.map((socket) => listAnsweredMs(socket.all()));
  const trips = each.flat();
  if (trips.length === 0) return { averageLatency: null, jitter: null, packetLoss: null };
  const steps = each.flatMap((own) =>
    own.slice(1).map((ms, index) => Math.abs(ms - (own[index] ?? ms))),
  );
  const sent = sockets.reduce((sum, socket) => sum + socket.all().length, 0);
  return {
    averageLatency: roundFigure(mean(trips)),
    jitter: roundFigure(mean(steps)),
    packetLoss: (sent - trips.length) / sent,
  };
}
