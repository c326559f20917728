// Starts and dashboards of a desk on public data whose sources cannot be reached, beside the
// simulated market, in turns.
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { UsageError } from '../cli';
import { sendRequest } from './pages/load';
import { type ServerProcess, signIn, startTerminal } from './pages/server-process';
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

type Market = 'public' | 'simulated';
const MARKETS: readonly Market[] = ['simulated', 'public'];

/** An address of this machine where nothing listens. */
const findClosedAddress = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(`http://127.0.0.1:${address.port}`)
          : reject(new UsageError('no free port')),
      );
    });
  });

const computeMedian = (values: readonly number[]): number =>
  getQuantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

class MeasuredMarket {
  private readonly startTimes: number[] = [];
  private readonly dashboardTimes: number[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private server: ServerProcess | null = null;
  private cookie = '';

  constructor(
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts on the folder of the start before, which only the first has to fill. */
  async startAgain(): Promise<void> {
    await this.stop();
    const startedMs = performance.now();
    this.server = await startTerminal('own', this.folder, this.settings);
    this.startTimes.push(performance.now() - startedMs);
  }

  async signIn(): Promise<void> {
    if (this.server) this.cookie = await signIn(this.server);
  }

  async requestDashboard(): Promise<void> {
    const startedMs = performance.now();
    const { status } = await sendRequest(
      `${this.server?.origin ?? ''}/`,
      { Cookie: this.cookie },
      this.agent,
    );
    if (status !== 200) throw new UsageError(`a measured dashboard returned ${status}`);
    this.dashboardTimes.push(performance.now() - startedMs);
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.server = null;
  }

  /** Without the first start, and without the first tenth of the dashboards. */
  computeFigures(): { readonly startMs: number; readonly dashboardMs: number } {
    const [, ...starts] = this.startTimes;
    const dashboards = this.dashboardTimes.slice(Math.ceil(this.dashboardTimes.length / 10));
    return {
      startMs: computeMedian(starts),
      dashboardMs: getQuantile(
        dashboards.sort((a, b) => a - b),
        0.99,
      ),
    };
  }
}

/** Measures both markets in turns, so that other load affects both alike. */
export async function measurePublic(
  folder: string,
  { starts, requests }: { readonly starts: number; readonly requests: number },
): Promise<PublicSpeed> {
  const settings = {
    FEED: 'public',
    FEED_SOURCES: 'all',
    FEED_ENDPOINT: await findClosedAddress(),
    LOG_LEVEL: 'silent',
  };
  const markets = {
    simulated: new MeasuredMarket(join(folder, 'simulated'), {}),
    public: new MeasuredMarket(join(folder, 'public'), settings),
  };
  try {
    for (let start = 0; start <= starts; start += 1)
      for (const market of MARKETS) await markets[market].startAgain();
    for (const market of MARKETS) await markets[market].signIn();
    for (let request = 0; request < requests; request += 1)
      for (const market of MARKETS) await markets[market].requestDashboard();
  } finally {
    for (const market of MARKETS) await markets[market].stop();
  }
  const [open, simulated] = [markets.public.computeFigures(), markets.simulated.computeFigures()];
  return {
    starts,
    startMs: open.startMs,
    simulatedStartMs: simulated.startMs,
    startRatio: open.startMs / simulated.startMs,
    requests,
    dashboardMs: open.dashboardMs,
    simulatedDashboardMs: simulated.dashboardMs,
    dashboardRatio: open.dashboardMs / simulated.dashboardMs,
  };
}

export const buildPublicTable = (speed: PublicSpeed): Table => ({
  title: 'Public data without a network',
  head: ['figure', 'public', 'simulated', 'ratio'],
  note: `A desk with every public source, none of which can be reached, beside the simulated market, in turns: ${speed.starts} starts and ${speed.requests} dashboards of each. Goal of both ratios: 1.2 at most.`,
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
