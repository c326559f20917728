// What the page says when a press of a button got no answer: whether the desk received it is unknown.
import type { Failure } from './answer';

export type UnreachedWords = Pick<Failure, 'title' | 'message'>;

const UNKNOWN = 'Connection lost; check positions once the connection is back.';
const OTHER: UnreachedWords = { title: 'Error', message: UNKNOWN };

export const UNREACHED_WORDS = {
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
  choose: OTHER,
  rearm: OTHER,
  data: OTHER,
} satisfies Readonly<Record<string, UnreachedWords>>;

/**
 * The failure that the page shows. `words` has a row for each button of the dashboard; `name` is the
 * commodity of the button, '' without one.
 */
export function unreachedFailure(
  words: Readonly<Record<string, UnreachedWords>>,
  intent: string,
  name: string,
): Failure {
  const { title, message } = words[intent] ?? OTHER;
  return { title, message: message.replace('X', name), intent, fields: {}, values: null };
}
