// Speed of the dashboard document for users with different accounts who each come once per price
// update, and once more before the next one: this server and the stock server, in turns with plain
// React that renders the trees of the same pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { COMMODITY_KEYS } from '../../../trading/domain/commodity';
import { computeMean } from '../../../trading/statistics/sample';
import { waitForRest } from '../desk-start';
import { type SignedInUser, createUsers } from '../signed-in-users';
import { countElements, readHtml } from './html-tree';
import {
  type Load,
  type PageRequest,
  type Round,
  runRound,
  sendRequest,
  summarizeRounds,
} from './load';
import type { ServerProcess } from '../../servers/launch-server';
import { waitForPriceUpdate } from './price-updates';
import { type ServerKind, sendCommand, startBareServer, startTerminal } from './server-process';

export interface PageSpeed {
  readonly users: number;
  /** Means of the pages of all users. */
  readonly elements: number;
  readonly pageKb: number;
  readonly pageGzipKb: number;
  readonly scriptGzipKb: number;
  readonly bare: Load;
  /** Each user once per price update. */
  readonly first: Load;
  /** Each user again before the next price update. */
  readonly repeated: Load;
  readonly firstGzipped: Load;
  readonly repeatedGzipped: Load;
  readonly stock: Load;
  readonly call: Load;
  /** The what-if page: margin, risk, stress tests and headroom of an order. */
  readonly whatIf: Load;
}

export interface PagePlan {
  readonly users: number;
  readonly rounds: number;
  /** Whether to wait until a new desk has computed its risk figures, which takes minutes. */
  readonly isAtRest: boolean;
}

const KB = 1024;
const SETTLE_MS = 30_000;
const PLAIN = { 'Accept-Encoding': 'identity' } as const;
const GZIPPED = { 'Accept-Encoding': 'gzip' } as const;
const WHAT_IF = '/what-if?commodity=natural-gas&side=BUY&size=100';

interface MeasuredDesk {
  readonly server: ServerProcess;
  readonly users: readonly SignedInUser[];
}

/**
 * Each user trades other commodities, so that the accounts differ: those whose bit is set in the
 * number of the user, and one more.
 */
async function startAccounts({ server, users }: MeasuredDesk): Promise<void> {
  for (const [index, { cookie }] of users.entries()) {
    const chosen = COMMODITY_KEYS.filter(
      (_, nth) => nth === index % COMMODITY_KEYS.length || ((index + 1) >> nth % 5) % 2 === 1,
    );
    for (const commodity of chosen)
      await sendCommand(server, cookie, '/api/auto-trading/start', { commodity });
  }
}

/** Starts a server, adds it to those to be stopped, and lets its users trade. */
async function openDesk(
  kind: ServerKind,
  folder: string,
  { users, isAtRest }: PagePlan,
  servers: ServerProcess[],
): Promise<MeasuredDesk> {
  const signedIn = await createUsers(folder, users);
  const server = await startTerminal(kind, folder);
  servers.push(server);
  if (isAtRest) await waitForRest(server.pid);
  const desk = { server, users: signedIn };
  await startAccounts(desk);
  return desk;
}

const requestPages = (
  { server, users }: MeasuredDesk,
  path: string,
  headers: Readonly<Record<string, string>>,
): PageRequest[] =>
  users.map(({ cookie }) => ({
    url: `${server.origin}${path}`,
    headers: { Cookie: cookie, ...headers },
  }));

/** Compressed size of the module scripts and their static imports. */
async function measureScriptKb(origin: string, html: string): Promise<number> {
  const paths = new Set(
    [...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path),
  );
  let bytes = 0;
  for (const path of paths)
    bytes += gzipSync((await sendRequest(`${origin}${path}`, {})).body, { level: 9 }).length;
  return bytes / KB;
}

async function loadPages(desk: MeasuredDesk): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  for (const { url, headers } of requestPages(desk, '/', PLAIN))
    pages.push((await sendRequest(url, headers)).body);
  return pages;
}

type RoundName = Exclude<
  keyof PageSpeed,
  'users' | 'elements' | 'pageKb' | 'pageGzipKb' | 'scriptGzipKb' | 'bare'
>;

/** Rounds after one price update, in this order. */
interface Update {
  readonly desk: MeasuredDesk;
  readonly kinds: readonly (readonly [RoundName, readonly PageRequest[]])[];
}

