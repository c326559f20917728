/** VOLR: follows a breakout out of a quiet market, fades an excess in a wild one. */
import type { VolrParams } from '../params';
import type { FoldState, InputBar, Rule, SideSign } from '../playbook';
import { formatWarmUp, formatFigure, strengthBeyond } from '../reason-text';
import { type Average, copyAverage, emptyAverage, foldAverage } from './average';
import {
  type Channel,
  breakoutReason,
  breakoutSide,
  breakoutStrength,
  channelBars,
  copyChannel,
  emptyChannel,
  foldChannel,
  heldBreakout,
} from './channel';
import { fadeSide } from './fade';
import { sideName } from './input-access';
import {
  type Moments,
  copyMoments,
  deviationOfMoments,
  emptyMoments,
  isFilled,
  pushMoment,
} from './moments';
import { averageText } from './mean-reversion';

interface VolrState extends FoldState {
  readonly channel: Channel;
  readonly gap: Average;
  readonly short: Moments;
  readonly long: Moments;
  close: number;
  /**
   * Short over long deviation of this bar and of the one before; NaN until both are known and where
   * nothing moves.
   */
  ratio: number;
  ratioBefore: number;
  /** Which branch the side is of. */
  isBreakout: boolean;
}

const shortBars = (n: number): number => Math.max(5, Math.floor(n / 4));
const barsNeeded = (n: number): number => Math.max(channelBars(n), shortBars(n) + 1);

function takeBar({ k, e, x }: VolrParams, state: VolrState, bar: InputBar): boolean {
  const hasChannel = foldChannel(state.channel, bar, k);
  foldAverage(state.gap, bar.close, e, x);
  if (!Number.isNaN(state.close)) {
    pushMoment(state.short, bar.close - state.close);
    pushMoment(state.long, bar.close - state.close);
  }
  state.close = bar.close;
  state.ratioBefore = state.ratio;
  const deviation = deviationOfMoments(state.long);
  state.ratio =
    isFilled(state.short) && isFilled(state.long) && deviation > 0
      ? deviationOfMoments(state.short) / deviation
      : NaN;
  return hasChannel && isFilled(state.short) && isFilled(state.long);
}

/** What is left of a standing side by the rule of its own branch. */
function heldSide({ e, x }: VolrParams, state: VolrState): SideSign {
  if (state.side === 0) return 0;
  if (state.isBreakout) return heldBreakout(state.channel, state.side);
  return fadeSide(state.side, state.gap.score, e, x) === state.side ? state.side : 0;
}

/**
 * Enters where nothing is held: out of quiet on this bar or the one before, or against a wild one.
 */
function enterRegime({ lo, hi, e, x }: VolrParams, state: VolrState): void {
  const wasQuiet = lo !== null && (state.ratio < lo || state.ratioBefore < lo);
  const left = wasQuiet ? breakoutSide(state.channel) : 0;
  state.isBreakout = left !== 0;
  const isWild = hi !== null && state.ratio > hi;
  state.side = left === 0 && isWild ? fadeSide(0, state.gap.score, e, x) : left;
}

export const volr: Rule<VolrParams, VolrState> = {
  family: 'VOLR',
  init: ({ n }) => ({
    side: 0,
    strength: 0,
    channel: emptyChannel(n),
    gap: emptyAverage(n),
    short: emptyMoments(shortBars(n)),
    long: emptyMoments(n),
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
    if (!takeBar(params, state, bar)) return;
    state.side = heldSide(params, state);
    if (state.side === 0) enterRegime(params, state);
    state.strength =
      state.side === 0
        ? 0
        : state.isBreakout
          ? breakoutStrength(state.channel, state.side)
          : strengthBeyond(state.gap.score, params.e);
  },
  reason({ n, lo, hi, e, x }, state) {
    const { side, channel, gap, ratio, isBreakout } = state;
    if (channel.bars < barsNeeded(n)) return formatWarmUp(channel.bars, barsNeeded(n));
    if (side !== 0 && isBreakout) return breakoutReason(channel, side);
    if (side !== 0)
      return `${averageText(gap)}, entered at ${e.toFixed(2)}: ${sideName(side)} until within ${x.toFixed(2)}`;
    if (Number.isNaN(ratio)) return `nothing has moved for ${n} bars; waits for a move`;
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
    return `short over long deviation is ${ratio.toFixed(2)}; waits for it ${[...quiet, ...wild].join(', or ')}`;
  },
};
