/**
 * Signals of a rule over a whole tape. A rule reads bars and inputs only, never the account, so that
 * its signals are computed before any trade.
 */
import type { Evaluator, InputBar } from '../strategies/playbook';
import type { MonthTape } from './tape';

/** Entry n is the state after n bars; entry 0 is before the first. */
export interface SignalColumns {
  /** 1 long, -1 short, 0 flat, after the entry conditions. */
  readonly side: Int8Array;
  /** Number of bars after which the side began. */
  readonly sinceBar: Int32Array;
  /** 0 to 1. */
  readonly strength: Float64Array;
  /** ATR in quoted units; NaN while unknown. */
  readonly range: Float64Array;
  /** Move to the price that the rule aims at, quoted units; NaN without one. */
  readonly expectedMove: Float64Array | null;
}

/** Folds all bars of a month with the rule of the live engine. */
export function computeSignalColumns(evaluator: Evaluator, tape: MonthTape): SignalColumns {
  const { length } = tape.bars.endsMs;
  const columns = createColumns(length, evaluator.computeExpectedMove !== undefined);
  const { side, sinceBar, strength, range, expectedMove } = columns;
  const state = evaluator.createState();
  const readBar = createBarReader(tape);
  for (let bar = 0; bar < length; bar += 1) {
    evaluator.fold(state, readBar(bar));
    const count = bar + 1;
    side[count] = state.side;
    sinceBar[count] = state.side === side[bar] ? (sinceBar[bar] ?? 0) : count;
    strength[count] = state.strength;
    range[count] = state.range;
    if (expectedMove !== null && state.side !== 0)
      expectedMove[count] = evaluator.computeExpectedMove?.(state) ?? NaN;
  }
  return columns;
}

/** Returns the bar at an index in quoted units with its inputs, in one object for all bars. */
function createBarReader({ instrument: { tick }, bars, inputs }: MonthTape) {
  const { open, high, low, close, endsMs } = bars;
  const power = 10 ** tick.decimals;
  const values = new Float64Array(inputs.length);
  const bar: InputBar = { open: 0, high: 0, low: 0, close: 0, endsMs: 0, inputs: values };
  return (index: number): InputBar => {
    bar.open = ((open[index] ?? NaN) * tick.digits) / power;
    bar.high = ((high[index] ?? NaN) * tick.digits) / power;
    bar.low = ((low[index] ?? NaN) * tick.digits) / power;
    bar.close = ((close[index] ?? NaN) * tick.digits) / power;
    bar.endsMs = endsMs[index] ?? NaN;
    for (let input = 0; input < inputs.length; input += 1)
      values[input] = inputs[input]?.[index] ?? NaN;
    return bar;
  };
}

function createColumns(bars: number, hasExpectedMove: boolean): SignalColumns {
  const range = new Float64Array(bars + 1);
  range[0] = NaN;
  return {
    side: new Int8Array(bars + 1),
    sinceBar: new Int32Array(bars + 1),
    strength: new Float64Array(bars + 1),
    range,
    expectedMove: hasExpectedMove ? new Float64Array(bars + 1).fill(NaN) : null,
  };
}
