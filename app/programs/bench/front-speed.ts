// Documents and small requests of one server, asked directly and through the front, in turns.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Directory } from '../../models/desks/directory.server';
import { buildHealthPath } from '../../server/desks/front-health.server';
import { createServerCookie, ensureServerCookieKey } from '../../server/desks/server-cookie.server';
import { buildSecretCookieName } from '../../server/http/cookies.server';
import { UsageError } from '../cli';
import { type ServerProcess, launchServer } from '../servers/launch-server';
import { type PageRequest, type Round, runRound, sendRequest, summarizeRounds } from './pages/load';
import { type SignedInUser, createUsers } from './signed-in-users';
import { type Table, formatDecimal, formatInteger } from './table';

interface Through {
  readonly directPerSecond: number;
  readonly frontPerSecond: number;
  /** Through the front / directly, of the same round; the median of all rounds. */
  readonly ratio: number;
}

export interface FrontSpeed {
  readonly users: number;
  readonly documents: Through;
  readonly small: Through;
}

interface FrontPlan {
  readonly users: number;
  readonly rounds: number;
}

const SERVER = 'alpha';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Small requests for each document: one takes a fraction of the time. */
const SMALL_EACH = 20;

const Health = z.object({
  servers: z.array(z.object({ address: z.string(), isUp: z.literal(true) })),
});

const isReady = async (address: string): Promise<boolean> =>
  (await sendRequest(`${address}/readyz`, {}).catch(() => null))?.status === 200;

/** Address of the server behind the front, once it has prices. */
async function waitForServer(front: ServerProcess): Promise<string> {
  for (
    const started = performance.now();
    performance.now() - started < START_TIMEOUT_MS;
    await pause(POLL_MS)
  ) {
    const answer = await sendRequest(`${front.origin}${buildHealthPath('healthz')}`, {}).catch(
      () => null,
    );
    const health = Health.safeParse(answer ? JSON.parse(answer.body.toString('utf8')) : null);
    const address = health.data?.servers[0]?.address;
    if (address !== undefined && (await isReady(address))) return address;
  }
  throw new UsageError('the measured front did not start');
}

async function measureThrough(
  rounds: number,
  direct: readonly PageRequest[],
  front: readonly PageRequest[],
): Promise<Through> {
  const pairs: { measured: Round; bare: Round }[] = [];
  // One round each for the compiler.
  for (let round = -1; round < rounds; round += 1) {
    const bare = await runRound(direct);
    const measured = await runRound(front);
    if (round >= 0) pairs.push({ measured, bare });
  }
  const { perSecond, ratio } = summarizeRounds(pairs);
  const directLoad = summarizeRounds(pairs.map(({ bare }) => ({ measured: bare, bare })));
  return { directPerSecond: directLoad.perSecond, frontPerSecond: perSecond, ratio };
}

export async function measureFront(
  folder: string,
  { users, rounds }: FrontPlan,
): Promise<FrontSpeed> {
  const [desksDir, dataDir] = [join(folder, 'desks'), join(folder, SERVER)];
  mkdirSync(dataDir);
  const signedIn = await createUsers(dataDir, users);
  const directory = Directory.open(desksDir);
  directory.addServer({ name: SERVER, dataDir, url: null });
  for (const [index, { userId }] of signedIn.entries())
    directory.placeUser({ userId, username: `bench-${index}`, server: SERVER });
  directory.closeFile();
  const key = ensureServerCookieKey(desksDir);
  const front = await launchServer([join('build', 'programs', 'desks.js'), 'serve'], {
    // Threads for signals and risk would compute beside the measurement.
    settings: { DESKS_DIR: desksDir, ANALYTICS: 'off' },
  });
  try {
    const address = await waitForServer(front);
    const buildRequests = (origin: string, path: string, each: number): PageRequest[] =>
      signedIn.flatMap(({ userId, cookie }: SignedInUser) => {
        const own = `${buildSecretCookieName('frontmonth-server')}=${createServerCookie(userId, key)}`;
        const request = { url: `${origin}${path}`, headers: { Cookie: `${cookie}; ${own}` } };
        return Array.from({ length: each }, () => request);
      });
    return {
      users,
      documents: await measureThrough(
        rounds,
        buildRequests(address, '/', 2),
        buildRequests(front.origin, '/', 2),
      ),
      small: await measureThrough(
        rounds,
        buildRequests(address, '/healthz', SMALL_EACH),
        buildRequests(front.origin, '/healthz', SMALL_EACH),
      ),
    };
  } finally {
    await front.stop();
  }
}

export const buildFrontTable = ({ users, documents, small }: FrontSpeed): Table => ({
  title: 'One server behind the front',
  head: ['request', 'directly, per second', 'through the front, per second', 'ratio'],
  note: `${formatInteger(users)} signed-in users, four connections, in turns; front, server and client share the processors of this machine.`,
  rows: (
    [
      ['dashboard', documents],
      ['smallest request', small],
    ] as const
  ).map(([name, { directPerSecond, frontPerSecond, ratio }]) => [
    name,
    formatInteger(directPerSecond),
    formatInteger(frontPerSecond),
    `${formatDecimal(100 * ratio)}%`,
  ]),
});
