// `npm run bench`: measures engine, journal, start, audit and replay on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { openDatabase } from '../../../db/client.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { createBigLog } from './big-log';
import { measureCommits } from './commit-speed';
import { measureCrowd } from './crowd';
import { measureEngine } from './engine-speed';
import { measureFold } from './kernel/fold-speed';
import { measureKernel } from './kernel/kernel-speed';
import { measureNetworks } from './networks/network-speed';
import { measureTraining } from './networks/training-speed';
import { serveBare } from './pages/bare-server';
import { type PagePlan, measurePages } from './pages/page-speed';
import { measurePublic } from './public-speed';
import { measureQueue } from './queue/queue-speed';
import { measureStream } from './stream/stream-speed';
import { measureReplay } from './replay-speed';
import { type Measurements, formatPage, formatReport, describeMachine } from './report';
import { measureRisk } from './risk-speed';
import { type SocketSpeed, measureSockets } from './socket-speed';
import { measureDeskStarts } from './desk-start';
import { type StartSpeed, measureHere, measureStarts } from './start-speed';
import { measureBookYear } from './book-year';
import { measureUsers } from './users-speed';
import { measureWayOut } from './exit-speed';
import { measureWorld } from './simulation-speed';

interface BenchPlan {
  readonly minutes: number;
  readonly commits: number;
  readonly postings: readonly number[];
  readonly barsEach: number;
  readonly pages: PagePlan;
  /** Clicks per exit button, and sign-ins per attack. */
  readonly wayOut: readonly [presses: number, signIns: number];
  readonly socketClients: readonly number[];
  readonly socketSeconds: number;
  /** Daily bars of ten contracts for accounts of many users. */
  readonly userDays: number;
  readonly worldYears: readonly number[];
  /** Users with a socket and a dashboard each. */
  readonly crowd: { readonly users: number; readonly seconds: number };
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

const FULL: BenchPlan = {
  minutes: 3000,
  commits: 6000,
  postings: [10_000, 100_000, 1_000_000],
  barsEach: 20_000,
  pages: { users: 30, rounds: 9, isAtRest: true },
  wayOut: [200, 20],
  socketClients: [200, 1000],
  socketSeconds: 10,
  userDays: 120,
  worldYears: [1, 5, 17, 40],
  crowd: { users: 200, seconds: 60 },
  publicDesk: { starts: 9, requests: 1000 },
  bookYear: { books: 200, days: 365 },
  kernelBars: [100_000, 87_660],
  closes: 60,
  networks: [20_000, 100_000],
  queueJobs: 12,
  streamEvents: 60_000,
  isTrained: true,
};
const QUICK: BenchPlan = {
  minutes: 300,
  commits: 600,
  postings: [10_000],
  barsEach: 1000,
  pages: { users: 6, rounds: 1, isAtRest: false },
  wayOut: [30, 5],
  socketClients: [200],
  socketSeconds: 3,
  userDays: 60,
  worldYears: [1, 4],
  crowd: { users: 20, seconds: 10 },
  publicDesk: { starts: 3, requests: 200 },
  bookYear: { books: 10, days: 30 },
  kernelBars: [20_000, 8766],
  closes: 10,
  networks: [2000, 10_000],
  queueJobs: 4,
  streamEvents: 10_000,
  isTrained: false,
};

async function measureAll(
  plan: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
): Promise<Measurements> {
  const memory = openDatabase(':memory:');
  const facts = describeMachine(
    String(memory.$client.prepare('SELECT sqlite_version()').pluck().get()),
  );
  memory.$client.close();
  progress.update(0, 1, 'engine');
  const engine = await measureEngine(plan.minutes);
  progress.update(0, 1, 'many users');
  const users = measureUsers(plan.userDays);
  progress.update(0, 1, 'simulation');
  const world = measureWorld(plan.worldYears);
  progress.update(0, 1, 'backtests');
  const kernel = await measureKernel(...plan.kernelBars);
  progress.update(0, 1, 'bar close with all strategies');
  const fold = measureFold(plan.closes);
  progress.update(0, 1, 'networks');
  const networks = measureNetworks(...plan.networks);
  const training = plan.isTrained
    ? await measureTraining(join(folder, 'training'), progress)
    : null;
  progress.update(0, 1, 'research workers');
  const queue = await measureQueue(join(folder, 'queue'), plan.queueJobs);
  const stream = await measureStream(join(folder, 'stream'), plan.streamEvents);
  progress.update(0, 1, 'durable commits');
  const commits = await measureCommits(plan.commits, folder);
  progress.update(0, 1, 'replay');
  const replay = await measureReplay(plan.barsEach, folder);
  progress.update(0, 1, 'pages');
  const pages = await measurePages(folder, plan.pages);
  progress.update(0, 1, 'exits and sign-ins');
  const wayOut = await measureWayOut(folder, ...plan.wayOut);
  const sockets: SocketSpeed[] = [];
  for (const clients of plan.socketClients) {
    progress.update(0, 1, `${clients} sockets`);
    sockets.push(await measureSockets(clients, plan.socketSeconds));
  }
  progress.update(0, 1, 'many users on one server');
  const crowd = await measureCrowd(join(folder, 'crowd'), plan.crowd);
  progress.update(0, 1, 'start of a desk');
  const deskStarts = await measureDeskStarts(join(folder, 'desk-start'));
  progress.update(0, 1, 'public data without a network');
  const publicDesk = await measurePublic(join(folder, 'public'), plan.publicDesk);
  const starts: StartSpeed[] = [];
  for (const postings of plan.postings) {
    const books = join(folder, `log-${postings}`);
    const log = await createBigLog(books, postings, (done) =>
      progress.update(done, postings, `a log of ${postings} postings`),
    );
    progress.update(1, 1, `start and audit with ${postings} postings`);
    starts.push(measureStarts(books, log));
    rmSync(books, { recursive: true });
  }
  const bookYear = await measureBookYear(join(folder, 'year'), plan.bookYear, (day) =>
    progress.update(day, plan.bookYear.days, 'days of a generated year'),
  );
  rmSync(join(folder, 'year'), { recursive: true });
  progress.endPhase();
  return {
    machine: facts,
    engine,
    users,
    world,
    kernel,
    fold,
    networks,
    training,
    queue,
    stream,
    commits,
    deskStarts,
    publicDesk,
    starts,
    bookYear,
    replay,
    pages,
    wayOut,
    sockets,
    crowd,
  };
}

/** Measures one part and prints its figures; its files are deleted afterwards. */
async function measurePart(
  call: ProgramCall,
  measure: (plan: BenchPlan, folder: string, call: ProgramCall) => unknown,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-bench-'));
  try {
    const found = await measure(call.flag('quick') ? QUICK : FULL, folder, call);
    call.print(JSON.stringify(found, null, 1));
    call.printJson(found);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Parts of the measurement that `--measure` runs alone. */
const PARTS: Readonly<
  Record<string, (plan: BenchPlan, folder: string, call: ProgramCall) => unknown>
> = {
  pages: ({ pages }, folder) => measurePages(folder, pages),
  'way-out': ({ wayOut }, folder) => measureWayOut(folder, ...wayOut),
  world: ({ worldYears }) => measureWorld(worldYears),
  kernel: ({ kernelBars }) => measureKernel(...kernelBars),
  users: ({ userDays }) => measureUsers(userDays),
  risk: () => measureRisk(),
  fold: ({ closes }) => measureFold(closes),
  networks: ({ networks }) => measureNetworks(...networks),
  queue: ({ queueJobs }, folder) => measureQueue(folder, queueJobs),
  stream: ({ streamEvents }, folder) => measureStream(folder, streamEvents),
  training: (_plan, folder, { progress }) => measureTraining(folder, progress),
  year: ({ bookYear }, folder, { progress }) =>
    measureBookYear(join(folder, 'year'), bookYear, (day) =>
      progress.update(day, bookYear.days, 'days of a generated year'),
    ),
  crowd: ({ crowd }, folder) => measureCrowd(join(folder, 'crowd'), crowd),
  public: ({ publicDesk }, folder) => measurePublic(folder, publicDesk),
  'desk-start': (_plan, folder) => measureDeskStarts(join(folder, 'desk')),
};

async function measureOne(call: ProgramCall, part: string): Promise<number> {
  const folder = call.option('in');
  if (part === 'bare' && folder) return serveBare(folder);
  const measure = PARTS[part];
  if (measure) return measurePart(call, measure);
  if ((part !== 'start' && part !== 'audit') || !folder)
    throw new UsageError(
      `--measure needs ${Object.keys(PARTS).join(', ')}, or start or audit with --in DIR.`,
    );
  call.printJson(await measureHere(part, folder));
  return 0;
}

export const benchProgram: Program = {
  name: 'bench',
  summary:
    'Measures the speed of engine, simulation, backtests, networks, journal, start, audit and replay on this machine. Does not touch any account.',
  usage: '[--quick] [--write] [--in DIR]',
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    in: { type: 'string' },
    measure: { type: 'string' },
  },
  optionHelp: {
    '--quick': 'a tenth of the work, logs of at most 10,000 postings',
    '--write': 'writes the result to docs/performance.md',
    '--in DIR': 'folder on the disk to measure (default: temporary folder); emptied afterwards',
    '--measure PART':
      'measures one part: pages, way-out, world, kernel, fold, networks, training, queue, stream, risk, users, crowd, year, public or desk-start; or start or audit of the database in DIR',
  },
  async run(call) {
    const part = call.option('measure');
    if (part !== undefined) return measureOne(call, part);
    const folder = mkdtempSync(join(call.option('in') ?? tmpdir(), 'frontmonth-bench-'));
    try {
      const measured = await measureAll(call.flag('quick') ? QUICK : FULL, folder, call.progress);
      call.print(formatReport(measured));
      call.printJson(measured);
      if (call.flag('write'))
        writeFileSync(join(PROJECT_ROOT, 'docs', 'performance.md'), formatPage(measured));
      return 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
