// Budgets of the most important figures: ratios of two measurements of the same run, so that they hold
// on every machine. A budget leaves room for noise and notices a change for the worse; a goal says how
// good the figure is to become.
import type { ProgramCall } from '../cli';
import { measureSeconds } from './engine-speed';
import { runBareFlip } from './kernel/flip';
import { HourlyTapes } from './kernel/tapes';
import { type BenchPlan, type FigurePart, type Figures, measureFigures } from './measures';
import type { Table } from './table';

interface Budget<Result> {
  readonly figure: string;
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
  /** Where the figure is to get; null where the budget is the goal. */
  readonly goal: number | null;
  /** Null where it cannot be measured on this machine. */
  readonly read: (result: Result, reference: Reference) => number | null;
}

/** Speed of a plain loop in this run, for figures that have no other baseline. */
interface Reference {
  /** Milliseconds for a million bars of a crossover without account. */
  readonly loopMs: number;
}

type Budgets = { readonly [Part in FigurePart]?: readonly Budget<Figures[Part]>[] };

export interface BudgetRow {
  readonly part: FigurePart;
  readonly figure: string;
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
  readonly goal: number | null;
  readonly value: number | null;
}

const getRunSpeed = ({ runs }: Figures['kernel'], name: string): number =>
  runs.find((run) => run.name === name)?.barsPerSecond ?? NaN;
const PLAIN_LOOP = 'the same crossover as a plain loop';

const BUDGETS: Budgets = {
  engine: [
    {
      figure: 'event of the engine / event of an empty fold',
      bound: 'at most',
      limit: 15,
      goal: null,
      read: ({ ratio }) => ratio,
    },
    {
      figure: 'closed bar with every strategy / event of an empty fold',
      bound: 'at most',
      limit: 16,
      goal: null,
      read: ({ emptyPerSecond, barsPerSecond }) => emptyPerSecond / barsPerSecond,
    },
    {
      figure: 'three shadow accounts / account alone',
      bound: 'at most',
      limit: 4,
      goal: null,
      read: ({ shadowRatio }) => shadowRatio,
    },
  ],
  users: [
    {
      figure: 'bar close for a user among 1,000 / among 100',
      bound: 'at most',
      limit: 1.3,
      goal: null,
      read: (rows) => {
        const getShare = (count: number): number =>
          (rows.find(({ users }) => users === count)?.barMs ?? NaN) / count;
        return getShare(1000) / getShare(100);
      },
    },
  ],
  world: [
    {
      figure: 'simulated year among four / alone',
      bound: 'at most',
      limit: 1,
      goal: null,
      read: ({ folds }) => folds[folds.length - 1]?.ratio ?? NaN,
    },
    {
      figure: 'live step of all contracts / a million bars of a plain loop',
      bound: 'at most',
      limit: 0.025,
      goal: null,
      read: ({ stepMs }, { loopMs }) => stepMs / loopMs,
    },
  ],
  kernel: [
    {
      figure: 'crossover with checks, costs and account / plain loop, in speed',
      bound: 'at least',
      limit: 0.017,
      goal: null,
      read: (speed) =>
        getRunSpeed(speed, 'moving average crossover') / getRunSpeed(speed, PLAIN_LOOP),
    },
    {
      figure: 'trend strategy with trades / plain loop, in speed',
      bound: 'at least',
      limit: 0.0065,
      goal: null,
      read: (speed) =>
        getRunSpeed(speed, 'trend strategy with trades') / getRunSpeed(speed, PLAIN_LOOP),
    },
    {
      figure: 'all strategies on all threads / on one, in speed',
      bound: 'at least',
      limit: 1.15,
      goal: null,
      read: ({ catalogue: [one, all] }) => (one && all ? one.seconds / all.seconds : null),
    },
    {
      figure: 'bar of a history four times as long / bar of the short one',
      bound: 'at most',
      limit: 1.3,
      goal: null,
      read: ({ growth }) =>
        growth.find(({ of, times }) => of === 'bars' && times === 4)?.ratio ?? NaN,
    },
  ],
  fold: [
    {
      figure: 'close of an hour, every strategy / a million bars of a plain loop',
      bound: 'at most',
      limit: 0.4,
      goal: null,
      read: ({ hourMs }, { loopMs }) => hourMs / loopMs,
    },
  ],
  networks: [
    {
      figure: 'all signals with drivers / a million bars of a plain loop',
      bound: 'at most',
      limit: 1.1,
      goal: null,
      read: ({ signalsMs }, { loopMs }) => signalsMs / loopMs,
    },
  ],
  queue: [
    {
      figure: 'two research workers / one, in speed',
      bound: 'at least',
      limit: 1.1,
      goal: 1.7,
      read: (speed) => speed?.ratio ?? null,
    },
  ],
  stream: [
    {
      figure: 'feed through Redis to one server / in one process, in time',
      bound: 'at most',
      limit: 6,
      goal: null,
      read: (speed) => speed?.oneRatio ?? null,
    },
  ],
  commits: [
    {
      figure: 'durable commit of the journal / plain SQLite, in speed',
      bound: 'at least',
      limit: 0.37,
      goal: 0.55,
      read: ({ ratio }) => ratio,
    },
  ],
  starts: [
    {
      figure: 'start from a checkpoint / from the whole log',
      bound: 'at most',
      limit: 0.4,
      goal: null,
      read: ([start]) => (start ? start.checkpointStartMs / start.coldStartMs : NaN),
    },
    {
      figure: 'audit of a log / start from it',
      bound: 'at most',
      limit: 2,
      goal: null,
      read: ([start]) => (start ? start.auditMs / start.coldStartMs : NaN),
    },
  ],
  pages: [
    {
      figure: 'dashboard after a price update / plain React, both just started',
      bound: 'at least',
      limit: 0.5,
      goal: null,
      read: ({ first }) => first.ratio,
    },
    {
      figure: 'dashboard again / plain React, both just started',
      bound: 'at least',
      limit: 0.75,
      goal: null,
      read: ({ repeated }) => repeated.ratio,
    },
    {
      figure: 'dashboard after a price update, gzipped / plain React, both just started',
      bound: 'at least',
      limit: 0.45,
      goal: null,
      read: ({ firstGzipped }) => firstGzipped.ratio,
    },
    {
      figure: 'API call / plain React dashboard, in answers',
      bound: 'at least',
      limit: 3,
      goal: null,
      read: ({ call }) => call.ratio,
    },
  ],
  idleSockets: [
    {
      figure: 'memory of idle sockets / of plain ws',
      bound: 'at most',
      limit: 2.2,
      goal: 1.3,
      read: ({ memoryRatio, raw }) => (raw.memoryMb > 0 ? memoryRatio : Number.NaN),
    },
    {
      figure: 'processor of idle sockets / of plain ws',
      bound: 'at most',
      limit: 3,
      goal: 1.3,
      read: ({ processorRatio }) => processorRatio,
    },
  ],
  front: [
    {
      figure: 'dashboards through the front / directly',
      bound: 'at least',
      limit: 0.7,
      goal: null,
      read: ({ documents }) => documents.ratio,
    },
  ],
  publicDesk: [
    {
      figure: 'start without a network / in the simulated market',
      bound: 'at most',
      limit: 1.2,
      goal: null,
      read: ({ startRatio }) => startRatio,
    },
    {
      figure: 'dashboard without a network / in the simulated market',
      bound: 'at most',
      limit: 1.2,
      goal: null,
      read: ({ dashboardRatio }) => dashboardRatio,
    },
  ],
};

