// What was measured, as a table for a terminal and as a page for the documentation.
import { cpus, totalmem, type } from 'node:os';
import type { CommitSpeed } from './commit-speed';
import type { EngineSpeed } from './engine-speed';
import type { FoldSpeed } from './kernel/fold-speed';
import type { KernelSpeed } from './kernel/kernel-speed';
import { kernelTables } from './kernel/report';
import type { NetworkSpeed } from './networks/network-speed';
import { networkTables } from './networks/report';
import type { TrainingSpeed } from './networks/training-speed';
import { type Table, parseWhole } from './table';
import type { Load } from './pages/load';
import type { PageSpeed } from './pages/page-speed';
import type { ReplaySpeed } from './replay-speed';
import type { SocketSpeed } from './socket-speed';
import type { StartSpeed } from './start-speed';
import type { UsersSpeed } from './users-speed';
import { type WayOutSpeed, wayOutTables } from './way-out-speed';
import type { WorldSpeed } from './world-speed';

export interface Measurements {
  readonly machine: Readonly<Record<string, string>>;
  readonly engine: EngineSpeed;
  readonly world: WorldSpeed;
  readonly kernel: KernelSpeed;
  readonly fold: FoldSpeed;
  readonly networks: NetworkSpeed;
  /** Null where it was not measured. */
  readonly training: TrainingSpeed | null;
  readonly commits: CommitSpeed;
  readonly starts: readonly StartSpeed[];
  readonly replay: ReplaySpeed;
  readonly pages: PageSpeed;
  readonly wayOut: WayOutSpeed;
  readonly users: readonly UsersSpeed[];
  readonly sockets: readonly SocketSpeed[];
}

/** Of journal over bare SQLite. */
const RATIO_GOAL = 0.5;

