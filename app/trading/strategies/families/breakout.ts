/** BRK: follows a close k ATR beyond the n-bar channel. */
import type { BrkParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp } from '../reason-text';
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
  formatInside,
} from './channel';

interface BreakoutState extends FoldState {
  readonly channel: Channel;
}

export const breakoutRule: Rule<BrkParams, BreakoutState> = {
  family: 'BRK',
  init: ({ n }) => ({ side: 0, strength: 0, channel: createChannel(n) }),
  copy: (state) => ({ ...state, channel: copyChannel(state.channel) }),
  fold({ k }, state, bar) {
    const { channel } = state;
    if (!updateChannel(channel, bar, k)) return;
    const breakout = getBreakoutSide(channel);
    state.side = breakout === 0 ? getHeldSide(channel, state.side) : breakout;
    state.strength = computeBreakoutStrength(channel, state.side);
  },
  formatReason({ n }, { side, channel }) {
    if (channel.bars < getChannelWarmUp(n)) return formatWarmUp(channel.bars, getChannelWarmUp(n));
    return side === 0 ? formatInside(channel) : formatBreakout(channel, side);
  },
};
