/** n-bar channel and n/2-bar inner channel, with entry and exit levels of a breakout. */
import type { SideSign } from '../../domain/position';
import type { InputBar } from '../playbook';
import { formatFigure, computeStrength } from '../reason-text';
import { type Extremes, copyExtremes, createExtremes, pushExtreme } from './extremes';
import { type TrueRange, RANGE_BARS, createTrueRange, updateTrueRange } from './true-range';

export interface Channel {
  readonly highs: Extremes;
  readonly lows: Extremes;
  readonly innerHighs: Extremes;
  readonly innerLows: Extremes;
  readonly trueRange: TrueRange;
  bars: number;
  close: number;
  /**
   * Levels for the latest bar, from earlier bars. A long exits below `leaveBelow`, a short above
   * `leaveAbove`.
   */
  buyAbove: number;
  sellBelow: number;
  leaveBelow: number;
  leaveAbove: number;
}

const getInnerBars = (n: number): number => Math.max(1, Math.floor(n / 2));

export const createChannel = (n: number): Channel => ({
  highs: createExtremes('highs', n),
  lows: createExtremes('lows', n),
  innerHighs: createExtremes('highs', getInnerBars(n)),
  innerLows: createExtremes('lows', getInnerBars(n)),
  trueRange: createTrueRange(),
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

/** Warm-up bars of an n-bar channel and its ATR. */
export const getChannelWarmUp = (n: number): number => Math.max(n + 1, RANGE_BARS);

/**
 * Updates in place with a bar; sets the levels k ATR beyond the previous channel. Returns false
 * during warm-up.
 */
export function updateChannel(channel: Channel, bar: InputBar, k: number): boolean {
  updateTrueRange(channel.trueRange, bar);
  const isReady = channel.bars + 1 >= getChannelWarmUp(channel.highs.size);
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

/** Side on which the latest close left the channel; 0 inside. */
export const getBreakoutSide = ({ close, buyAbove, sellBelow }: Channel): SideSign =>
  close > buyAbove ? 1 : close < sellBelow ? -1 : 0;

/** The side until the close crosses the inner channel; then 0. */
export function getHeldSide(channel: Channel, side: SideSign): SideSign {
  if (side === 1) return channel.close >= channel.leaveBelow ? 1 : 0;
  return side === -1 && channel.close <= channel.leaveAbove ? -1 : 0;
}

/** Distance of the close beyond the level of its side; negative inside. */
const computeExcess = ({ close, buyAbove, sellBelow }: Channel, side: SideSign): number =>
  side === 1 ? close - buyAbove : sellBelow - close;

export function computeBreakoutStrength(channel: Channel, side: SideSign): number {
  const { range } = channel.trueRange;
  return side === 0 || !(range > 0)
    ? 0
    : computeStrength(Math.max(0, computeExcess(channel, side) / range), 0);
}

/** Reason text of a held breakout. */
export function formatBreakout(channel: Channel, side: SideSign): string {
  const n = channel.highs.size;
  const isLong = side === 1;
  const edge = isLong ? channel.buyAbove : channel.sellBelow;
  const where =
    computeExcess(channel, side) > 0
      ? `left its ${n}-bar channel at ${formatFigure(edge)}`
      : `has stayed outside its ${n}-bar channel`;
  const leave = isLong
    ? `below ${formatFigure(channel.leaveBelow)}`
    : `above ${formatFigure(channel.leaveAbove)}`;
  return `close ${formatFigure(channel.close)} ${where}: ${isLong ? 'long' : 'short'} until a close ${leave}`;
}

/** Reason text inside the channel. */
export const formatInside = (channel: Channel): string =>
  `close ${formatFigure(channel.close)} is inside its ${channel.highs.size}-bar channel; entry at a close above ${formatFigure(channel.buyAbove)} or below ${formatFigure(channel.sellBelow)}`;