const REFERENCE_BARS = 20_000;
const REFERENCE_ROUNDS = 20;

/** Minimum of several rounds: other load on the machine only adds time. */
function measureReference(): Reference {
  const columns = new HourlyTapes(REFERENCE_BARS).getChainTape('CL').months[0]?.bars;
  if (!columns) throw new RangeError('a history must have one month');
  const seconds = Array.from({ length: REFERENCE_ROUNDS }, () =>
    measureSeconds(() => runBareFlip(columns)),
  );
  return { loopMs: (1000 * Math.min(...seconds) * 1_000_000) / REFERENCE_BARS };
}

export const isWithinBudget = ({ bound, limit, value }: BudgetRow): boolean =>
  value === null || (bound === 'at least' ? value >= limit : value <= limit);

/** How far a value is from its limit, in its better direction; the larger of two rows is better. */
const getMargin = ({ bound, limit, value }: BudgetRow): number =>
  value === null ? 0 : bound === 'at least' ? value / limit : limit / value;

export const pickBetter = (one: BudgetRow, other: BudgetRow | undefined): BudgetRow =>
  other === undefined || getMargin(one) >= getMargin(other) ? one : other;

/** Rows of one part. */
export function readBudgets<Part extends FigurePart>(
  part: Part,
  figures: Figures[Part],
  reference: Reference,
): readonly BudgetRow[] {
  const budgets = (BUDGETS[part] ?? []) as readonly Budget<Figures[Part]>[];
  return budgets.map(({ figure, bound, limit, goal, read }) => ({
    part,
    figure,
    bound,
    limit,
    goal,
    value: read(figures, reference),
  }));
}

/**
 * Measures every part that has a budget. A part beyond one is measured once more, and the better
 * figure counts: other work on the machine may have slowed down one side of a ratio.
 */
export async function measureBudgets(
  plan: BenchPlan,
  folder: string,
  progress: ProgramCall['progress'],
): Promise<readonly BudgetRow[]> {
  const rows: BudgetRow[] = [];
  for (const part of Object.keys(BUDGETS) as FigurePart[]) {
    const measureRows = async (): Promise<readonly BudgetRow[]> =>
      readBudgets(part, await measureFigures(part, plan, folder, progress), measureReference());
    const first = await measureRows();
    const second = first.every(isWithinBudget) ? [] : await measureRows();
    rows.push(...first.map((row, at) => pickBetter(row, second[at])));
  }
  progress.endPhase();
  return rows;
}

const formatRatio = (value: number): string => String(Number(value.toPrecision(3)));

export const buildBudgetTable = (rows: readonly BudgetRow[]): Table => ({
  title: 'Budgets',
  head: ['figure', 'measured', 'budget', 'goal', 'state'],
  note: 'Ratios of two measurements in the same run, with a tenth of the work. The dashboards of docs/performance.md are those of servers at rest, which takes longer.',
  rows: rows.map((row) => [
    row.figure,
    row.value === null ? 'not measured' : formatRatio(row.value),
    `${row.bound} ${formatRatio(row.limit)}`,
    row.goal === null ? '' : formatRatio(row.goal),
    isWithinBudget(row) ? 'within' : 'BEYOND',
  ]),
});
