// Speed of the dashboard document for users with different accounts who each come once per price
// update, and once more before the next one: this server and the stock server, in turns with plain
// React that renders the trees of the same pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { COMMODITY_KEYS } from '../../../trading/domain/commodity';
import { UsageError } from '../../cli';
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
import {
  type ServerKind,
  type ServerProcess,
  sendCommand,
  startBareServer,
  startTerminal,
} from './server-process';

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
const POLL_MS = 50;
const UPDATE_TIMEOUT_MS = 120_000;
const PLAIN = { 'Accept-Encoding': 'identity' } as const;
const GZIPPED = { 'Accept-Encoding': 'gzip' } as const;
const WHAT_IF = '/what-if?commodity=natural-gas&side=BUY&size=100';

interface MeasuredDesk {
  readonly server: ServerProcess;
  readonly users: readonly SignedInUser[];
}

/** Each user trades another choice of commodities, so that no two accounts are equal. */
async function startAccounts({ server, users }: MeasuredDesk): Promise<void> {
  for (const [index, { cookie }] of users.entries()) {
    const chosen = COMMODITY_KEYS.filter(
      (_, nth) => nth === index % COMMODITY_KEYS.length || ((index + 1) >> nth % 5) % 2 === 1,
    );
    for (const commodity of chosen)
      await sendCommand(server, cookie, '/api/auto-trading/start', { commodity });
  }
}

async function openDesk(
  kind: ServerKind,
  folder: string,
  { users, isAtRest }: PagePlan,
): Promise<MeasuredDesk> {
  const signedIn = await createUsers(folder, users);
  const server = await startTerminal(kind, folder);
  if (isAtRest) await waitForRest(server.pid);
  const desk = { server, users: signedIn };
  await startAccounts(desk);
  return desk;
}

const Quotes = z
  .object({ data: z.array(z.object({ asOf: z.string() })) })
  .or(z.array(z.object({ asOf: z.string() })));

/** Time of the newest price of natural gas. */
async function readPriceTime({ server, users }: MeasuredDesk): Promise<string> {
  const { body } = await sendRequest(`${server.origin}/api/natural-gas-futures`, {
    Cookie: users[0]?.cookie ?? '',
  });
  const parsed = Quotes.parse(JSON.parse(body.toString('utf8')));
  const quotes = Array.isArray(parsed) ? parsed : parsed.data;
  return quotes.reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), '');
}

async function waitForPriceUpdate(desk: MeasuredDesk): Promise<void> {
  const before = await readPriceTime(desk);
  const startedMs = performance.now();
  while ((await readPriceTime(desk)) === before) {
    if (performance.now() - startedMs > UPDATE_TIMEOUT_MS)
      throw new UsageError('the measured market has no new prices');
    await pause(POLL_MS);
  }
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

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

type RoundName = Exclude<
  keyof PageSpeed,
  'users' | 'elements' | 'pageKb' | 'pageGzipKb' | 'scriptGzipKb'
>;

interface RoundPair {
  readonly measured: Round;
  readonly bare: Round;
}
type NamedRound = readonly [RoundName, RoundPair];

/**
 * The rounds of one price update: the users' first visit and their second, and plain React before or
 * after them by turns, so that changes of the machine's speed affect both alike.
 */
async function runUpdate(
  desk: MeasuredDesk,
  runBare: () => Promise<Round>,
  {
    isBareFirst,
    kinds,
  }: {
    readonly isBareFirst: boolean;
    readonly kinds: readonly (readonly [RoundName, readonly PageRequest[]])[];
  },
): Promise<NamedRound[]> {
  const before = isBareFirst ? await runBare() : null;
  await waitForPriceUpdate(desk);
  const measured: (readonly [RoundName, Round])[] = [];
  for (const [name, requests] of kinds) measured.push([name, await runRound(requests)]);
  const baseline = before ?? (await runBare());
  return measured.map(([name, round]) => [name, { measured: round, bare: baseline }]);
}

/** Adds the results of one price update; null drops them. */
function addRounds(
  results: readonly NamedRound[],
  rounds: Map<RoundName, RoundPair[]> | null,
): void {
  for (const [name, pair] of results) rounds?.set(name, [...(rounds.get(name) ?? []), pair]);
}

export async function measurePages(folder: string, plan: PagePlan): Promise<PageSpeed> {
  const servers: ServerProcess[] = [];
  try {
    const own = await openDesk('own', join(folder, 'own'), plan);
    servers.push(own.server);
    const stock = await openDesk('stock', join(folder, 'stock'), plan);
    servers.push(stock.server);
    await pause(SETTLE_MS);
    const pages = await loadPages(own);
    const pagesFolder = join(folder, 'pages');
    mkdirSync(pagesFolder);
    for (const [index, page] of pages.entries()) writeFileSync(join(pagesFolder, `${index}`), page);
    const bareServer = await startBareServer(pagesFolder);
    servers.push(bareServer);
    const runBare = (): Promise<Round> =>
      runRound(pages.map((_, index) => ({ url: `${bareServer.origin}/${index}`, headers: {} })));
    const plain = requestPages(own, '/', PLAIN);
    const gzipped = requestPages(own, '/', GZIPPED);
    const rounds = new Map<RoundName, RoundPair[]>();
    const updates = [
      [
        own,
        [
          ['first', plain],
          ['repeated', plain],
        ],
      ],
      [
        own,
        [
          ['firstGzipped', gzipped],
          ['repeatedGzipped', gzipped],
        ],
      ],
      [own, [['call', requestPages(own, '/api/auto-trading/status', PLAIN)]]],
      [own, [['whatIf', requestPages(own, WHAT_IF, PLAIN)]]],
      [stock, [['stock', requestPages(stock, '/', PLAIN)]]],
    ] as const;
    await runBare();
    // The first round warms up.
    for (let round = -1; round < plan.rounds; round += 1) {
      const isBareFirst = round % 2 === 0;
      for (const [desk, kinds] of updates)
        addRounds(
          await runUpdate(desk, runBare, { isBareFirst, kinds }),
          round < 0 ? null : rounds,
        );
    }
    const summarizeKind = (name: RoundName): Load => summarizeRounds(rounds.get(name) ?? []);
    const first = rounds.get('first') ?? [];
    return {
      users: plan.users,
      bare: summarizeRounds(first.map((round) => ({ measured: round.bare, bare: round.bare }))),
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
