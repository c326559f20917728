// Speed of the dashboard document: this server and the stock server against plain React with the
// same tree, in turns.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { countElements, readHtml } from './html-tree';
import { type Load, sendRequest, runLoad } from './load';
import { type ServerProcess, startBareServer, startTerminal, signInAndRun } from './server-process';

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
  /** The what-if page: margin, risk, stress tests and headroom of an order. */
  readonly whatIf: Load;
  /** Documents per second relative to plain React. */
  readonly ratio: number;
  readonly stockRatio: number;
  readonly gzipRatio: number;
}

const CONNECTIONS = 4;
const KB = 1024;

const getMedianLoad = (loads: readonly Load[]): Load => {
  const sorted = [...loads].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, medianMs: 0 };
};

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

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Alternates between targets, so that machine load affects all alike. */
async function measureInTurns<Name extends string>(
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
  return Object.fromEntries(names.map((name) => [name, getMedianLoad(loads[name])])) as Record<
    Name,
    Load
  >;
}

export async function measurePages(
  folder: string,
  rounds: number,
  milliseconds: number,
): Promise<PageSpeed> {
  const servers: ServerProcess[] = [];
  try {
    const own = await startTerminal('own', join(folder, 'own'));
    servers.push(own);
    const stock = await startTerminal('stock', join(folder, 'stock'));
    servers.push(stock);
    const cookie = await signInAndRun(own);
    const stockCookie = await signInAndRun(stock);
    const page = (await sendRequest(`${own.origin}/`, { Cookie: cookie })).body;
    const file = join(folder, 'page.html');
    writeFileSync(file, page);
    const bare = await startBareServer(file);
    servers.push(bare);
    const uncompressed = { 'Accept-Encoding': 'identity' };
    const loads = await measureInTurns(
      {
        bare: { url: `${bare.origin}/`, headers: {} },
        own: { url: `${own.origin}/`, headers: { Cookie: cookie, ...uncompressed } },
        stock: { url: `${stock.origin}/`, headers: { Cookie: stockCookie, ...uncompressed } },
        ownGzipped: {
          url: `${own.origin}/`,
          headers: { Cookie: cookie, 'Accept-Encoding': 'gzip' },
        },
        call: {
          url: `${own.origin}/api/auto-trading/status`,
          headers: { Cookie: cookie, ...uncompressed },
        },
        whatIf: {
          url: `${own.origin}/what-if?commodity=natural-gas&side=BUY&size=100`,
          headers: { Cookie: cookie, ...uncompressed },
        },
      },
      rounds,
      milliseconds,
    );
    const html = page.toString('utf8');
    const computeRatio = ({ perSecond }: Load): number => perSecond / loads.bare.perSecond;
    return {
      ...loads,
      elements: countElements(readHtml(html)),
      pageKb: page.length / KB,
      pageGzipKb: gzipSync(page).length / KB,
      scriptGzipKb: await measureScriptKb(own.origin, html),
      ratio: computeRatio(loads.own),
      stockRatio: computeRatio(loads.stock),
      gzipRatio: computeRatio(loads.ownGzipped),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
