// What a button of the dashboard says when its press reached nobody: nobody knows then whether the
// desk has heard it.
import type { Failure } from './answer';

type Words = Pick<Failure, 'title' | 'message'>;

const UNKNOWN = 'Connection lost; check positions once the connection is back.';

const WORDS: Readonly<Record<string, Words>> = {
  run: { title: 'Trading Start Failed', message: `Failed to start auto-trading for X: ${UNKNOWN}` },
  'run-all': { title: 'Error', message: `Failed to activate all commodities. ${UNKNOWN}` },
  'rearm-all': {
    title: 'Error',
    message: `Failed to re-arm and activate all commodities. ${UNKNOWN}`,
  },
  stop: { title: 'Trading Stop Failed', message: `Failed to stop auto-trading for X: ${UNKNOWN}` },
  'stop-all': { title: 'Error', message: `Failed to stop all commodities. ${UNKNOWN}` },
  close: {
    title: 'Position Close Failed',
    message: 'Failed to close the positions of X. Please try again.',
  },
  'close-all': {
    title: 'Error Closing Positions',
    message: 'Failed to close all positions. Please try again.',
  },
  'close-position': {
    title: 'Error Closing Position',
    message: 'Failed to close position. Please try again.',
  },
  settings: { title: 'Error', message: `Failed to save settings. ${UNKNOWN}` },
  live: { title: 'Trading Mode Error', message: `Failed to change trading mode. ${UNKNOWN}` },
  reset: { title: 'Error', message: `Failed to reset trading account. ${UNKNOWN}` },
};

/** `name` is what the commodity of the button is called, where it has one. */
export function unreachedFailure(intent: string, name: string): Failure {
  const { title, message } = WORDS[intent] ?? { title: 'Error', message: UNKNOWN };
  return { title, message: message.replace('X', name), intent, fields: {}, values: null };
}
