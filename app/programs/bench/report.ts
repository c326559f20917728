// Formats measurements for the terminal and for docs/performance.md.
import { cpus, totalmem, type } from 'node:os';
import type { CommitSpeed } from './commit-speed';
import { type BookYear, buildBookYearTable } from './book-year';
import { type CrowdSpeed, buildCrowdTable } from './crowd';
import { type DeskStarts, buildDeskStartTable } from './desk-start';
import type { EngineSpeed } from './engine-speed';
import { type FrontSpeed, buildFrontTable } from './front-speed';
import type { FoldSpeed } from './kernel/fold-speed';
import type { KernelSpeed } from './kernel/kernel-speed';
import { buildKernelTables } from './kernel/report';
import type { NetworkSpeed } from './networks/network-speed';
import { buildNetworkTables } from './networks/report';
import type { TrainingSpeed } from './networks/training-speed';
import { type QueueSpeed, buildQueueTable } from './queue/queue-speed';
import { type StreamSpeed, buildStreamTable } from './stream/stream-speed';
import { type Table, formatDecimal, formatInteger } from './table';
import type { Load } from './pages/load';
import type { PageSpeed } from './pages/page-speed';
import { type PublicSpeed, buildPublicTable } from './public-speed';
import type { ReplaySpeed } from './replay-speed';
import { type IdleSockets, buildIdleTable } from './idle-sockets';
import type { SocketSpeed } from './socket-speed';
import type { StartSpeed } from './start-speed';
import type { UsersSpeed } from './users-speed';
import { type WayOutSpeed, buildExitTables } from './exit-speed';
import type { WorldSpeed } from './simulation-speed';

export interface Measurements {
  readonly machine: Readonly<Record<string, string>>;
  readonly engine: EngineSpeed;
  readonly world: WorldSpeed;
  readonly kernel: KernelSpeed;
  readonly fold: FoldSpeed;
  readonly networks: NetworkSpeed;
  /** Null when not measured. */
  readonly training: TrainingSpeed | null;
  /** Null without redis-server. */
  readonly queue: QueueSpeed | null;
  /** Null without redis-server. */
  readonly stream: StreamSpeed | null;
  readonly commits: CommitSpeed;
  readonly deskStarts: DeskStarts;
  readonly publicDesk: PublicSpeed;
  readonly starts: readonly StartSpeed[];
  readonly bookYear: BookYear;
  readonly replay: ReplaySpeed;
  readonly pages: PageSpeed;
  readonly wayOut: WayOutSpeed;
  readonly users: readonly UsersSpeed[];
  readonly sockets: readonly SocketSpeed[];
  readonly idleSockets: IdleSockets;
  readonly crowd: CrowdSpeed;
  readonly front: FrontSpeed;
}

/** Goal of journal speed / plain SQLite speed. */
const RATIO_GOAL = 0.5;

