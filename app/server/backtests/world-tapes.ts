// Tapes of a simulated market: bars of the months that strategies may hold, and inputs at bar ends.
import { getContract, getHub } from '../../trading/domain/contract';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import type { EpochMs } from '../../trading/domain/units';
import {
  type BarColumns,
  type ChainTape,
  type MonthTape,
  PAUSED,
  type SessionColumns,
  mapSessionColumns,
} from '../../trading/backtest/tape';
import { getDay } from '../../trading/simulation/calendar';
import { CHAINS, findChain } from '../../trading/simulation/chains';
import { createMarketKnowledge } from '../../trading/simulation/market-knowledge';
import { createSeriesWindow } from '../../trading/simulation/series-window';
import { getDaySession } from '../../trading/market/sessions';
import type { World } from '../../trading/simulation/world';
import { BAR_MS, type PlaybookRow, getInputIds } from '../../trading/strategies/playbook';
import { InputColumns, type ReadKnowledge } from './input-columns';
import {
  type ListMonths,
  type MonthPlan,
  type Span,
  planMonths,
  getWarmUpStartMs,
} from './month-plans';
import { type HasSkill, createWorldSignals } from './world-signals';
import { DAY_MS, getMidnight } from '../../trading/domain/time';

export interface WorldTapes {
  /** Tapes of one of the requested strategies, one per chain that it or its legs trade. */
  getTapes(row: PlaybookRow): readonly ChainTape[];
}

interface TapeRequest extends Span {
  readonly world: World;
  readonly rows: readonly PlaybookRow[];
  /** Public data by time; defaults to that of the simulated market. */
  readonly knowledge?: ReadKnowledge;
  /** Networks whose signals are trusted; defaults to those with proven skill. */
  readonly hasSkill?: HasSkill;
  /** Called after each simulated day. */
  readonly onDay?: (done: number, total: number) => void;
}

/** Chains of a strategy: its own list, those of its legs, or all of its commodity. */
export function getPlaybookChains({
  chains,
  commodity,
  legs,
}: Pick<PlaybookRow, 'chains' | 'commodity' | 'legs'>): readonly string[] {
  if (legs) return [...new Set([legs.first.chain, legs.second.chain])];
  return chains ?? getCommodityChains(commodity);
}

const getCommodityChains = (commodity: CommodityKey): readonly string[] => {
  const own = CHAINS.filter((chain) => chain.commodity === commodity).map(({ id }) => id);
  if (own.length === 0)
    throw new RangeError(
      `the simulated world has no chain of ${COMMODITIES[commodity].displayName}`,
    );
  return own;
};

/** Builds all tapes in one pass over the days. Shared bars and inputs are built once. */
export function buildWorldTapes({
  world,
  rows,
  fromMs,
  untilMs,
  knowledge: givenData,
  hasSkill,
  onDay,
}: TapeRequest): WorldTapes {
  const listedAt: ListMonths = (chain, atMs) =>
    (findChain(chain).isPower ? world.power : world.futures).listInstruments(chain, getDay(atMs));
  const lengths = [...new Set(rows.map(({ bar }) => bar))];
  const columns = new Map(
    lengths.map((bar) => [bar, new InputColumns(bar, getWarmUpStartMs(bar, fromMs), untilMs)]),
  );
  const plans = new Map<string, readonly MonthPlan[]>();
  const bars = new Map<string, MonthBars>();
  for (const row of rows) {
    for (const chain of getPlaybookChains(row)) {
      for (const id of getInputIds(row, chain)) columns.get(row.bar)?.addColumn(id);
      const key = getPlanKey(row, chain);
      const planned =
        plans.get(key) ?? planMonths(listedAt, chain, row.bar, row.legs, { fromMs, untilMs });
      plans.set(key, planned);
      for (const plan of planned) widenBars(bars, plan);
    }
  }
  const vintages = createSeriesWindow(world.series);
  const knowledge = withSignals(
    givenData ?? createMarketKnowledge(world, { vintages }),
    createWorldSignals(
      world,
      rows.flatMap((row) => getPlaybookChains(row).flatMap((chain) => getInputIds(row, chain))),
      hasSkill,
      vintages,
    ),
  );
  fillAllBars(world, [...bars.values()], [...columns.values()], knowledge, untilMs, onDay);
  const buildMonthTape = (row: PlaybookRow, chain: string, plan: MonthPlan): MonthTape => {
    const own = bars.get(getBarsKey(plan));
    const inputs = getInputIds(row, chain).map(
      (id) => columns.get(row.bar)?.getSlice(id, plan.fromMs, plan.untilMs) ?? new Float64Array(0),
    );
    return { instrument: plan.instrument, inputs, bars: own ? own.getSlice(plan) : NO_BARS };
  };
  return {
    getTapes: (row) =>
      getPlaybookChains(row).map((chain) => ({
        chain,
        months: (plans.get(getPlanKey(row, chain)) ?? []).map((plan) =>
          buildMonthTape(row, chain, plan),
        ),
      })),
  };
}

/** Adds the signals of the networks, which are computed only where an input needs them. */
const withSignals = (
  readKnowledge: ReadKnowledge,
  readSignals: ReturnType<typeof createWorldSignals>,
): ReadKnowledge =>
  readSignals === null
    ? readKnowledge
    : (knownMs) => ({ ...readKnowledge(knownMs), findSignal: readSignals(knownMs) });

const getPlanKey = ({ bar, legs }: PlaybookRow, chain: string): string =>
  `${chain}/${bar}/${legs ? JSON.stringify(legs) : ''}`;