export const describeMachine = (sqliteVersion: string): Measurements['machine'] => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: String(cpus().length),
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${type()} ${process.arch}`,
  Node: process.versions.node,
  SQLite: sqliteVersion,
});

const place = (value: number): string => value.toFixed(1);
const formatTime = (ms: number): string =>
  ms < 1000 ? `${parseWhole(ms)} ms` : `${place(ms / 1000)} s`;

function pageTable(pages: PageSpeed): Table {
  const row = (name: string, { perSecond, medianMs }: Load): string[] => [
    name,
    parseWhole(perSecond),
    `${medianMs.toFixed(2)} ms`,
    (perSecond / pages.bare.perSecond).toFixed(2),
  ];
  return {
    title: 'Dashboard documents',
    head: ['server', 'documents per second', 'median under this load', 'of bare React'],
    note: `The dashboard of a running book, signed in: ${parseWhole(pages.elements)} elements, ${place(pages.pageKb)} kB, ${place(pages.pageGzipKb)} kB packed, first script ${place(pages.scriptGzipKb)} kB packed. One process each, four connections, in turns. Bare React renders the same elements over node:http, knows no session, no book and no route, and sends no data for scripts. Goal: 0.5.`,
    rows: [
      row('bare React', pages.bare),
      row('the desk', pages.own),
      row('the desk, packed', pages.ownGzipped),
      row('the desk under the stock server', pages.stock),
      row('a call of the API', pages.call),
      row('what if, asked of the desk', pages.whatIf),
    ],
  };
}

function worldTables({
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
      title: 'Simulated world',
      head: ['years', 'time', 'years per second', 'a year over a year of the shortest'],
      note: 'Thirteen cells of weather, nine chains of futures with all their months and five hubs by the hour, folded day by day in one thread, each world from its first day.',
      rows: folds.map((fold) => [
        parseWhole(fold.years),
        formatTime(1000 * fold.seconds),
        fold.yearsPerSecond.toFixed(1),
        fold.ratio.toFixed(2),
      ]),
    },
    {
      title: 'A world at work',
      head: ['figure', 'time'],
      note: 'Without checkpoints of a desk.',
      rows: [
        [
          `${parseWhole(bootYears)} years from nothing to the first quotes of ${parseWhole(followed)} contracts`,
          formatTime(bootMs),
        ],
        ['a day more, to its first quotes', `${dayMs.toFixed(2)} ms`],
        ['a live step: new quotes of all', `${stepMs.toFixed(3)} ms`],
        ['one forecast cycle, for nine markets', `${cycleMs.toFixed(2)} ms`],
      ],
    },
  ];
}

const usersTable = (users: readonly UsersSpeed[]): Table => ({
  title: 'Many users',
  head: [
    'trading users',
    'positions held',
    'a quote',
    'a bar, on which all decide',
    'the slowest bar',
    'per user',
  ],
  note: 'One step of the engine in one thread, without a disk: ten contracts, every user running everything by daily playbooks that read prices alone, which differ from user to user; positions are those held when the measuring begins. Medians over bars of a day. Goal: linear, and at most 50 ms with 1,000 users.',
  rows: users.map((row) => [
    parseWhole(row.users),
    parseWhole(row.positions),
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
  commits,
  starts,
  replay,
  pages,
  wayOut,
  sockets,
}: Measurements): Table[] {
  return [
    { title: 'Machine', note: '', head: ['fact', 'value'], rows: Object.entries(facts) },
    {
      title: 'Engine',
      head: ['events', 'per second'],
      note: `${parseWhole(engine.events)} events in one thread, without a disk: ten contracts, all playbooks, three users running everything without breakers, which round trips at one price would trip. The empty fold does nothing but number them; an event costs ${parseWhole(engine.ratio)} of its steps.`,
      rows: [
        ['all', parseWhole(engine.eventsPerSecond)],
        ['empty fold over the same', parseWhole(engine.emptyPerSecond)],
        ['quotes', parseWhole(engine.quotesPerSecond)],
        ['finished bars, folded by every playbook', parseWhole(engine.barsPerSecond)],
        ['orders by hand', parseWhole(engine.commandsPerSecond)],
        [
          `all, with the three twins of each book, which take ${engine.twinRatio.toFixed(2)} of the desk's own time more`,
          parseWhole(engine.withTwinsPerSecond),
        ],
      ],
    },
    usersTable(users),
    ...worldTables(world),
    ...kernelTables(kernel, fold),
    ...networkTables(networks, training),
    {
      title: 'Durable commits',
      head: ['writer', 'commits per second'],
      note: `One order and its fill a commit, ${place(commits.recordsPerCommit)} records, ${place(commits.postingsPerCommit)} postings and ${place(commits.rowsPerCommit)} rows, each commit synced. Bare SQLite writes the same cells into tables that have keys and nothing else. Goal: ${RATIO_GOAL} or more.`,
      rows: [
        ['journal', parseWhole(commits.journalPerSecond)],
        ['bare better-sqlite3', parseWhole(commits.barePerSecond)],
        ['ratio', commits.ratio.toFixed(2)],
      ],
    },
    {
      title: 'Start and audit',
      head: [
        'postings',
        'records',
        'start, nothing known',
        'start from a checkpoint',
        'audit',
        'memory of the audit',
      ],
      note: 'Each in a fresh process, without the time Node itself takes to start.',
      rows: starts.map((row) => [
        parseWhole(row.postings),
        parseWhole(row.records),
        formatTime(row.coldStartMs),
        formatTime(row.checkpointStartMs),
        formatTime(row.auditMs),
        `${parseWhole(row.auditMemoryMb)} MB`,
      ]),
    },
    {
      title: 'Replay',
      head: ['figure', 'value'],
      note: 'Hourly bars of three contracts from file to durable books.',
      rows: [
        ['bars', parseWhole(replay.bars)],
        ['records', parseWhole(replay.records)],
        ['bars per second', parseWhole(replay.barsPerSecond)],
      ],
    },
    pageTable(pages),
    ...wayOutTables(wayOut),
    {
      title: 'Sockets',
      head: ['clients', 'median', '99 of 100', 'memory', 'event loop late, 99 of 100'],
      note: 'A message of 2 KB a second for every user, ten clients each, from its making at the server to its arrival; server and clients are processes of their own.',
      rows: sockets.map((row) => [
        parseWhole(row.clients),
        `${row.p50Ms.toFixed(1)} ms`,
        `${row.p99Ms.toFixed(1)} ms`,
        `${parseWhole(row.rssMb)} MB`,
        `${row.loopLagP99Ms.toFixed(1)} ms`,
      ]),
    },
  ];
}

/** Columns in line, for a terminal. */
export const asText = (measured: Measurements): string =>
  listTables(measured)
    .map(({ title, note, head, rows }) =>
      [title, ...(note ? [note] : []), ...alignRow([head, ...rows])].join('\n'),
    )
    .join('\n\n');

function alignRow(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map(
    (row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`,
  );
}

const INTRODUCTION = `# Performance

Measured by \`npm run bench -- --write\`, which replaces this page. The figures belong to the machine named below; tests assert
results and ratios, never these times.`;

/** The page in docs/. */
export function asPage(measured: Measurements): string {
  const parts = listTables(measured).map(({ title, note, head, rows }) => {
    const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map(
      (row) => `| ${row.join(' | ')} |`,
    );
    return [`## ${title}`, ...(note ? [note] : []), lines.join('\n')].join('\n\n');
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}
