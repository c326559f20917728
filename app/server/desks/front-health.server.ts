// State of the front and of its servers, for alarms and for `npm run desks -- list`.
import { readProbe } from './probe.server';
import type { RoutingTable } from './routing-table.server';

/** Beside the paths of the servers, whose own /healthz and /readyz stay. */
export const buildHealthPath = (probe: 'healthz' | 'readyz'): string => `/front/${probe}`;

const PROBE_MS_MAX = 2_000;

interface ServerHealth {
  readonly name: string;
  /** Null while a server of the front has not started. */
  readonly address: string | null;
  readonly isUp: boolean;
  readonly isDraining: boolean;
  readonly users: number;
  /** Users on the way to this server. */
  readonly arriving: number;
}

export interface FrontHealth {
  /** `degraded`: at least one server does not answer. */
  readonly status: 'ok' | 'degraded';
  readonly servers: readonly ServerHealth[];
}

/**
 * Whether a server answers at all. One that is not ready does, such as one whose trading is halted:
 * its users must be able to act.
 */
export const isAnswering = async (address: string, basePath: string): Promise<boolean> =>
  (await readProbe(`${address}${basePath}/readyz`, { msMax: PROBE_MS_MAX })) !== null;

export async function readFrontHealth(
  { servers, places }: RoutingTable,
  findAddress: (name: string) => string | null,
  basePath: string,
): Promise<FrontHealth> {
  const states = await Promise.all(
    servers.map(async ({ name, isDraining }): Promise<ServerHealth> => {
      const address = findAddress(name);
      return {
        name,
        address,
        isUp: address !== null && (await isAnswering(address, basePath)),
        isDraining,
        users: places.filter(({ server }) => server === name).length,
        arriving: places.filter(({ movingTo }) => movingTo === name).length,
      };
    }),
  );
  return { status: states.every(({ isUp }) => isUp) ? 'ok' : 'degraded', servers: states };
}
