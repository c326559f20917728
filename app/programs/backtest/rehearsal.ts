// Rehearsal: a synthetic market per strategy in which its entry conditions occur often, so that
// every parameter affects its orders.
import { formatTradeDigest } from '../../trading/backtest/trade-digest';
import { runBacktest } from '../../trading/backtest/run-backtest';
import type { BacktestTrade } from '../../trading/backtest/backtest-run';
import type { BarColumns, ChainTape } from '../../trading/backtest/tape';
import type { FuturesRoot } from '../../trading/domain/commodity';
import type { Instrument } from '../../trading/domain/instrument';
import { toNumber } from '../../trading/domain/instrument';
import { computeNormalQuantile } from '../../trading/domain/normal-distribution';
import { createSeededRandom } from '../../trading/random';
import { getDay } from '../../trading/simulation/calendar';
import { findChain } from '../../trading/simulation/chains';
import { createWorld } from '../../trading/simulation/world';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { BAR_MS, type BarLength, type PlaybookRow } from '../../trading/strategies/playbook';
import { computeSha256 } from '../../server/backtests/trial-ledger';
import { type MonthPlan, planMonths, getWarmUpStartMs } from '../../server/backtests/month-plans';
import { buildRehearsalInputs } from './rehearsal-inputs';
import { getPlaybookChains } from '../../server/backtests/world-tapes';

const SEED = 'rehearsal';
const random = createSeededRandom(SEED);
const world = createWorld({ seed: SEED });
const listContracts = (chain: string, atMs: number): readonly Instrument[] =>
  (findChain(chain).isPower ? world.power : world.futures).listInstruments(chain, getDay(atMs));

/** Covers a season of daily rules and several weeks of power strips. */
const FROM_MS = Date.UTC(2012, 0, 1);
const UNTIL_MS: Readonly<Record<BarLength, number>> = {
  '15m': Date.UTC(2012, 0, 12),
  '1h': Date.UTC(2012, 2, 1),
  '1d': Date.UTC(2015, 0, 1),
};
const POWER_UNTIL_MS = Date.UTC(2012, 8, 1);
const getEndMs = ({ bar, commodity }: PlaybookRow): number =>
  Math.min(UNTIL_MS[bar], commodity === 'electricity' ? POWER_UNTIL_MS : Infinity);
/** Standard deviation of a bar's log return. */
const BAR_MOVE: Readonly<Record<BarLength, number>> = { '15m': 0.01, '1h': 0.012, '1d': 0.02 };
const OWN_WALK_WEIGHT = 0.3;
const START_PRICE: Readonly<Record<string, number>> = {
  NG: 3.6,
  HO: 2.4,
  CL: 72,
  CORN: 450,
  SOYB: 1080,
  WHEAT: 580,
  KC: 210,
  OJ: 230,
  CT: 78,
} satisfies Record<FuturesRoot, number>;
const POWER_START_PRICE = 85;

const drawNormal = (stream: string, step: number): number =>
  computeNormalQuantile(Math.max(1e-9, random.uniform(stream, step)));
const walksByStream = new Map<string, Float64Array>();

/** Mean-reverting random walk of a stream, one value per bar. */
function computeWalk(stream: string, count: number): Float64Array {
  const cached = walksByStream.get(stream);
  if (cached && cached.length >= count) return cached;
  const values = new Float64Array(count);
  for (let step = 1; step < count; step += 1)
    values[step] = 0.99 * (values[step - 1] ?? 0) + drawNormal(stream, step);
  walksByStream.set(stream, values);
  return values;
}

/** Bars of one contract month: the walk of its chain plus a smaller walk of its own. */
function buildBars({ instrument, bar, fromMs, untilMs }: MonthPlan, chain: string): BarColumns {
  const startMs = getWarmUpStartMs(bar, FROM_MS);
  const [first, count] = [
    (fromMs - startMs) / BAR_MS[bar],
    Math.max(0, (untilMs - fromMs) / BAR_MS[bar]),
  ];
  const [shared, own] = [
    computeWalk(`${chain}/${bar}`, first + count + 1),
    computeWalk(`${instrument.id}/${bar}`, first + count + 1),
  ];
  const getTicks = (index: number): number =>
    Math.round(
      ((START_PRICE[chain] ?? POWER_START_PRICE) *
        Math.exp(BAR_MOVE[bar] * ((shared[index] ?? 0) + OWN_WALK_WEIGHT * (own[index] ?? 0)))) /
        toNumber(instrument.tick),
    );
  const drawRange = (index: number, side: string): number =>
    Math.round(
      getTicks(index) * BAR_MOVE[bar] * random.uniform(`${instrument.id}/${side}`, index) * 0.5,
    );
  const buildColumn = (getValue: (index: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, index) => getValue(first + index));
  return {
    startsMs: buildColumn((index) => startMs + index * BAR_MS[bar]),
    endsMs: buildColumn((index) => startMs + (index + 1) * BAR_MS[bar] - 1),
    open: buildColumn(getTicks),
    close: buildColumn((index) => getTicks(index + 1)),
    high: buildColumn(
      (index) => Math.max(getTicks(index), getTicks(index + 1)) + drawRange(index, 'high'),
    ),
    low: buildColumn((index) =>
      Math.max(1, Math.min(getTicks(index), getTicks(index + 1)) - drawRange(index, 'low')),
    ),
  };
}

/** Months of a chain with their bars, shared by strategies that trade the same months. */
const monthsByKey = new Map<
  string,
  readonly { readonly plan: MonthPlan; readonly bars: BarColumns }[]
>();

function listMonths(
  row: PlaybookRow,
  chain: string,
): NonNullable<ReturnType<typeof monthsByKey.get>> {
  const key = `${chain}/${row.bar}/${getEndMs(row)}/${JSON.stringify(row.legs)}`;
  const cached = monthsByKey.get(key);
  if (cached) return cached;
  const values = planMonths(listContracts, chain, row.bar, row.legs, {
    fromMs: FROM_MS,
    untilMs: getEndMs(row),
  }).map((plan) => ({ plan, bars: buildBars(plan, chain) }));
  monthsByKey.set(key, values);
  return values;
}

/** Builds the tapes of a strategy in its synthetic market. */
export function buildRehearsalTapes(row: PlaybookRow): readonly ChainTape[] {
  const startMs = getWarmUpStartMs(row.bar, FROM_MS);
  const columns = buildRehearsalInputs(
    row,
    Math.ceil((getEndMs(row) - startMs) / BAR_MS[row.bar]),
    BAR_MS['1d'] / BAR_MS[row.bar],
    drawNormal,
  );
  return getPlaybookChains(row).map((chain) => ({
    chain,
    months: listMonths(row, chain).map(({ plan: { instrument, fromMs, untilMs }, bars }) => {
      const [first, end] = [fromMs, untilMs].map((ms) => (ms - startMs) / BAR_MS[row.bar]);
      return { instrument, bars, inputs: columns.map((column) => column.subarray(first, end)) };
    }),
  }));
}

/** Runs a strategy; `tapes` may belong to another strategy. */
export const runRehearsal = (
  row: PlaybookRow,
  tapes = buildRehearsalTapes(row),
): readonly BacktestTrade[] => runBacktest(createEvaluator(row), tapes, { fromMs: FROM_MS }).trades;

/** First 16 hex digits of the SHA-256 of the trades. */
export const computeOrderHash = (trades: readonly BacktestTrade[]): string =>
  computeSha256(formatTradeDigest(trades)).slice(0, 16);
