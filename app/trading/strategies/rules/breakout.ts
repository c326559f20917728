/**
 * BRK: follows a close that leaves the channel of the last n bars by k average true ranges.
 * It knows the n bars before this one; it refuses to measure a bar against a channel that contains it.
 */
import { z } from 'zod';
import { type Channel, type TrueRange, EMPTY_RANGE, RANGE_BARS, channelEdges, emptyChannel, foldChannel, foldRange, isFull, rangeOf } from '../indicators';
import { FLAT, type Rule, type RuleBar, type RuleState, type Target } from '../strategy';
import { collecting, figure, strengthBeyond } from '../wording';

export const BreakoutParams = z.strictObject({
  /** Bars of the entry channel; the exit channel has half as many. */
  n: z.int().min(2).max(2000),
  /** How far beyond the channel, in average true ranges. */
  k: z.number().min(0).max(10),
});
export type BreakoutParams = z.infer<typeof BreakoutParams>;

export interface BreakoutState extends RuleState {
  readonly channel: Channel;
  readonly trueRange: TrueRange;
  readonly bars: number;
  readonly side: Target['side'];
}

interface Levels {
  readonly buyAbove: number;
  readonly sellBelow: number;
  /** A long position leaves below this close, a short one above that. */
  readonly leaveBelow: number;
  readonly leaveAbove: number;
}

/** Levels from the bars before this one, so that a bar cannot widen the channel it is measured against. */
function levelsBefore(params: BreakoutParams, channel: Channel, range: number): Levels {
  const outer = channelEdges(channel, params.n);
  const inner = channelEdges(channel, Math.max(1, Math.floor(params.n / 2)));
  return { buyAbove: outer.high + params.k * range, sellBelow: outer.low - params.k * range, leaveBelow: inner.low, leaveAbove: inner.high };
}

function sideAfter(side: Target['side'], close: number, levels: Levels): Target['side'] {
  if (close > levels.buyAbove) return 'LONG';
  if (close < levels.sellBelow) return 'SHORT';
  if (side === 'LONG' && close >= levels.leaveBelow) return 'LONG';
  return side === 'SHORT' && close <= levels.leaveAbove ? 'SHORT' : 'FLAT';
}

function describe(params: BreakoutParams, side: Target['side'], bar: RuleBar, levels: Levels, range: number): Target {
  const close = `close ${figure(bar.close)}`;
  if (side === 'FLAT') {
    return FLAT(`${close} is inside its ${params.n}-bar channel; waits for a close above ${figure(levels.buyAbove)} or below ${figure(levels.sellBelow)}`, range);
  }
  const isLong = side === 'LONG';
  const edge = isLong ? levels.buyAbove : levels.sellBelow;
  const beyond = isLong ? bar.close - edge : edge - bar.close;
  const strength = range > 0 ? strengthBeyond(Math.max(0, beyond / range), 0) : 0;
  const where = beyond > 0 ? `left its ${params.n}-bar channel at ${figure(edge)}` : `has not come back since it left its ${params.n}-bar channel`;
  const leave = isLong ? `below ${figure(levels.leaveBelow)}` : `above ${figure(levels.leaveAbove)}`;
  return { side, strength, range, reason: `${close} ${where}: ${side.toLowerCase()} until a close ${leave}` };
}

export const breakout: Rule<BreakoutParams, BreakoutState> = {
  family: 'BRK',
  init: (params) => ({
    target: FLAT(collecting(0, barsNeeded(params))), channel: emptyChannel(params.n), trueRange: EMPTY_RANGE, bars: 0, side: 'FLAT',
  }),
  fold(params, state, bar) {
    const trueRange = foldRange(state.trueRange, bar);
    const range = rangeOf(trueRange);
    const next = { channel: foldChannel(state.channel, bar), trueRange, bars: Math.min(state.bars + 1, barsNeeded(params)) };
    if (range === null || !isFull(state.channel.highs)) {
      return { ...next, side: 'FLAT', target: FLAT(collecting(next.bars, barsNeeded(params)), range) };
    }
    const levels = levelsBefore(params, state.channel, range);
    const side = sideAfter(state.side, bar.close, levels);
    return { ...next, side, target: describe(params, side, bar, levels, range) };
  },
};

const barsNeeded = (params: BreakoutParams): number => Math.max(params.n + 1, RANGE_BARS);
