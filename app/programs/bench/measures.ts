// Parts of the benchmark, and how much work each does.
import { join } from 'node:path';
import { mkdirSync, rmSync } from 'node:fs';
import type { ProgramCall } from '../cli';
import { createBigLog } from './big-log';
import { measureBookYear } from './book-year';
import { measureCommits } from './commit-speed';
import { measureCrowd } from './crowd';
import { measureFront } from './front-speed';
import { measureDeskStarts } from './desk-start';
import { measureEngine } from './engine-speed';
import { measureWayOut } from './exit-speed';
import { measureIdleSockets } from './idle-sockets';
import { measureFold } from './kernel/fold-speed';
import { measureKernel } from './kernel/kernel-speed';
import { measureNetworks } from './networks/network-speed';
import { measureTraining } from './networks/training-speed';
import { type PagePlan, measurePages } from './pages/page-speed';
import { measurePublic } from './public-speed';
import { measureQueue } from './queue/queue-speed';
import { measureReplay } from './replay-speed';
import type { Measurements } from './report';
import { measureWorld } from './simulation-speed';
import { type SocketSpeed, measureSockets } from './socket-speed';
import { type StartSpeed, measureStarts } from './start-speed';
import { measureStream } from './stream/stream-speed';
import { measureUsers } from './users-speed';

export interface BenchPlan {
  readonly minutes: number;
  readonly commits: number;
  readonly postings: readonly number[];
  readonly barsEach: number;
  readonly pages: PagePlan;
  /** Clicks per exit button, and sign-ins per attack. */
  readonly wayOut: readonly [presses: number, signIns: number];
  readonly socketClients: readonly number[];
  readonly socketSeconds: number;
  readonly idleSockets: { readonly count: number; readonly seconds: number };
  /** Daily bars of ten contracts for accounts of many users. */
  readonly userDays: number;
  readonly worldYears: readonly number[];
  /** Users with a socket and a dashboard each. */
  readonly crowd: { readonly users: number; readonly seconds: number };
  /** Users of a server behind the front, and rounds of their requests. */
  readonly front: { readonly users: number; readonly rounds: number };
  /** Starts and dashboards of each market. */
  readonly publicDesk: { readonly starts: number; readonly requests: number };
  /** Accounts and days of the generated log. */
  readonly bookYear: { readonly books: number; readonly days: number };
  /** Hourly bars for one rule, and for each strategy. */
  readonly kernelBars: readonly [one: number, each: number];
  readonly closes: number;
  /** Inferences per network, and training rows. */
  readonly networks: readonly [answers: number, rows: number];
  /** Jobs for one worker of the queue, and for two. */
  readonly queueJobs: number;
  /** Quotes through one feed for many servers. */
  readonly streamEvents: number;
  /** Whether all eight networks are trained, which takes a minute. */
  readonly isTrained: boolean;
}

export const FULL: BenchPlan = {
  minutes: 3000,
  commits: 6000,
  postings: [10_000, 100_000, 1_000_000],
  barsEach: 20_000,
  pages: { users: 30, rounds: 9, isAtRest: true },
  wayOut: [200, 20],
  socketClients: [200, 1000],
  socketSeconds: 10,
  idleSockets: { count: 5000, seconds: 60 },
  userDays: 120,
  worldYears: [1, 5, 17, 40],
  crowd: { users: 200, seconds: 60 },
  front: { users: 10, rounds: 9 },
  publicDesk: { starts: 9, requests: 1000 },
  bookYear: { books: 200, days: 365 },
  kernelBars: [100_000, 87_660],
  closes: 60,
  networks: [20_000, 100_000],
  queueJobs: 12,
  streamEvents: 60_000,
  isTrained: true,
};
export const QUICK: BenchPlan = {
  minutes: 300,
  commits: 600,
  postings: [10_000],
  barsEach: 1000,
  pages: { users: 6, rounds: 1, isAtRest: false },
  wayOut: [30, 5],
  socketClients: [200],
  socketSeconds: 3,
  idleSockets: { count: 1000, seconds: 30 },
  userDays: 60,
  worldYears: [1, 4],
  crowd: { users: 20, seconds: 10 },
  front: { users: 4, rounds: 3 },
  publicDesk: { starts: 3, requests: 200 },
  bookYear: { books: 10, days: 30 },
  kernelBars: [20_000, 8766],
  closes: 10,
  networks: [2000, 10_000],
  queueJobs: 4,
  streamEvents: 10_000,
  isTrained: false,
};

