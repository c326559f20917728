// Tapes of a simulated world for playbooks: bars of the months that they may hold, and their inputs
// at the end of each bar.
import { getHub } from '../../trading/domain/contract';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import type { EpochMs } from '../../trading/domain/units';
import type { BarColumns, ChainTape, MonthTape } from '../../trading/backtest/tape';
import { getDay } from '../../trading/simulation/calendar';
import { CHAINS, findChain } from '../../trading/simulation/chains';
import { worldKnowledge } from '../../trading/simulation/knowledge';
import type { World } from '../../trading/simulation/world';
import { BAR_MS, type PlaybookRow, inputIds } from '../../trading/strategies/playbook';
import { InputColumns, type KnownAt } from './input-columns';
import { type ListedAt, type MonthPlan, type Span, monthPlans, warmUpMs } from './month-plans';
import { DAY_MS, getMidnight } from '../../trading/domain/time';

export interface WorldTapes {
  /**
   * The tapes of one of the playbooks for which they were made, one for each chain that it trades
   * or that its legs name.
   */
  of(row: PlaybookRow): readonly ChainTape[];
}

interface TapeRequest extends Span {
  readonly world: World;
  readonly rows: readonly PlaybookRow[];
  /** What was known when; the world's own when absent. */
  readonly known?: KnownAt;
  /** Told after each day of the walk. */
  readonly onDay?: (done: number, total: number) => void;
}

/** The chains of a playbook: those that it names, all of its commodity, or those of its legs. */
export function chainsOfRow({
  chains,
  commodity,
  legs,
}: Pick<PlaybookRow, 'chains' | 'commodity' | 'legs'>): readonly string[] {
  if (legs) return [...new Set([legs.first.chain, legs.second.chain])];
  return chains ?? chainsOfCommodity(commodity);
}

const chainsOfCommodity = (commodity: CommodityKey): readonly string[] => {
  const own = CHAINS.filter((chain) => chain.commodity === commodity).map(({ id }) => id);
  if (own.length === 0)
    throw new RangeError(
      `the simulated world has no chain of ${COMMODITIES[commodity].displayName}`,
    );
  return own;
};

/**
 * Makes the tapes of all playbooks in one walk through the world, day by day: what two of them
 * share is made once.
 */
export function worldTapes({
  world,
  rows,
  fromMs,
  untilMs,
  known = worldKnowledge(world),
  onDay,
}: TapeRequest): WorldTapes {
  const listedAt: ListedAt = (chain, atMs) =>
    (findChain(chain).isPower ? world.power : world.futures).listed(chain, getDay(atMs));
  const lengths = [...new Set(rows.map(({ bar }) => bar))];
  const columns = new Map(
    lengths.map((bar) => [bar, new InputColumns(bar, warmUpMs(bar, fromMs), untilMs)]),
  );
  const plans = new Map<string, readonly MonthPlan[]>();
  const bars = new Map<string, MonthBars>();
  for (const row of rows) {
    for (const chain of chainsOfRow(row)) {
      for (const id of inputIds(row, chain)) columns.get(row.bar)?.want(id);
      const key = planKey(row, chain);
      const made =
        plans.get(key) ?? monthPlans(listedAt, chain, row.bar, row.legs, { fromMs, untilMs });
      plans.set(key, made);
      for (const plan of made) widenBars(bars, plan);
    }
  }
  walkBars(world, [...bars.values()], [...columns.values()], known, untilMs, onDay);
  const monthTape = (row: PlaybookRow, chain: string, plan: MonthPlan): MonthTape => {
    const own = bars.get(barsKey(plan));
    const inputs = inputIds(row, chain).map(
      (id) => columns.get(row.bar)?.slice(id, plan.fromMs, plan.untilMs) ?? new Float64Array(0),
    );
    return { instrument: plan.instrument, inputs, bars: own ? own.slice(plan) : NO_BARS };
  };
  return {
    of: (row) =>
      chainsOfRow(row).map((chain) => ({
        chain,
        months: (plans.get(planKey(row, chain)) ?? []).map((plan) => monthTape(row, chain, plan)),
      })),
  };
}

const planKey = ({ bar, legs }: PlaybookRow, chain: string): string =>
  `${chain}/${bar}/${legs ? JSON.stringify(legs) : ''}`;
const barsKey = ({ instrument, bar }: MonthPlan): string => `${instrument.id}/${bar}`;

/** One set of bars serves all plans of a month: it spans the widest. */
function widenBars(bars: Map<string, MonthBars>, plan: MonthPlan): void {
  const key = barsKey(plan);
  const known = bars.get(key);
  if (!known) bars.set(key, new MonthBars(plan));
  else if (plan.fromMs < known.plan.fromMs)
    bars.set(key, new MonthBars({ ...plan, untilMs: Math.max(plan.untilMs, known.plan.untilMs) }));
}

function walkBars(
  world: World,
  bars: readonly MonthBars[],
  columns: readonly InputColumns[],
  known: KnownAt,
  untilMs: EpochMs,
  onDay: TapeRequest['onDay'],
): void {
  const startMs = Math.min(untilMs, ...bars.map(({ plan }) => plan.fromMs));
  const firstMs = getMidnight(startMs);
  for (let dayMs = firstMs; dayMs < untilMs; dayMs += DAY_MS) {
    for (const month of bars) month.fill(world, dayMs);
    for (const column of columns) column.fill(known, dayMs, dayMs + DAY_MS);
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

/** The bars of one month, filled day by day. */
class MonthBars {
  private readonly length: number;
  private readonly columns: BarColumns & { readonly locked: Int8Array };

  constructor(readonly plan: MonthPlan) {
    this.length = BAR_MS[plan.bar];
    const count = Math.max(0, (plan.untilMs - plan.fromMs) / this.length);
    const column = (): Float64Array => new Float64Array(count);
    this.columns = {
      startsMs: column(),
      endsMs: column(),
      open: column(),
      high: column(),
      low: column(),
      close: column(),
      locked: new Int8Array(count),
    };
  }

  /** Fills the bars that begin on a day. */
  fill(world: World, dayMs: EpochMs): void {
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
      // strips of power have no limits
      if (!isPower) locked[index] = lockSign(world.lockAt(instrument, bar.endsMs));
    }
  }

  /** The bars of a plan that lies within. */
  slice({ fromMs, untilMs }: MonthPlan): BarColumns {
    const [first, end] = [
      (fromMs - this.plan.fromMs) / this.length,
      (untilMs - this.plan.fromMs) / this.length,
    ];
    const cut = (column: Float64Array): Float64Array => column.subarray(first, end);
    const { startsMs, endsMs, open, high, low, close, locked } = this.columns;
    return {
      startsMs: cut(startsMs),
      endsMs: cut(endsMs),
      open: cut(open),
      high: cut(high),
      low: cut(low),
      close: cut(close),
      locked: locked.subarray(first, end),
    };
  }
}

const lockSign = (lock: 'UP' | 'DOWN' | null): number =>
  lock === 'UP' ? 1 : lock === 'DOWN' ? -1 : 0;
