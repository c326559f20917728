/** BRK: follows a close that leaves the channel of the last n bars by k average true ranges. */
import type { BrkParams } from '../params';
import type { FoldState, Rule } from '../playbook';
import { formatWarmUp } from '../reason-text';
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
  insideReason,
} from './channel';

interface BrkState extends FoldState {
  readonly channel: Channel;
}

export const brk: Rule<BrkParams, BrkState> = {
  family: 'BRK',
  init: ({ n }) => ({ side: 0, strength: 0, channel: emptyChannel(n) }),
  copy: (state) => ({ ...state, channel: copyChannel(state.channel) }),
  fold({ k }, state, bar) {
    const { channel } = state;
    if (!foldChannel(channel, bar, k)) return;
    const left = breakoutSide(channel);
    state.side = left === 0 ? heldBreakout(channel, state.side) : left;
    state.strength = breakoutStrength(channel, state.side);
  },
  reason({ n }, { side, channel }) {
    if (channel.bars < channelBars(n)) return formatWarmUp(channel.bars, channelBars(n));
    return side === 0 ? insideReason(channel) : breakoutReason(channel, side);
  },
};
