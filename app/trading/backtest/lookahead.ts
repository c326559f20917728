/**
 * The alarm against looking ahead: a run over what was known at a moment must agree with the full
 * run up to it.
 *
 * The evaluator is made anew for every cut from the tapes that exist then, so that one which reads
 * columns by itself meets the end of them.
 */
import { priceNumber } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { Evaluator, InputBar } from '../strategies/playbook';
import { barsUntil, tapesUntil } from './cut';
import { runBacktest } from './kernel';
import type { BacktestOptions } from './options';
import type { BacktestRun, BacktestTrade, ChainTape, MonthTape } from './tape';

/** The earliest place at which a run over less history answered otherwise. */
export interface LookaheadAlarm {
  readonly what: 'rule' | 'trade' | 'equity';
  readonly instrumentId: string;
  /** Number of the bar in its month, from 0; -1 where the curve of the whole book differs. */
  readonly bar: number;
  readonly atMs: EpochMs;
  readonly text: string;
}

export type EvaluatorFor = (chains: readonly ChainTape[]) => Evaluator;

const CUTS = 12;

/**
 * Compares the full run with runs that end at `cuts` moments, spread evenly over the bars; null
 * when all agree.
 */
export function lookaheadAlarm(
  evaluatorFor: EvaluatorFor,
  chains: readonly ChainTape[],
  options: Partial<BacktestOptions> = {},
  cuts = CUTS,
): LookaheadAlarm | null {
  const evaluator = evaluatorFor(chains);
  const run = runBacktest(evaluator, chains, options);
  const alarms = cutMoments(chains, cuts).flatMap((untilMs) => {
    const known = tapesUntil(chains, untilMs);
    const knowing = evaluatorFor(known);
    return [
      ruleAlarm(evaluator, chains, knowing, known),
      tradeAlarm(run, runBacktest(knowing, known, options), untilMs),
    ].filter((alarm) => alarm !== null);
  });
  return alarms.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}

/** Ends of bars, evenly spread over all of them. */
function cutMoments(chains: readonly ChainTape[], cuts: number): readonly EpochMs[] {
  const ends = Float64Array.from(
    chains.flatMap(({ months }) => months.flatMap(({ bars }) => [...bars.endsMs])),
  ).sort();
  return Array.from(
    { length: cuts },
    (_, cut) => ends[Math.floor(((cut + 1) * ends.length) / (cuts + 1))] ?? -Infinity,
  ).filter(Number.isFinite);
}

function ruleAlarm(
  full: Evaluator,
  chains: readonly ChainTape[],
  knowing: Evaluator,
  known: readonly ChainTape[],
): LookaheadAlarm | null {
  let first: LookaheadAlarm | null = null;
  chains.forEach(({ months }, chain) => {
    months.forEach((month, place) => {
      const less = known[chain]?.months[place];
      const bar = less
        ? firstDifference(
            told(full, month, less.bars.endsMs.length),
            told(knowing, less, less.bars.endsMs.length),
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
        text: `${full.row.id} answers otherwise at bar ${bar} of ${id} when the bars after it are not there`,
      };
    });
  });
  return first;
}

/** Side, strength and range after each bar, in one row. */
function told(
  evaluator: Evaluator,
  { instrument, bars, inputs }: MonthTape,
  size: number,
): Float64Array {
  const state = evaluator.init();
  const answers = new Float64Array(3 * size);
  const bar: InputBar & { inputs: Float64Array } = {
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    endsMs: 0,
    inputs: new Float64Array(inputs.length),
  };
  const price = (column: Float64Array, place: number): number =>
    priceNumber(instrument, column[place] ?? NaN);
  for (let place = 0; place < size; place += 1) {
    Object.assign(bar, {
      open: price(bars.open, place),
      high: price(bars.high, place),
      low: price(bars.low, place),
      close: price(bars.close, place),
      endsMs: bars.endsMs[place] ?? 0,
    });
    inputs.forEach((column, input) => (bar.inputs[input] = column[place] ?? NaN));
    evaluator.fold(state, bar);
    answers.set([state.side, state.strength, state.range], 3 * place);
  }
  return answers;
}

function firstDifference(a: Float64Array, b: Float64Array): number {
  const place = a.findIndex((value, at) => !Object.is(value, b[at]));
  return place < 0 ? -1 : Math.floor(place / 3);
}

/**
 * What a run that ends earlier must know already: trades that were over, and the curve but for its
 * last point, where it pays for leaving.
 */
function tradeAlarm(
  full: BacktestRun,
  known: BacktestRun,
  untilMs: EpochMs,
): LookaheadAlarm | null {
  const over = (run: BacktestRun): readonly BacktestTrade[] =>
    run.trades.filter(({ exitMs }) => exitMs < untilMs);
  const [whole, part] = [over(full), over(known)];
  const at = Array.from({ length: Math.max(whole.length, part.length) }, (_, place) => place).find(
    (place) => JSON.stringify(whole[place]) !== JSON.stringify(part[place]),
  );
  const trade = at === undefined ? undefined : (whole[at] ?? part[at]);
  if (trade)
    return {
      what: 'trade',
      instrumentId: trade.instrumentId,
      bar: -1,
      atMs: trade.exitMs,
      text: `the trade in ${trade.instrumentId} differs when the bars after it are not there`,
    };
  const size = barsUntil({ endsMs: known.stampsMs }, untilMs) - 1;
  const place = known.equityMills
    .subarray(0, Math.max(0, size))
    .findIndex((equity, stamp) => equity !== full.equityMills[stamp]);
  if (place < 0) return null;
  return {
    what: 'equity',
    instrumentId: '',
    bar: -1,
    atMs: known.stampsMs[place] ?? 0,
    text: 'the curve differs when the bars after it are not there',
  };
}
