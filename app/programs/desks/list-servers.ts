import type { Directory } from '../../models/desks/directory.server';
import { buildHealthPath, type FrontHealth } from '../../server/desks/front-health.server';
import { readProbe } from '../../server/desks/probe.server';
import { getEnv } from '../../server/platform/env.server';
import type { ProgramCall } from '../cli';

const FRONT_MS_MAX = 5_000;
const ANY_HOST: readonly string[] = ['0.0.0.0', '::'];

/** State of the servers as the running front sees them; null without a front. */
async function readHealth(): Promise<FrontHealth | null> {
  const { HOST, PORT, METRICS_TOKEN, basePath } = getEnv();
  const host = ANY_HOST.includes(HOST) ? '127.0.0.1' : HOST;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
  const text = await readProbe(`${origin}${basePath}${buildHealthPath('healthz')}`, {
    msMax: FRONT_MS_MAX,
    headers: METRICS_TOKEN === undefined ? {} : { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return text === null ? null : parseHealth(text);
}

/** Null for the answer of another program at the port. */
function parseHealth(text: string): FrontHealth | null {
  try {
    const health = JSON.parse(text) as Partial<FrontHealth>;
    return Array.isArray(health.servers) ? (health as FrontHealth) : null;
  } catch {
    return null;
  }
}

/** Servers with their users; without a running front it is not shown which are up. */
export async function listServers(call: ProgramCall, directory: Directory): Promise<number> {
  const health = await readHealth();
  const places = directory.listPlaces();
  const rows = directory.listServers().map(({ name, dataDir, url, isDraining }) => {
    const state = health?.servers.find((server) => server.name === name);
    const users = places.filter(({ server }) => server === name).map(({ username }) => username);
    return {
      name,
      dataDir,
      url,
      address: state?.address ?? url,
      isUp: state?.isUp ?? null,
      isDraining,
      users,
    };
  });
  call.printJson({ isFrontRunning: health !== null, servers: rows });
  if (rows.length === 0)
    call.print('No servers. Add one: npm run desks -- add NAME --data-dir DIR');
  for (const row of rows) call.print(formatRow(row));
  if (health === null && rows.length > 0)
    call.print('The front does not answer at PORT: npm run desks -- serve starts it.');
  return 0;
}

interface Row {
  readonly name: string;
  readonly dataDir: string;
  readonly address: string | null;
  readonly isUp: boolean | null;
  readonly isDraining: boolean;
  readonly users: readonly string[];
}

function formatRow({ name, dataDir, address, isUp, isDraining, users }: Row): string {
  const up = isUp === null ? '?' : isUp ? 'up' : 'down';
  const draining = isDraining ? ', draining' : '';
  const list = users.length === 0 ? 'no users' : `users: ${users.join(', ')}`;
  return `${name}\t${up}${draining}\t${address ?? '-'}\t${dataDir}\t${list}`;
}