/** For budgets: as quick, but with enough documents that both servers have compiled their code. */
export const CHECKED: BenchPlan = { ...QUICK, pages: { users: 30, rounds: 3, isAtRest: false } };

export type Figures = Omit<Measurements, 'machine'>;
export type FigurePart = keyof Figures;

/** Measures a part in a folder of its own. */
type Measure<Result> = (
  plan: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
) => Result | Promise<Result>;

async function measureAllSockets({ socketClients, socketSeconds }: BenchPlan) {
  const sockets: SocketSpeed[] = [];
  for (const clients of socketClients) sockets.push(await measureSockets(clients, socketSeconds));
  return sockets;
}

async function measureAllStarts(
  { postings }: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
): Promise<readonly StartSpeed[]> {
  const starts: StartSpeed[] = [];
  for (const count of postings) {
    const books = join(folder, `log-${count}`);
    const log = await createBigLog(books, count, (done) =>
      progress.update(done, count, `a log of ${count} postings`),
    );
    progress.update(1, 1, `start and audit with ${count} postings`);
    starts.push(measureStarts(books, log));
    rmSync(books, { recursive: true });
  }
  return starts;
}

/** In the order in which they are measured. */
const MEASURES: { readonly [Part in FigurePart]: Measure<Figures[Part]> } = {
  engine: ({ minutes }) => measureEngine(minutes),
  users: ({ userDays }) => measureUsers(userDays),
  world: ({ worldYears }) => measureWorld(worldYears),
  kernel: ({ kernelBars }) => measureKernel(...kernelBars),
  fold: ({ closes }) => measureFold(closes),
  networks: ({ networks }) => measureNetworks(...networks),
  training: ({ isTrained }, folder, progress) =>
    isTrained ? measureTraining(folder, progress) : null,
  queue: ({ queueJobs }, folder) => measureQueue(folder, queueJobs),
  stream: ({ streamEvents }, folder) => measureStream(folder, streamEvents),
  commits: ({ commits }, folder) => measureCommits(commits, folder),
  replay: ({ barsEach }, folder) => measureReplay(barsEach, folder),
  pages: ({ pages }, folder) => measurePages(folder, pages),
  wayOut: ({ wayOut }, folder) => measureWayOut(folder, ...wayOut),
  sockets: measureAllSockets,
  idleSockets: ({ idleSockets: { count, seconds } }) => measureIdleSockets(count, seconds),
  crowd: ({ crowd }, folder) => measureCrowd(folder, crowd),
  front: ({ front }, folder) => measureFront(folder, front),
  deskStarts: (_plan, folder) => measureDeskStarts(folder),
  publicDesk: ({ publicDesk }, folder) => measurePublic(folder, publicDesk),
  starts: measureAllStarts,
  bookYear: ({ bookYear }, folder, progress) =>
    measureBookYear(folder, bookYear, (day) =>
      progress.update(day, bookYear.days, 'days of a generated year'),
    ),
};

const TITLES: Readonly<Record<FigurePart, string>> = {
  engine: 'engine',
  users: 'many users',
  world: 'simulation',
  kernel: 'backtests',
  fold: 'bar close with all strategies',
  networks: 'networks',
  training: 'training of networks',
  queue: 'research workers',
  stream: 'one feed for many servers',
  commits: 'durable commits',
  replay: 'replay',
  pages: 'pages',
  wayOut: 'exits and sign-ins',
  sockets: 'sockets',
  idleSockets: 'idle sockets',
  crowd: 'many users on one server',
  front: 'one server behind the front',
  deskStarts: 'start of a desk',
  publicDesk: 'public data without a network',
  starts: 'start and audit',
  bookYear: 'a generated year',
};

/** Measures one part in a new folder inside `folder`, which is deleted afterwards. */
export async function measureFigures<Part extends FigurePart>(
  part: Part,
  plan: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
): Promise<Figures[Part]> {
  const own = join(folder, part);
  mkdirSync(own, { recursive: true });
  progress.update(0, 1, TITLES[part]);
  try {
    return await MEASURES[part](plan, own, progress);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Measures every part. */
export async function measureAllFigures(
  plan: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
): Promise<Figures> {
  const figures: Partial<Record<FigurePart, unknown>> = {};
  for (const part of Object.keys(MEASURES) as FigurePart[])
    figures[part] = await measureFigures(part, plan, folder, progress);
  progress.endPhase();
  return figures as Figures;
}
