// Whether the five rules that every commodity has earn anything, net of costs, over many worlds.
import { contractCosts } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import { toNumber } from '../../trading/domain/instrument';
import { DAY_MS, dayStartMs, isWeekend } from '../../trading/simulation/calendar';
import { CHAINS, type Chain } from '../../trading/simulation/chains';
import type { World } from '../../trading/simulation/world';
import { bindPlaybook } from '../../trading/strategies/bind';
import { DEFAULT_PLAYBOOK_IDS, findPlaybook } from '../../trading/strategies/playbooks/default';
import type { BoundPlaybook, RuleBar, RuleState } from '../../trading/strategies/strategy';

export interface RuleEdge {
  readonly rule: string;
  /** Mean annual Sharpe ratio over seeds of an equal-risk portfolio of all commodities, net of costs. */
  readonly sharpe: number;
  /** Of that mean, over seeds. */
  readonly standardError: number;
  readonly tradesPerYear: number;
}

/** A market day of one chain: what the held contract returned, and the index of such returns. */
interface ChainDay {
  readonly day: number;
  readonly change: number;
  readonly level: number;
  /** Half spread and slippage and fee of one side, as a share of the price. */
  readonly cost: number;
}

const TRADING_DAYS = 252;
const WARM_UP_DAYS = 400;
/** Days of readings known to a bar: those of the day before. */
const READINGS_AFTER_DAYS = 2;
/** One hub stands for power: all five answer to the same rule. */
const STUDIED: readonly Chain[] = CHAINS.filter(({ isPower, id }) => !isPower || id === 'ET-ERCOT');

/** The edge of each rule over worlds of these seeds; `days` follow a warm-up of 400 days from the first. */
export function ruleEdges(worldOf: (seed: string) => World, seeds: readonly string[], days: number, onSeed: () => void = () => undefined): readonly RuleEdge[] {
  const totals = new Map(DEFAULT_PLAYBOOK_IDS.map((rule) => [rule as string, { sharpes: [] as number[], trades: 0 }]));
  for (const seed of seeds) {
    for (const [rule, { sharpe, trades }] of edgesOfWorld(worldOf(seed), days)) {
      totals.get(rule)?.sharpes.push(sharpe);
      const total = totals.get(rule);
      if (total) total.trades += trades;
    }
    onSeed();
  }
  const years = (seeds.length * days) / 365.25;
  return [...totals].map(([rule, { sharpes, trades }]) => ({ rule, ...meanOf(sharpes), tradesPerYear: trades / years }));
}

function meanOf(values: readonly number[]): Pick<RuleEdge, 'sharpe' | 'standardError'> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { sharpe: mean, standardError: Math.sqrt(variance / values.length) };
}

function edgesOfWorld(world: World, days: number): Map<string, { sharpe: number; trades: number }> {
  const readings = readingsOf(world, WARM_UP_DAYS + days);
  const series = STUDIED.map((chain) => ({ chain, path: chainDays(world, chain, WARM_UP_DAYS + days) }));
  const edges = new Map<string, { sharpe: number; trades: number }>();
  for (const rule of DEFAULT_PLAYBOOK_IDS) {
    const daily = new Map<number, number>();
    let trades = 0;
    for (const { chain, path } of series) {
      const playbook = findPlaybook(chain.commodity, rule);
      if (playbook) trades += trade(bindPlaybook(playbook), path, readings, daily);
    }
    edges.set(rule, { sharpe: sharpeOf([...daily.values()]), trades });
  }
  return edges;
}

function sharpeOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return variance > 0 ? (mean / Math.sqrt(variance)) * Math.sqrt(TRADING_DAYS) : 0;
}

function readingsOf(world: World, days: number): readonly Readonly<Record<string, number>>[] {
  return Array.from({ length: days }, (_, day) => Object.fromEntries(world.readingsOf('', dayStartMs(day)).map(({ series, value }) => [series, value])));
}

/** Business days of a chain: each holds the month in force at its beginning until its end. */
function chainDays(world: World, { id, isPower }: Chain, days: number): readonly ChainDay[] {
  const part = isPower ? world.power : world.futures;
  const path: ChainDay[] = [];
  let level = 100;
  for (let day = 1; day < days; day += 1) {
    if (isWeekend(day)) continue;
    const untilDay = isWeekend(day + 1) ? day + 3 : day + 1;
    const front = part.listed(id, day).find(({ contract }) => (contract?.rollMs ?? 0) > dayStartMs(untilDay) + DAY_MS);
    if (!front) continue;
    const before = part.settlement(front, day);
    const change = (part.settlement(front, untilDay) - before) / Math.abs(before);
    level *= 1 + change;
    path.push({ day: untilDay, change, level, cost: costOf(front, before) });
  }
  return path;
}

function costOf(instrument: Instrument, price: number): number {
  const { halfSpreadTicks, slippageTicks, feeBasisPoints } = contractCosts(instrument);
  return ((halfSpreadTicks + slippageTicks) * toNumber(instrument.tick)) / Math.abs(price) + feeBasisPoints / 10_000;
}

/** Folds a rule over a chain, holds its target from each close to the next at one unit of risk, and adds what that earned to the days. */
function trade(bound: BoundPlaybook, path: readonly ChainDay[], readings: readonly Readonly<Record<string, number>>[], daily: Map<number, number>): number {
  let state: RuleState = bound.init();
  let [side, trades, variance, former] = [0, 0, 0.0002, 100];
  for (const { day, change, level, cost } of path) {
    const risk = 0.01 / Math.sqrt(variance);
    if (day >= WARM_UP_DAYS) daily.set(day, (daily.get(day) ?? 0) + side * risk * change);
    variance += 0.03 * (change * change - variance);
    state = bound.fold(state, barOf(former, level, day, readings));
    former = level;
    const next = state.target.side === 'LONG' ? 1 : state.target.side === 'SHORT' ? -1 : 0;
    if (next !== side && day >= WARM_UP_DAYS) {
      daily.set(day, (daily.get(day) ?? 0) - Math.abs(next - side) * risk * cost);
      trades += Math.abs(next - side);
    }
    side = next;
  }
  return trades;
}

const barOf = (open: number, close: number, day: number, readings: readonly Readonly<Record<string, number>>[]): RuleBar => ({
  open, close, high: Math.max(open, close), low: Math.min(open, close), endsMs: dayStartMs(day) - 1, weather: readings[day - READINGS_AFTER_DAYS] ?? {},
});
