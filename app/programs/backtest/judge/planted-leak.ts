// Strategies with a planted look-ahead leak, which verify that the look-ahead test detects one.
import {
  type CreateEvaluator,
  type LookAheadDifference,
  findLookAhead,
} from '../../../trading/backtest/look-ahead-check';
import type { ChainTape, MonthTape } from '../../../trading/backtest/tape';
import { toPriceNumber } from '../../../trading/domain/instrument';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { InputBar, PlaybookRow } from '../../../trading/strategies/playbook';

/** Months and bars of the test: enough for a range, few enough to be fast. */
const MONTHS = 2;
const BARS = 120;
/** More than one, so that a cut cannot fall between two months only. */
const CUTS = 2;

/** Maps each bar of a month to the bar after it; the last bar has none. */
function listFollowingBars({ instrument, bars, inputs }: MonthTape): ReadonlyMap<string, InputBar> {
  const getPrice = (column: Float64Array, index: number): number =>
    toPriceNumber(instrument, column[index] ?? NaN);
  const next = new Map<string, InputBar>();
  for (let index = 1; index < bars.endsMs.length; index += 1) {
    next.set(
      `${bars.endsMs[index - 1] ?? 0}/${getPrice(bars.open, index - 1)}/${getPrice(bars.close, index - 1)}`,
      {
        open: getPrice(bars.open, index),
        high: getPrice(bars.high, index),
        low: getPrice(bars.low, index),
        close: getPrice(bars.close, index),
        endsMs: bars.endsMs[index] ?? 0,
        inputs: inputs.map((column) => column[index] ?? NaN),
      },
    );
  }
  return next;
}

/** An evaluator that receives every bar one bar early. */
function createLeakingEvaluator(row: PlaybookRow): CreateEvaluator {
  return (chains) => {
    const evaluator = createEvaluator(row);
    const next = new Map(
      chains.flatMap(({ months }) => months.flatMap((month) => [...listFollowingBars(month)])),
    );
    return {
      ...evaluator,
      fold: (state, bar) =>
        evaluator.fold(state, next.get(`${bar.endsMs}/${bar.open}/${bar.close}`) ?? bar),
    };
  };
}

/**
 * Runs the look-ahead test on the leaking strategy over the first bars of its tapes. Null when the
 * leak is not detected.
 */
export function detectPlantedLeak(
  row: PlaybookRow,
  chains: readonly ChainTape[],
): LookAheadDifference | null {
  const takeFirstBars = <C extends Float64Array | Int8Array>(column: C): C =>
    column.subarray(0, BARS) as C;
  const shortTapes = chains.map(({ chain, months }) => ({
    chain,
    months: months
      .slice(0, MONTHS)
      .map(({ instrument, bars, inputs }) => ({
        instrument,
        inputs: inputs.map(takeFirstBars),
        bars: {
          startsMs: takeFirstBars(bars.startsMs),
          endsMs: takeFirstBars(bars.endsMs),
          open: takeFirstBars(bars.open),
          high: takeFirstBars(bars.high),
          low: takeFirstBars(bars.low),
          close: takeFirstBars(bars.close),
        },
      })),
  }));
  return findLookAhead(createLeakingEvaluator(row), shortTapes, {}, CUTS);
}
