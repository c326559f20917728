// `npm run bench`: measures engine, journal, start, audit and replay on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { openDatabase } from '../../../db/client.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions } from '../options/parse-options';
import { buildBudgetTable, isWithinBudget, measureBudgets } from './budgets';
import {
  type BenchPlan,
  CHECKED,
  type FigurePart,
  FULL,
  QUICK,
  measureAllFigures,
  measureFigures,
} from './measures';
import { serveBare } from './pages/bare-server';
import { describeMachine, formatPage, formatReport, formatTable } from './report';
import { measureRisk } from './risk-speed';
import { measureHere } from './start-speed';

const USERS_MAX = 10_000;
const OPTIONS = z.object({ users: parseInteger(1, USERS_MAX).optional() });

/** Names of the parts that `--measure` runs alone. */
const PARTS: Readonly<Record<string, FigurePart>> = {
  engine: 'engine',
  users: 'users',
  world: 'world',
  kernel: 'kernel',
  fold: 'fold',
  networks: 'networks',
  training: 'training',
  queue: 'queue',
  stream: 'stream',
  commits: 'commits',
  replay: 'replay',
  pages: 'pages',
  'way-out': 'wayOut',
  sockets: 'sockets',
  'idle-sockets': 'idleSockets',
  crowd: 'crowd',
  front: 'front',
  'desk-start': 'deskStarts',
  public: 'publicDesk',
  starts: 'starts',
  year: 'bookYear',
};

const describeThisMachine = (): Readonly<Record<string, string>> => {
  const memory = openDatabase(':memory:');
  const version = String(memory.$client.prepare('SELECT sqlite_version()').pluck().get());
  memory.$client.close();
  return describeMachine(version);
};

/** Gives `work` a folder on the disk to measure, which is deleted afterwards. */
async function useFolder<T>(call: ProgramCall, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(call.option('in') ?? tmpdir(), 'frontmonth-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The plan of a part; `--users` changes the number of users on one server. */
function readPlan(call: ProgramCall, name: string): BenchPlan {
  const plan = call.flag('quick') ? QUICK : FULL;
  const { users } = parseOptions(OPTIONS, call.option);
  if (users === undefined) return plan;
  if (name !== 'crowd') throw new UsageError('--users goes with --measure crowd.');
  return { ...plan, crowd: { ...plan.crowd, users } };
}

/** Measures one part and prints its figures. */
async function measureOne(call: ProgramCall, name: string): Promise<number> {
  const folder = call.option('in');
  if (name === 'bare' && folder) return serveBare(folder);
  if ((name === 'start' || name === 'audit') && folder) {
    call.printJson(await measureHere(name, folder));
    return 0;
  }
  const part = PARTS[name];
  if (part === undefined && name !== 'risk')
    throw new UsageError(
      `--measure needs ${Object.keys(PARTS).join(', ')} or risk, or start or audit with --in DIR.`,
    );
  const plan = readPlan(call, name);
  const found = await useFolder<unknown>(call, (own) =>
    part === undefined
      ? Promise.resolve(measureRisk())
      : measureFigures(part, plan, own, call.progress),
  );
  call.print(JSON.stringify(found, null, 1));
  call.printJson(found);
  return 0;
}

/** Exit code 1 if a figure is beyond its budget. */
async function checkBudgets(call: ProgramCall): Promise<number> {
  const rows = await useFolder(call, (folder) => measureBudgets(CHECKED, folder, call.progress));
  call.print(formatTable(buildBudgetTable(rows)));
  call.printJson(rows);
  return rows.every(isWithinBudget) ? 0 : 1;
}

async function measureAll(call: ProgramCall): Promise<number> {
  const plan = call.flag('quick') ? QUICK : FULL;
  const machine = describeThisMachine();
  const figures = await useFolder(call, (folder) => measureAllFigures(plan, folder, call.progress));
  const measured = { machine, ...figures };
  call.print(formatReport(measured));
  call.printJson(measured);
  if (call.flag('write'))
    writeFileSync(join(PROJECT_ROOT, 'docs', 'performance.md'), formatPage(measured));
  return 0;
}

export const benchProgram: Program = {
  name: 'bench',
  summary:
    'Measures the speed of engine, simulation, backtests, networks, journal, start, audit and replay on this machine. Does not touch any account.',
  usage: '[--quick] [--write | --check] [--in DIR]',
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    in: { type: 'string' },
    measure: { type: 'string' },
    users: { type: 'string' },
  },
  optionHelp: {
    '--quick': 'a tenth of the work, logs of at most 10,000 postings',
    '--write': 'writes the result to docs/performance.md',
    '--check':
      'compares ratios of quick measurements with their budgets, in about eight minutes; exit code 1 if one is beyond',
    '--in DIR': 'folder on the disk to measure (default: temporary folder); emptied afterwards',
    '--measure PART': `measures one part: ${Object.keys(PARTS).join(', ')} or risk; or start or audit of the database in DIR`,
    '--users N': `with --measure crowd: number of users (default: ${FULL.crowd.users})`,
  },
  async run(call) {
    const part = call.option('measure');
    if (part !== undefined) return measureOne(call, part);
    if (call.flag('check') && call.flag('write'))
      throw new UsageError('--check and --write exclude each other: --write measures in full.');
    return call.flag('check') ? checkBudgets(call) : measureAll(call);
  },
};