const getBarsKey = ({ instrument, bar }: MonthPlan): string => `${instrument.id}/${bar}`;

/** All plans of a month share one set of bars, which spans the widest. */
function widenBars(bars: Map<string, MonthBars>, plan: MonthPlan): void {
  const key = getBarsKey(plan);
  const knowledge = bars.get(key);
  if (!knowledge) bars.set(key, new MonthBars(plan));
  else if (plan.fromMs < knowledge.plan.fromMs)
    bars.set(
      key,
      new MonthBars({ ...plan, untilMs: Math.max(plan.untilMs, knowledge.plan.untilMs) }),
    );
}

function fillAllBars(
  world: World,
  bars: readonly MonthBars[],
  columns: readonly InputColumns[],
  knowledge: ReadKnowledge,
  untilMs: EpochMs,
  onDay: TapeRequest['onDay'],
): void {
  const startMs = Math.min(untilMs, ...bars.map(({ plan }) => plan.fromMs));
  const firstMs = getMidnight(startMs);
  for (let dayMs = firstMs; dayMs < untilMs; dayMs += DAY_MS) {
    for (const month of bars) month.fillDay(world, dayMs);
    for (const column of columns) column.fillBars(knowledge, dayMs, dayMs + DAY_MS);
    onDay?.((dayMs - firstMs) / DAY_MS + 1, Math.ceil((untilMs - firstMs) / DAY_MS));
  }
}

const NO_BARS: BarColumns = {
  startsMs: new Float64Array(0),
  endsMs: new Float64Array(0),
  open: new Float64Array(0),
  high: new Float64Array(0),
  low: new Float64Array(0),
  close: new Float64Array(0),
};

/** Bars of one month, filled day by day. */
class MonthBars {
  private readonly length: number;
  private readonly columns: BarColumns & { readonly locked: Int8Array };
  /** Day sessions of daily bars; null for shorter ones, which trade at any hour. */
  private readonly session: SessionColumns | null;

  constructor(readonly plan: MonthPlan) {
    this.length = BAR_MS[plan.bar];
    const count = Math.max(0, (plan.untilMs - plan.fromMs) / this.length);
    const createColumn = (): Float64Array => new Float64Array(count);
    this.columns = {
      startsMs: createColumn(),
      endsMs: createColumn(),
      open: createColumn(),
      high: createColumn(),
      low: createColumn(),
      close: createColumn(),
      locked: new Int8Array(count),
    };
    this.session =
      this.length < DAY_MS
        ? null
        : {
            opensMs: createColumn(),
            open: createColumn(),
            highBefore: createColumn(),
            lowBefore: createColumn(),
            highAfter: createColumn(),
            lowAfter: createColumn(),
          };
  }

  /** Fills the bars that start on a day. */
  fillDay(world: World, dayMs: EpochMs): void {
    const { instrument, fromMs, untilMs } = this.plan;
    const isPower = getHub(instrument) !== null;
    for (
      let ms = Math.max(fromMs, dayMs);
      ms < Math.min(untilMs, dayMs + DAY_MS);
      ms += this.length
    ) {
      const index = (ms - fromMs) / this.length;
      const bar = world.barAt(instrument, ms, this.length);
      const { startsMs, endsMs, open, high, low, close, locked } = this.columns;
      startsMs[index] = bar.startsMs;
      endsMs[index] = bar.endsMs;
      open[index] = bar.openTicks;
      high[index] = bar.highTicks;
      low[index] = bar.lowTicks;
      close[index] = bar.closeTicks;
      // Power strips have no price limits.
      if (!isPower) locked[index] = getLockSign(world.lockAt(instrument, bar.endsMs));
      if (this.session) this.fillSession(this.session, world, index, ms);
    }
  }

  private fillSession(
    session: SessionColumns,
    world: World,
    index: number,
    startsMs: EpochMs,
  ): void {
    const { instrument } = this.plan;
    const { opensMs } = getDaySession(getContract(instrument.commodity), startsMs);
    const lengthMs = opensMs - startsMs;
    session.opensMs[index] = lengthMs > 0 && lengthMs < this.length ? opensMs : NaN;
    if (Number.isNaN(session.opensMs[index])) return;
    const before = world.barAt(instrument, startsMs, lengthMs);
    const after = world.barAt(instrument, opensMs, this.length - lengthMs);
    session.open[index] = after.openTicks;
    session.highBefore[index] = before.highTicks;
    session.lowBefore[index] = before.lowTicks;
    session.highAfter[index] = after.highTicks;
    session.lowAfter[index] = after.lowTicks;
  }

  /** Bars of a plan within this one. */
  getSlice({ fromMs, untilMs }: MonthPlan): BarColumns {
    const [first, end] = [
      (fromMs - this.plan.fromMs) / this.length,
      (untilMs - this.plan.fromMs) / this.length,
    ];
    const sliceColumn = (column: Float64Array): Float64Array => column.subarray(first, end);
    const { startsMs, endsMs, open, high, low, close, locked } = this.columns;
    return {
      startsMs: sliceColumn(startsMs),
      endsMs: sliceColumn(endsMs),
      open: sliceColumn(open),
      high: sliceColumn(high),
      low: sliceColumn(low),
      close: sliceColumn(close),
      locked: locked.subarray(first, end),
      ...(this.session ? { session: mapSessionColumns(this.session, sliceColumn) } : {}),
    };
  }
}

const LOCK_SIGNS = { UP: 1, DOWN: -1, BOTH: PAUSED } as const;
const getLockSign = (lock: ReturnType<World['lockAt']>): number =>
  lock === null ? 0 : LOCK_SIGNS[lock];
