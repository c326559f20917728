/**
 * Look-ahead check: a run on truncated data must agree with the full run up to the cut.
 *
 * A new evaluator is built from the truncated tapes for every cut, so that one which reads columns
 * directly is checked too.
 */
import { toPriceNumber } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { Evaluator, InputBar } from '../strategies/playbook';
import { countBarsUntil, truncateTapes } from './truncate-tapes';
import { runBacktest } from './run-backtest';
import type { BacktestOptions } from './options';
import type { BacktestRun, BacktestTrade } from './backtest-run';
import type { ChainTape, MonthTape } from './tape';

/** The earliest difference between a truncated run and the full run. */
export interface LookAheadDifference {
  readonly what: 'rule' | 'trade' | 'equity';
  readonly instrumentId: string;
  /** Bar index within its month; -1 if the equity curve differs. */
  readonly bar: number;
  readonly atMs: EpochMs;
  readonly text: string;
}

export type CreateEvaluator = (chains: readonly ChainTape[]) => Evaluator;

const CUTS = 12;

/**
 * Compares the full run with runs truncated at `cuts` times, evenly spaced over the bars; null if
 * all agree.
 */
export function findLookAhead(
  createEvaluator: CreateEvaluator,
  chains: readonly ChainTape[],
  options: Partial<BacktestOptions> = {},
  cuts = CUTS,
): LookAheadDifference | null {
  const evaluator = createEvaluator(chains);
  const run = runBacktest(evaluator, chains, options);
  const differences = listCutMoments(chains, cuts).flatMap((untilMs) => {
    const truncated = truncateTapes(chains, untilMs);
    const truncatedEvaluator = createEvaluator(truncated);
    return [
      compareRules(evaluator, chains, truncatedEvaluator, truncated),
      compareRuns(run, runBacktest(truncatedEvaluator, truncated, options), untilMs),
    ].filter((difference) => difference !== null);
  });
  return differences.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}

function listCutMoments(chains: readonly ChainTape[], cuts: number): readonly EpochMs[] {
  const ends = Float64Array.from(
    chains.flatMap(({ months }) => months.flatMap(({ bars }) => [...bars.endsMs])),
  ).sort();
  return Array.from(
    { length: cuts },
    (_, cut) => ends[Math.floor(((cut + 1) * ends.length) / (cuts + 1))] ?? -Infinity,
  ).filter(Number.isFinite);
}

function compareRules(
  full: Evaluator,
  chains: readonly ChainTape[],
  truncatedEvaluator: Evaluator,
  truncated: readonly ChainTape[],
): LookAheadDifference | null {
  let first: LookAheadDifference | null = null;
  chains.forEach(({ months }, chain) => {
    months.forEach((month, index) => {
      const truncatedMonth = truncated[chain]?.months[index];
      const bar = truncatedMonth
        ? findFirstDifference(
            foldStates(full, month, truncatedMonth.bars.endsMs.length),
            foldStates(truncatedEvaluator, truncatedMonth, truncatedMonth.bars.endsMs.length),
          )
        : -1;
      const atMs = month.bars.endsMs[bar] ?? Infinity;
      if (bar < 0 || atMs >= (first?.atMs ?? Infinity)) return;
      const { id } = month.instrument;
      first = {
        what: 'rule',
        instrumentId: id,
        bar,
        atMs,
        text: `${full.row.id} differs at bar ${bar} of ${id} without the bars after it`,
      };
    });
  });
  return first;
}

/** Side, strength and ATR after each bar, flattened. */
function foldStates(
  evaluator: Evaluator,
  { instrument, bars, inputs }: MonthTape,
  size: number,
): Float64Array {
  const state = evaluator.createState();
  const states = new Float64Array(3 * size);
  const bar: InputBar & { inputs: Float64Array } = {
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    endsMs: 0,
    inputs: new Float64Array(inputs.length),
  };
  const getPrice = (column: Float64Array, index: number): number =>
    toPriceNumber(instrument, column[index] ?? NaN);
  for (let index = 0; index < size; index += 1) {
    Object.assign(bar, {
      open: getPrice(bars.open, index),
      high: getPrice(bars.high, index),
      low: getPrice(bars.low, index),
      close: getPrice(bars.close, index),
      endsMs: bars.endsMs[index] ?? 0,
    });
    inputs.forEach((column, input) => (bar.inputs[input] = column[index] ?? NaN));
    evaluator.fold(state, bar);
    states.set([state.side, state.strength, state.range], 3 * index);
  }
  return states;
}

function findFirstDifference(a: Float64Array, b: Float64Array): number {
  const index = a.findIndex((value, at) => !Object.is(value, b[at]));
  return index < 0 ? -1 : Math.floor(index / 3);
}

/**
 * Compares finished trades, and the equity curve without its last point, which includes closing
 * costs.
 */
function compareRuns(
  full: BacktestRun,
  truncated: BacktestRun,
  untilMs: EpochMs,
): LookAheadDifference | null {
  const listFinishedTrades = (run: BacktestRun): readonly BacktestTrade[] =>
    run.trades.filter(({ exitMs }) => exitMs < untilMs);
  const [whole, part] = [listFinishedTrades(full), listFinishedTrades(truncated)];
  const at = Array.from({ length: Math.max(whole.length, part.length) }, (_, index) => index).find(
    (index) => JSON.stringify(whole[index]) !== JSON.stringify(part[index]),
  );
  const trade = at === undefined ? undefined : (whole[at] ?? part[at]);
  if (trade)
    return {
      what: 'trade',
      instrumentId: trade.instrumentId,
      bar: -1,
      atMs: trade.exitMs,
      text: `the trade in ${trade.instrumentId} differs without the bars after it`,
    };
  const size = countBarsUntil({ endsMs: truncated.stampsMs }, untilMs) - 1;
  const index = truncated.equityMills
    .subarray(0, Math.max(0, size))
    .findIndex((equity, stamp) => equity !== full.equityMills[stamp]);
  if (index < 0) return null;
  return {
    what: 'equity',
    instrumentId: '',
    bar: -1,
    atMs: truncated.stampsMs[index] ?? 0,
    text: 'the curve differs without the bars after it',
  };
}
