// A made-up market for each playbook in which all that its rule waits for happens often, so that
// every number of the rule shows in its orders.
import { orderList } from '../../trading/backtest/order-list';
import { runBacktest } from '../../trading/backtest/kernel';
import type { BacktestTrade, BarColumns, ChainTape } from '../../trading/backtest/tape';
import type { FuturesRoot } from '../../trading/domain/commodity';
import type { Instrument } from '../../trading/domain/instrument';
import { toNumber } from '../../trading/domain/instrument';
import { normalQuantile } from '../../trading/domain/normal-curve';
import { seededRandom } from '../../trading/random';
import { getDay } from '../../trading/simulation/calendar';
import { findChain } from '../../trading/simulation/chains';
import { createWorld } from '../../trading/simulation/world';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { BAR_MS, type BarLength, type PlaybookRow } from '../../trading/strategies/playbook';
import { computeDigest } from '../../server/backtests/ledger';
import { type MonthPlan, monthPlans, warmUpMs } from '../../server/backtests/month-plans';
import { rehearsedInputs } from './rehearsed-inputs';
import { chainsOfRow } from '../../server/backtests/world-tapes';

const SEED = 'rehearsal';
const random = seededRandom(SEED);
const world = createWorld({ seed: SEED });
const listedAt = (chain: string, atMs: number): readonly Instrument[] =>
  (findChain(chain).isPower ? world.power : world.futures).listed(chain, getDay(atMs));

/** Long enough for a season of daily rules, and for some weeks of strips. */
const FROM_MS = Date.UTC(2012, 0, 1);
const UNTIL_MS: Readonly<Record<BarLength, number>> = {
  '15m': Date.UTC(2012, 0, 12),
  '1h': Date.UTC(2012, 2, 1),
  '1d': Date.UTC(2015, 0, 1),
};
const POWER_UNTIL_MS = Date.UTC(2012, 8, 1);
const getUntil = ({ bar, commodity }: PlaybookRow): number =>
  Math.min(UNTIL_MS[bar], commodity === 'electricity' ? POWER_UNTIL_MS : Infinity);
/** Size of a bar's move, log. */
const MOVE: Readonly<Record<BarLength, number>> = { '15m': 0.01, '1h': 0.012, '1d': 0.02 };
const OWN_MOVE = 0.3;
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
const POWER_PRICE = 85;

const drawNormal = (stream: string, step: number): number =>
  normalQuantile(Math.max(1e-9, random.uniform(stream, step)));
const sums = new Map<string, Float64Array>();

/** Sums of normals of a stream that return slowly to 0, one for each bar. */
function computeWalk(stream: string, count: number): Float64Array {
  const known = sums.get(stream);
  if (known && known.length >= count) return known;
  const made = new Float64Array(count);
  for (let step = 1; step < count; step += 1)
    made[step] = 0.99 * (made[step - 1] ?? 0) + drawNormal(stream, step);
  sums.set(stream, made);
  return made;
}

/** Bars of one month: the course of its chain and, smaller, one of its own. */
function buildBars({ instrument, bar, fromMs, untilMs }: MonthPlan, chain: string): BarColumns {
  const startMs = warmUpMs(bar, FROM_MS);
  const [first, count] = [
    (fromMs - startMs) / BAR_MS[bar],
    Math.max(0, (untilMs - fromMs) / BAR_MS[bar]),
  ];
  const [shared, own] = [
    computeWalk(`${chain}/${bar}`, first + count + 1),
    computeWalk(`${instrument.id}/${bar}`, first + count + 1),
  ];
  const ticksAt = (place: number): number =>
    Math.round(
      ((START_PRICE[chain] ?? POWER_PRICE) *
        Math.exp(MOVE[bar] * ((shared[place] ?? 0) + OWN_MOVE * (own[place] ?? 0)))) /
        toNumber(instrument.tick),
    );
  const reach = (place: number, side: string): number =>
    Math.round(
      ticksAt(place) * MOVE[bar] * random.uniform(`${instrument.id}/${side}`, place) * 0.5,
    );
  const column = (of: (place: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, index) => of(first + index));
  return {
    startsMs: column((place) => startMs + place * BAR_MS[bar]),
    endsMs: column((place) => startMs + (place + 1) * BAR_MS[bar] - 1),
    open: column(ticksAt),
    close: column((place) => ticksAt(place + 1)),
    high: column((place) => Math.max(ticksAt(place), ticksAt(place + 1)) + reach(place, 'high')),
    low: column((place) =>
      Math.max(1, Math.min(ticksAt(place), ticksAt(place + 1)) - reach(place, 'low')),
    ),
  };
}

/** Months of a chain with their bars; rows that trade the same ones share them. */
const lanes = new Map<string, readonly { readonly plan: MonthPlan; readonly bars: BarColumns }[]>();

function listLane(row: PlaybookRow, chain: string): NonNullable<ReturnType<typeof lanes.get>> {
  const key = `${chain}/${row.bar}/${getUntil(row)}/${JSON.stringify(row.legs)}`;
  const known = lanes.get(key);
  if (known) return known;
  const made = monthPlans(listedAt, chain, row.bar, row.legs, {
    fromMs: FROM_MS,
    untilMs: getUntil(row),
  }).map((plan) => ({ plan, bars: buildBars(plan, chain) }));
  lanes.set(key, made);
  return made;
}

/** The tapes of a playbook in its made-up market. */
export function rehearsalTapes(row: PlaybookRow): readonly ChainTape[] {
  const startMs = warmUpMs(row.bar, FROM_MS);
  const columns = rehearsedInputs(
    row,
    Math.ceil((getUntil(row) - startMs) / BAR_MS[row.bar]),
    BAR_MS['1d'] / BAR_MS[row.bar],
    drawNormal,
  );
  return chainsOfRow(row).map((chain) => ({
    chain,
    months: listLane(row, chain).map(({ plan: { instrument, fromMs, untilMs }, bars }) => {
      const [first, end] = [fromMs, untilMs].map((ms) => (ms - startMs) / BAR_MS[row.bar]);
      return { instrument, bars, inputs: columns.map((column) => column.subarray(first, end)) };
    }),
  }));
}

/** What a playbook deals in a market; `tapes` may be another row's. */
export const rehearsedTrades = (
  row: PlaybookRow,
  tapes = rehearsalTapes(row),
): readonly BacktestTrade[] => runBacktest(createEvaluator(row), tapes, { fromMs: FROM_MS }).trades;

/** SHA-256 of an order list, its first 16 hexadecimal digits. */
export const orderHash = (trades: readonly BacktestTrade[]): string =>
  computeDigest(orderList(trades)).slice(0, 16);
