/** VOLR: follows breakouts from low volatility, fades excesses in high volatility. */
import type { VolrParams } from '../params';
import type { SideSign } from '../../domain/position';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatWarmUp, formatFigure, computeStrength } from '../reason-text';
import { type Average, copyAverage, createAverage, updateAverage } from './average';
import {
  type Channel,
  formatBreakout,
  getBreakoutSide,
  computeBreakoutStrength,
  getChannelWarmUp,
  copyChannel,
  createChannel,
  updateChannel,
  getHeldSide,
} from './channel';
import { computeFadeSide } from './side-rules';
import { formatSide } from './input-access';
import {
  type Moments,
  copyMoments,
  getDeviation,
  createMoments,
  isFilled,
  pushMoment,
} from './moments';
import { formatAverage } from './mean-reversion';

interface VolatilityRegimeState extends FoldState {
  readonly channel: Channel;
  readonly gap: Average;
  readonly short: Moments;
  readonly long: Moments;
  close: number;
  /**
   * Short / long volatility of this and the previous bar; NaN during warm-up or when nothing moves.
   */
  ratio: number;
  ratioBefore: number;
  /** True when the current side is a breakout. */
  isBreakout: boolean;
}

const getShortBars = (n: number): number => Math.max(5, Math.floor(n / 4));
const getWarmUpBars = (n: number): number => Math.max(getChannelWarmUp(n), getShortBars(n) + 1);

function updateStatistics(
  { k, e, x }: VolrParams,
  state: VolatilityRegimeState,
  bar: InputBar,
): boolean {
  const hasChannel = updateChannel(state.channel, bar, k);
  updateAverage(state.gap, bar.close, e, x);
  if (!Number.isNaN(state.close)) {
    pushMoment(state.short, bar.close - state.close);
    pushMoment(state.long, bar.close - state.close);
  }
  state.close = bar.close;
  state.ratioBefore = state.ratio;
  const deviation = getDeviation(state.long);
  state.ratio =
    isFilled(state.short) && isFilled(state.long) && deviation > 0
      ? getDeviation(state.short) / deviation
      : NaN;
  return hasChannel && isFilled(state.short) && isFilled(state.long);
}

/** The held side after the exit rule of its branch. */
function computeHeldSide({ e, x }: VolrParams, state: VolatilityRegimeState): SideSign {
  if (state.side === 0) return 0;
  if (state.isBreakout) return getHeldSide(state.channel, state.side);
  return computeFadeSide(state.side, state.gap.score, e, x) === state.side ? state.side : 0;
}

/**
 * Entry when flat: a breakout from low volatility on this or the previous bar, or a fade in high
 * volatility.
 */
function enterSide({ lo, hi, e, x }: VolrParams, state: VolatilityRegimeState): void {
  const wasQuiet = lo !== null && (state.ratio < lo || state.ratioBefore < lo);
  const breakout = wasQuiet ? getBreakoutSide(state.channel) : 0;
  state.isBreakout = breakout !== 0;
  const isWild = hi !== null && state.ratio > hi;
  state.side = breakout === 0 && isWild ? computeFadeSide(0, state.gap.score, e, x) : breakout;
}

export const volatilityRegimeRule: Rule<VolrParams, VolatilityRegimeState> = {
  family: 'VOLR',
  init: ({ n }) => ({
    side: 0,
    strength: 0,
    channel: createChannel(n),
    gap: createAverage(n),
    short: createMoments(getShortBars(n)),
    long: createMoments(n),
    close: NaN,
    ratio: NaN,
    ratioBefore: NaN,
    isBreakout: false,
  }),
  copy: (state) => ({
    ...state,
    channel: copyChannel(state.channel),
    gap: copyAverage(state.gap),
    short: copyMoments(state.short),
    long: copyMoments(state.long),
  }),
  fold(params, state, bar) {
    if (!updateStatistics(params, state, bar)) return;
    state.side = computeHeldSide(params, state);
    if (state.side === 0) enterSide(params, state);
    state.strength =
      state.side === 0
        ? 0
        : state.isBreakout
          ? computeBreakoutStrength(state.channel, state.side)
          : computeStrength(state.gap.score, params.e);
  },
  formatReason({ n, lo, hi, e, x }, state) {
    const { side, channel, gap, ratio, isBreakout } = state;
    if (channel.bars < getWarmUpBars(n)) return formatWarmUp(channel.bars, getWarmUpBars(n));
    if (side !== 0 && isBreakout) return formatBreakout(channel, side);
    if (side !== 0)
      return `${formatAverage(gap)}, entered at ${e.toFixed(2)}: ${formatSide(side)} until within ${x.toFixed(2)}`;
    if (Number.isNaN(ratio)) return `no price change for ${n} bars; needs a move`;
    const quiet =
      lo === null
        ? []
        : [
            `below ${lo.toFixed(2)} and a close above ${formatFigure(channel.buyAbove)} or below ${formatFigure(channel.sellBelow)}`,
          ];
    const wild =
      hi === null
        ? []
        : [`above ${hi.toFixed(2)} and a close ${e.toFixed(2)} sigma from its average`];
    return `short-term over long-term volatility is ${ratio.toFixed(2)}; entry if it is ${[...quiet, ...wild].join(', or ')}`;
  },
};
