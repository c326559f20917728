// What a dashboard document costs: our server and the stock one beside bare React rendering the
// same tree, taking turns.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { countElements, readHtml } from './html-tree';
import { type Load, sendRequest, runLoad } from './load';
import { type Served, serveBareApart, serveDesk, signInAndRun } from './served';

export interface PageSpeed {
  readonly elements: number;
  readonly pageKb: number;
  readonly pageGzipKb: number;
  readonly scriptGzipKb: number;
  readonly bare: Load;
  readonly own: Load;
  readonly stock: Load;
  readonly ownGzipped: Load;
  readonly call: Load;
  /** A question of what an order would mean: margin, risk, stresses and room, before it exists. */
  readonly whatIf: Load;
  /** Documents per second over those of bare React. */
  readonly ratio: number;
  readonly stockRatio: number;
  readonly gzipRatio: number;
}

const CONNECTIONS = 4;
const KB = 1024;

const median = (loads: readonly Load[]): Load => {
  const sorted = [...loads].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, medianMs: 0 };
};

/**
 * Everything that the page asks for before it runs: its module scripts and what they import at
 * once, compressed.
 */
async function firstScriptKb(origin: string, html: string): Promise<number> {
  const paths = new Set(
    [...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path),
  );
  let bytes = 0;
  for (const path of paths)
    bytes += gzipSync((await sendRequest(`${origin}${path}`, {})).body, { level: 9 }).length;
  return bytes / KB;
}

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Rounds in which everybody has a turn, so that a busy machine is busy for all alike. */
async function inTurns<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  rounds: number,
  milliseconds: number,
): Promise<Record<Name, Load>> {
  const names = Object.keys(targets) as Name[];
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<
    Name,
    Load[]
  >;
  for (const name of names)
    await runLoad(targets[name].url, targets[name].headers, milliseconds, CONNECTIONS);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names)
      loads[name].push(
        await runLoad(targets[name].url, targets[name].headers, milliseconds, CONNECTIONS),
      );
  }
  return Object.fromEntries(names.map((name) => [name, median(loads[name])])) as Record<Name, Load>;
}

export async function measurePages(
  folder: string,
  rounds: number,
  milliseconds: number,
): Promise<PageSpeed> {
  const servers: Served[] = [];
  try {
    const own = await serveDesk('own', join(folder, 'own'));
    servers.push(own);
    const stock = await serveDesk('stock', join(folder, 'stock'));
    servers.push(stock);
    const cookie = await signInAndRun(own);
    const stockCookie = await signInAndRun(stock);
    const page = (await sendRequest(`${own.origin}/`, { Cookie: cookie })).body;
    const file = join(folder, 'page.html');
    writeFileSync(file, page);
    const bare = await serveBareApart(file);
    servers.push(bare);
    const plain = { 'Accept-Encoding': 'identity' };
    const loads = await inTurns(
      {
        bare: { url: `${bare.origin}/`, headers: {} },
        own: { url: `${own.origin}/`, headers: { Cookie: cookie, ...plain } },
        stock: { url: `${stock.origin}/`, headers: { Cookie: stockCookie, ...plain } },
        ownGzipped: {
          url: `${own.origin}/`,
          headers: { Cookie: cookie, 'Accept-Encoding': 'gzip' },
        },
        call: {
          url: `${own.origin}/api/auto-trading/status`,
          headers: { Cookie: cookie, ...plain },
        },
        whatIf: {
          url: `${own.origin}/what-if?commodity=natural-gas&side=BUY&size=100`,
          headers: { Cookie: cookie, ...plain },
        },
      },
      rounds,
      milliseconds,
    );
    const html = page.toString('utf8');
    const over = ({ perSecond }: Load): number => perSecond / loads.bare.perSecond;
    return {
      ...loads,
      elements: countElements(readHtml(html)),
      pageKb: page.length / KB,
      pageGzipKb: gzipSync(page).length / KB,
      scriptGzipKb: await firstScriptKb(own.origin, html),
      ratio: over(loads.own),
      stockRatio: over(loads.stock),
      gzipRatio: over(loads.ownGzipped),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