export const describeMachine = (sqliteVersion: string): Measurements['machine'] => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: String(cpus().length),
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${process.arch}`,
  Node: process.versions.node,
  SQLite: sqliteVersion,
});

const formatTime = (ms: number): string =>
  ms < 1000 ? `${formatInteger(ms)} ms` : `${formatDecimal(ms / 1000)} s`;

function buildPageTable(pages: PageSpeed): Table {
  const buildRow = (name: string, { perSecond, medianMs, ratio }: Load): string[] => [
    name,
    formatInteger(perSecond),
    `${medianMs.toFixed(2)} ms`,
    ratio.toFixed(2),
  ];
  return {
    title: 'Dashboard documents',
    head: ['server', 'documents per second', 'median under load', 'ratio to plain React'],
    note: `${formatInteger(pages.users)} signed-in users with different accounts and auto-trading on: ${formatInteger(pages.elements)} elements, ${formatDecimal(pages.pageKb)} kB, ${formatDecimal(pages.pageGzipKb)} kB gzipped on average, initial scripts ${formatDecimal(pages.scriptGzipKb)} kB gzipped. After each price update every user opens the dashboard, then every user opens it again. One process each, four connections. Plain React renders the elements of the same pages over node:http without session, account, routes or script data; ratios are medians of the ratios of each round. Goals: 0.5 for the first visit, 0.8 for the next one, 0.4 gzipped.`,
    rows: [
      buildRow('plain React', pages.bare),
      buildRow('Frontmonth, first visit after a price update', pages.first),
      buildRow('Frontmonth, next visit', pages.repeated),
      buildRow('Frontmonth, first visit, gzipped', pages.firstGzipped),
      buildRow('Frontmonth, next visit, gzipped', pages.repeatedGzipped),
      buildRow('Frontmonth under the stock server, first visit', pages.stock),
      buildRow('API call', pages.call),
      buildRow('what-if page', pages.whatIf),
    ],
  };
}

function buildSimulationTables({
  folds,
  bootYears,
  bootMs,
  followed,
  dayMs,
  stepMs,
  cycleMs,
}: WorldSpeed): Table[] {
  return [
    {
      title: 'Simulation',
      head: ['years', 'time', 'years per second', 'relative time per year'],
      note: '13 weather cells, 9 futures chains with all contract months and 5 hourly power hubs, simulated day by day in one thread from the first day.',
      rows: folds.map((fold) => [
        formatInteger(fold.years),
        formatTime(1000 * fold.seconds),
        fold.yearsPerSecond.toFixed(1),
        fold.ratio.toFixed(2),
      ]),
    },
    {
      title: 'Live simulation',
      head: ['figure', 'time'],
      note: 'Without checkpoints.',
      rows: [
        [
          `${formatInteger(bootYears)} years from scratch to the first quotes of ${formatInteger(followed)} contracts`,
          formatTime(bootMs),
        ],
        ['one more day, to its first quotes', `${dayMs.toFixed(2)} ms`],
        ['one live step: new quotes of all contracts', `${stepMs.toFixed(3)} ms`],
        ['one forecast cycle, nine markets', `${cycleMs.toFixed(2)} ms`],
      ],
    },
  ];
}

const buildUsersTable = (users: readonly UsersSpeed[]): Table => ({
  title: 'Many users',
  head: [
    'trading users',
    'open positions',
    'one quote',
    'one bar close, all strategies decide',
    'slowest bar',
    'per user',
  ],
  note: 'One engine step in one thread, without disk: ten contracts, every user runs all commodities with daily price-only strategies, which differ between users; positions at the start of the measurement. Medians of daily bars. Goal: linear, and at most 50 ms with 1,000 users.',
  rows: users.map((row) => [
    formatInteger(row.users),
    formatInteger(row.positions),
    `${row.quoteMs.toFixed(3)} ms`,
    `${row.barMs.toFixed(2)} ms`,
    `${row.slowestBarMs.toFixed(1)} ms`,
    `${((1000 * row.barMs) / row.users).toFixed(1)} us`,
  ]),
});

function listTables({
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
  idleSockets,
  crowd,
  front,
}: Measurements): Table[] {
  return [
    { title: 'Machine', note: '', head: ['fact', 'value'], rows: Object.entries(facts) },
    {
      title: 'Engine',
      head: ['events', 'per second'],
      note: `${formatInteger(engine.events)} events in one thread, without disk: ten contracts, all strategies, three users with all commodities running and circuit breakers off. The empty fold only numbers the events; one event costs ${formatInteger(engine.ratio)} of its steps.`,
      rows: [
        ['all', formatInteger(engine.eventsPerSecond)],
        ['empty fold over the same events', formatInteger(engine.emptyPerSecond)],
        ['quotes', formatInteger(engine.quotesPerSecond)],
        ['closed bars, evaluated by every strategy', formatInteger(engine.barsPerSecond)],
        ['manual orders', formatInteger(engine.commandsPerSecond)],
        [
          `all, with three shadow accounts per account (${engine.shadowRatio.toFixed(2)} x extra time)`,
          formatInteger(engine.withShadowsPerSecond),
        ],
      ],
    },
    buildUsersTable(users),
    ...buildSimulationTables(world),
    ...buildKernelTables(kernel, fold),
    ...buildNetworkTables(networks, training),
    buildQueueTable(queue),
    buildStreamTable(stream),
    {
      title: 'Durable commits',
      head: ['writer', 'commits per second'],
      note: `Each commit is one order with its fill: ${formatDecimal(commits.recordsPerCommit)} records, ${formatDecimal(commits.postingsPerCommit)} postings and ${formatDecimal(commits.rowsPerCommit)} rows, synced to disk. Plain SQLite writes the same cells into tables with primary keys only. Goal: ${RATIO_GOAL} or more.`,
      rows: [
        ['journal', formatInteger(commits.journalPerSecond)],
        ['plain better-sqlite3', formatInteger(commits.barePerSecond)],
        ['ratio', commits.ratio.toFixed(2)],
      ],
    },
    buildDeskStartTable(deskStarts),
    buildPublicTable(publicDesk),
    {
      title: 'Start and audit',
      head: [
        'postings',
        'records',
        'start without checkpoint',
        'start from a checkpoint',
        'audit',
        'audit memory',
      ],
      note: 'Each in a new process, without the start time of Node.',
      rows: starts.map((row) => [
        formatInteger(row.postings),
        formatInteger(row.records),
        formatTime(row.coldStartMs),
        formatTime(row.checkpointStartMs),
        formatTime(row.auditMs),
        `${formatInteger(row.auditMemoryMb)} MB`,
      ]),
    },
    buildBookYearTable(bookYear),
    {
      title: 'Replay',
      head: ['figure', 'value'],
      note: 'Hourly bars of three contracts, from file to durable database.',
      rows: [
        ['bars', formatInteger(replay.bars)],
        ['records', formatInteger(replay.records)],
        ['bars per second', formatInteger(replay.barsPerSecond)],
      ],
    },
    buildPageTable(pages),
    ...buildExitTables(wayOut),
    {
      title: 'Sockets',
      head: ['clients', 'median', '99th percentile', 'memory', 'event loop delay, 99th percentile'],
      note: 'Latency of one 2 KB message per second and user, ten clients per user, from creation at the server to arrival; server and clients in separate processes.',
      rows: sockets.map((row) => [
        formatInteger(row.clients),
        `${row.p50Ms.toFixed(1)} ms`,
        `${row.p99Ms.toFixed(1)} ms`,
        `${formatInteger(row.rssMb)} MB`,
        `${row.loopLagP99Ms.toFixed(1)} ms`,
      ]),
    },
    buildIdleTable(idleSockets),
    buildCrowdTable(crowd),
    buildFrontTable(front),
  ];
}

/** Aligned columns for a terminal. */
export const formatTable = ({ title, note, head, rows }: Table): string =>
  [title, ...(note ? [note] : []), ...alignRows([head, ...rows])].join('\n');

export const formatReport = (measured: Measurements): string =>
  listTables(measured).map(formatTable).join('\n\n');

function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map(
    (row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`,
  );
}

const INTRODUCTION = `# Performance

Measured by \`npm run bench -- --write\`, which replaces this page. The figures apply to the machine below; tests assert
results and ratios, never these times.`;

/** Content of docs/performance.md. */
export function formatPage(measured: Measurements): string {
  const parts = listTables(measured).map(({ title, note, head, rows }) => {
    const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map(
      (row) => `| ${row.join(' | ')} |`,
    );
    return [`## ${title}`, ...(note ? [note] : []), lines.join('\n')].join('\n\n');
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}
