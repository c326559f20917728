// Starts and dashboards of a desk on public data whose sources cannot be reached, beside the
// simulated market, in turns. The dashboards have a year of prices from files of the owner.
import { Agent } from 'node:http';
import { join } from 'node:path';
import { computeMedian } from '../../trading/statistics/quantile';
import { UsageError } from '../cli';
import { sendRequest } from './pages/load';
import { waitForPriceFiles, writePriceFiles } from './price-files';
import { findFreePort } from '../../server/platform/free-port.server';
import type { ServerProcess } from '../servers/launch-server';
import { signIn, startTerminal } from './pages/server-process';
import { type Table, formatInteger } from './table';
import { getQuantile } from './timed-request';

export interface PublicSpeed {
  readonly starts: number;
  /** Median milliseconds from the start of the process to ready. */
  readonly startMs: number;
  readonly simulatedStartMs: number;
  readonly startRatio: number;
  readonly requests: number;
  /** Time of 99 of 100 dashboards requested one after the other, ms. */
  readonly dashboardMs: number;
  readonly simulatedDashboardMs: number;
  readonly dashboardRatio: number;
}

type Market = 'simulated' | 'public';
const MARKETS: readonly Market[] = ['simulated', 'public'];

type Settings = Readonly<Record<Market, Readonly<Record<string, string>>>>;

/** Nothing listens at the address of the sources. */
const createSettings = async (): Promise<Settings> => ({
  simulated: {},
  public: {
    FEED: 'public',
    FEED_SOURCES: 'all',
    FEED_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    LOG_LEVEL: 'silent',
  },
});

type Times = Readonly<Record<Market, number[]>>;

/** Milliseconds of each start. The first start of each market, which fills its folder, is left out. */
async function measureStarts(folder: string, settings: Settings, count: number): Promise<Times> {
  const times: Times = { simulated: [], public: [] };
  for (let start = 0; start <= count; start += 1)
    for (const market of MARKETS) {
      const startedMs = performance.now();
      const server = await startTerminal('own', join(folder, market), settings[market]);
      if (start > 0) times[market].push(performance.now() - startedMs);
      await server.stop();
    }
  return times;
}

/** Milliseconds of each dashboard. */
async function measureDashboards(
  servers: Readonly<Record<Market, ServerProcess>>,
  count: number,
): Promise<Times> {
  const times: Times = { simulated: [], public: [] };
  const cookies = {
    simulated: await signIn(servers.simulated),
    public: await signIn(servers.public),
  };
  const agent = new Agent({ keepAlive: true });
  for (let request = 0; request < count; request += 1)
    for (const market of MARKETS) {
      const startedMs = performance.now();
      const { origin } = servers[market];
      const { status } = await sendRequest(`${origin}/`, { Cookie: cookies[market] }, agent);
      if (status !== 200) throw new UsageError(`a measured dashboard returned ${status}`);
      times[market].push(performance.now() - startedMs);
    }
  agent.destroy();
  return times;
}

/** Time of 99 of 100 dashboards, without the first tenth, which fills caches. */
const computeSlowest = (times: readonly number[]): number =>
  getQuantile(
    times.slice(Math.ceil(times.length / 10)).sort((a, b) => a - b),
    0.99,
  );

/** Measures both markets in turns, so that other load affects both alike. */
export async function measurePublic(
  folder: string,
  { starts, requests }: { readonly starts: number; readonly requests: number },
): Promise<PublicSpeed> {
  const settings = await createSettings();
  const startTimes = await measureStarts(folder, settings, starts);
  const servers: ServerProcess[] = [];
  const startServer = async (market: Market): Promise<ServerProcess> => {
    const server = await startTerminal('own', join(folder, market), settings[market]);
    servers.push(server);
    return server;
  };
  try {
    const publicFolder = join(folder, 'public');
    const files = writePriceFiles(publicFolder, Date.now());
    const [simulated, open] = [await startServer('simulated'), await startServer('public')];
    await waitForPriceFiles(publicFolder, files);
    const dashboardTimes = await measureDashboards({ simulated, public: open }, requests);
    const [startMs, simulatedStartMs] = [
      computeMedian(startTimes.public),
      computeMedian(startTimes.simulated),
    ];
    const [dashboardMs, simulatedDashboardMs] = [
      computeSlowest(dashboardTimes.public),
      computeSlowest(dashboardTimes.simulated),
    ];
    return {
      starts,
      startMs,
      simulatedStartMs,
      startRatio: startMs / simulatedStartMs,
      requests,
      dashboardMs,
      simulatedDashboardMs,
      dashboardRatio: dashboardMs / simulatedDashboardMs,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

export const buildPublicTable = (speed: PublicSpeed): Table => ({
  title: 'Public data without a network',
  head: ['figure', 'public', 'simulated', 'ratio'],
  note: `A desk with every public source, none of which can be reached, beside the simulated market, in turns: ${speed.starts} starts and ${speed.requests} dashboards of each. The public dashboards have a year of daily prices of 18 contracts. Goal of both ratios: 1.2 at most.`,
  rows: [
    [
      'from the start of the process to ready',
      `${formatInteger(speed.startMs)} ms`,
      `${formatInteger(speed.simulatedStartMs)} ms`,
      speed.startRatio.toFixed(2),
    ],
    [
      'dashboard, 99 of 100',
      `${formatInteger(speed.dashboardMs)} ms`,
      `${formatInteger(speed.simulatedDashboardMs)} ms`,
      speed.dashboardRatio.toFixed(2),
    ],
  ],
});
