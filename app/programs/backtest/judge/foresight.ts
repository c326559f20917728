// Rules that cheat on purpose: a judge that does not catch them would catch nobody.
import {
  type EvaluatorFor,
  type LookaheadAlarm,
  lookaheadAlarm,
} from '../../../trading/backtest/lookahead';
import type { ChainTape, MonthTape } from '../../../trading/backtest/tape';
import { priceNumber } from '../../../trading/domain/instrument';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { InputBar, PlaybookRow } from '../../../trading/strategies/playbook';

/** Months and bars that the alarm is tried on: some with ranges, few enough to be quick. */
const MONTHS = 2;
const BARS = 120;
/** More than one, so that none falls just between two months. */
const CUTS = 2;

/** The bars of a month by their ends, each as the one that follows it; the last has none. */
function listFollowingBars({ instrument, bars, inputs }: MonthTape): ReadonlyMap<string, InputBar> {
  const price = (column: Float64Array, place: number): number =>
    priceNumber(instrument, column[place] ?? NaN);
  const next = new Map<string, InputBar>();
  for (let place = 1; place < bars.endsMs.length; place += 1) {
    next.set(
      `${bars.endsMs[place - 1] ?? 0}/${price(bars.open, place - 1)}/${price(bars.close, place - 1)}`,
      {
        open: price(bars.open, place),
        high: price(bars.high, place),
        low: price(bars.low, place),
        close: price(bars.close, place),
        endsMs: bars.endsMs[place] ?? 0,
        inputs: inputs.map((column) => column[place] ?? NaN),
      },
    );
  }
  return next;
}

/** The row with a leak: it folds every bar one bar early, as far as the tape goes. */
function withForesight(row: PlaybookRow): EvaluatorFor {
  return (chains) => {
    const honest = createEvaluator(row);
    const next = new Map(
      chains.flatMap(({ months }) => months.flatMap((month) => [...listFollowingBars(month)])),
    );
    return {
      ...honest,
      fold: (state, bar) =>
        honest.fold(state, next.get(`${bar.endsMs}/${bar.open}/${bar.close}`) ?? bar),
    };
  };
}

/**
 * What the alarm says to the row with a leak, over the beginning of its tapes; null where it was
 * not caught.
 */
export function foresightAlarm(
  row: PlaybookRow,
  chains: readonly ChainTape[],
): LookaheadAlarm | null {
  const head = <C extends Float64Array | Int8Array>(column: C): C => column.subarray(0, BARS) as C;
  const brief = chains.map(({ chain, months }) => ({
    chain,
    months: months
      .slice(0, MONTHS)
      .map(({ instrument, bars, inputs }) => ({
        instrument,
        inputs: inputs.map(head),
        bars: {
          startsMs: head(bars.startsMs),
          endsMs: head(bars.endsMs),
          open: head(bars.open),
          high: head(bars.high),
          low: head(bars.low),
          close: head(bars.close),
        },
      })),
  }));
  return lookaheadAlarm(withForesight(row), brief, {}, CUTS);
}
