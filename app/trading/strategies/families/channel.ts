/**
 * The channel of the last n bars and the one of half as many, with the levels at which a breakout
 * begins and ends.
 */
import type { InputBar, SideSign } from '../playbook';
import { formatFigure, strengthBeyond } from '../reason-text';
import { type Extremes, copyExtremes, emptyExtremes, pushExtreme } from './extremes';
import { type TrueRange, RANGE_BARS, emptyTrueRange, foldTrueRange } from './true-range';

export interface Channel {
  readonly highs: Extremes;
  readonly lows: Extremes;
  readonly innerHighs: Extremes;
  readonly innerLows: Extremes;
  readonly trueRange: TrueRange;
  bars: number;
  close: number;
  /**
   * Levels for the newest bar, from the bars before it. A long position leaves below `leaveBelow`,
   * a short one above `leaveAbove`.
   */
  buyAbove: number;
  sellBelow: number;
  leaveBelow: number;
  leaveAbove: number;
}

const innerBars = (n: number): number => Math.max(1, Math.floor(n / 2));

export const emptyChannel = (n: number): Channel => ({
  highs: emptyExtremes('highs', n),
  lows: emptyExtremes('lows', n),
  innerHighs: emptyExtremes('highs', innerBars(n)),
  innerLows: emptyExtremes('lows', innerBars(n)),
  trueRange: emptyTrueRange(),
  bars: 0,
  close: NaN,
  buyAbove: NaN,
  sellBelow: NaN,
  leaveBelow: NaN,
  leaveAbove: NaN,
});

export const copyChannel = (from: Channel): Channel => ({
  ...from,
  highs: copyExtremes(from.highs),
  lows: copyExtremes(from.lows),
  innerHighs: copyExtremes(from.innerHighs),
  innerLows: copyExtremes(from.innerLows),
  trueRange: { ...from.trueRange },
});

/** Bars until a channel of n bars and its average range can speak. */
export const channelBars = (n: number): number => Math.max(n + 1, RANGE_BARS);

/**
 * Takes a bar in, in place, and sets the levels k average ranges beyond the channel before it.
 * False while there are too few bars.
 */
export function foldChannel(channel: Channel, bar: InputBar, k: number): boolean {
  foldTrueRange(channel.trueRange, bar);
  const isReady = channel.bars + 1 >= channelBars(channel.highs.size);
  channel.close = bar.close;
  if (isReady) {
    const { range } = channel.trueRange;
    channel.buyAbove = channel.highs.edge + k * range;
    channel.sellBelow = channel.lows.edge - k * range;
    channel.leaveAbove = channel.innerHighs.edge;
    channel.leaveBelow = channel.innerLows.edge;
  }
  const stamp = (channel.bars += 1);
  pushExtreme(channel.highs, bar, stamp);
  pushExtreme(channel.lows, bar, stamp);
  pushExtreme(channel.innerHighs, bar, stamp);
  pushExtreme(channel.innerLows, bar, stamp);
  return isReady;
}

/** The side on which the newest close has left the channel; 0 inside it. */
export const breakoutSide = ({ close, buyAbove, sellBelow }: Channel): SideSign =>
  close > buyAbove ? 1 : close < sellBelow ? -1 : 0;

/** The side as long as it has not come back through the channel of half as many bars; else 0. */
export function heldBreakout(channel: Channel, side: SideSign): SideSign {
  if (side === 1) return channel.close >= channel.leaveBelow ? 1 : 0;
  return side === -1 && channel.close <= channel.leaveAbove ? -1 : 0;
}

/**
 * How far the close stands beyond the level of its side in average ranges, negative when it has
 * come back within.
 */
const computeBeyond = ({ close, buyAbove, sellBelow }: Channel, side: SideSign): number =>
  side === 1 ? close - buyAbove : sellBelow - close;

export function breakoutStrength(channel: Channel, side: SideSign): number {
  const { range } = channel.trueRange;
  return side === 0 || !(range > 0)
    ? 0
    : strengthBeyond(Math.max(0, computeBeyond(channel, side) / range), 0);
}

/** What a breakout says while it stands on a side. */
export function breakoutReason(channel: Channel, side: SideSign): string {
  const n = channel.highs.size;
  const isLong = side === 1;
  const edge = isLong ? channel.buyAbove : channel.sellBelow;
  const where =
    computeBeyond(channel, side) > 0
      ? `left its ${n}-bar channel at ${formatFigure(edge)}`
      : `has not come back since it left its ${n}-bar channel`;
  const leave = isLong
    ? `below ${formatFigure(channel.leaveBelow)}`
    : `above ${formatFigure(channel.leaveAbove)}`;
  return `close ${formatFigure(channel.close)} ${where}: ${isLong ? 'long' : 'short'} until a close ${leave}`;
}

/** What it says inside the channel. */
export const insideReason = (channel: Channel): string =>
  `close ${formatFigure(channel.close)} is inside its ${channel.highs.size}-bar channel; waits for a close above ${formatFigure(channel.buyAbove)} or below ${formatFigure(channel.sellBelow)}`;