const listUpdates = (own: MeasuredDesk, stock: MeasuredDesk): readonly Update[] => {
  const plain = requestPages(own, '/', PLAIN);
  const gzipped = requestPages(own, '/', GZIPPED);
  const buildUpdate = (desk: MeasuredDesk, ...kinds: Update['kinds']): Update => ({ desk, kinds });
  return [
    buildUpdate(own, ['first', plain], ['repeated', plain]),
    buildUpdate(own, ['firstGzipped', gzipped], ['repeatedGzipped', gzipped]),
    buildUpdate(own, ['call', requestPages(own, '/api/auto-trading/status', PLAIN)]),
    buildUpdate(own, ['whatIf', requestPages(own, WHAT_IF, PLAIN)]),
    buildUpdate(stock, ['stock', requestPages(stock, '/', PLAIN)]),
  ];
};

interface RoundPair {
  readonly measured: Round;
  readonly bare: Round;
}

/**
 * Runs the rounds of each price update, with plain React before or after them by turns, so that
 * changes of the machine's speed affect both alike. The first pass warms up and does not count.
 */
async function runRounds(
  updates: readonly Update[],
  runBare: () => Promise<Round>,
  count: number,
): Promise<ReadonlyMap<RoundName, readonly RoundPair[]>> {
  const pairs = new Map<RoundName, RoundPair[]>();
  for (let pass = 0; pass <= count; pass += 1)
    for (const { desk, kinds } of updates) {
      const before = pass % 2 === 0 ? await runBare() : null;
      await waitForPriceUpdate(desk.server.origin, desk.users[0]?.cookie ?? '');
      const measured: (readonly [RoundName, Round])[] = [];
      for (const [name, requests] of kinds) measured.push([name, await runRound(requests)]);
      const bare = before ?? (await runBare());
      if (pass > 0) addPairs(pairs, measured, bare);
    }
  return pairs;
}

function addPairs(
  pairs: Map<RoundName, RoundPair[]>,
  rounds: readonly (readonly [RoundName, Round])[],
  bare: Round,
): void {
  for (const [name, measured] of rounds)
    pairs.set(name, [...(pairs.get(name) ?? []), { measured, bare }]);
}

/** Starts plain React with the pages of all users; returns one of its rounds. */
async function startBare(
  folder: string,
  pages: readonly Buffer[],
  servers: ServerProcess[],
): Promise<() => Promise<Round>> {
  mkdirSync(folder);
  for (const [index, page] of pages.entries()) writeFileSync(join(folder, `${index}`), page);
  const server = await startBareServer(folder);
  servers.push(server);
  const requests = pages.map((_, index) => ({ url: `${server.origin}/${index}`, headers: {} }));
  return () => runRound(requests);
}

export async function measurePages(folder: string, plan: PagePlan): Promise<PageSpeed> {
  const servers: ServerProcess[] = [];
  try {
    const own = await openDesk('own', join(folder, 'own'), plan, servers);
    const stock = await openDesk('stock', join(folder, 'stock'), plan, servers);
    await pause(SETTLE_MS);
    const pages = await loadPages(own);
    const runBare = await startBare(join(folder, 'pages'), pages, servers);
    const pairs = await runRounds(listUpdates(own, stock), runBare, plan.rounds);
    const summarizeKind = (name: RoundName): Load => summarizeRounds(pairs.get(name) ?? []);
    const bare = (pairs.get('first') ?? []).map((pair) => pair.bare);
    return {
      users: plan.users,
      bare: summarizeRounds(bare.map((round) => ({ measured: round, bare: round }))),
      first: summarizeKind('first'),
      repeated: summarizeKind('repeated'),
      firstGzipped: summarizeKind('firstGzipped'),
      repeatedGzipped: summarizeKind('repeatedGzipped'),
      stock: summarizeKind('stock'),
      call: summarizeKind('call'),
      whatIf: summarizeKind('whatIf'),
      elements: computeMean(pages.map((page) => countElements(readHtml(page.toString('utf8'))))),
      pageKb: computeMean(pages.map(({ length }) => length)) / KB,
      pageGzipKb: computeMean(pages.map((page) => gzipSync(page).length)) / KB,
      scriptGzipKb: await measureScriptKb(own.server.origin, pages[0]?.toString('utf8') ?? ''),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
