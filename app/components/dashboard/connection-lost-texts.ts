// Failure texts for requests without a response. Whether the server received the request is
// unknown.
import type { Failure } from './action-answer';

export type FailureText = Pick<Failure, 'title' | 'message'>;

const CHECK_POSITIONS = 'Connection lost; check positions once the connection is back.';
const DEFAULT_TEXT: FailureText = { title: 'Error', message: CHECK_POSITIONS };

export const CONNECTION_LOST_TEXTS = {
  run: {
    title: 'Trading Start Failed',
    message: `Failed to start auto-trading for X: ${CHECK_POSITIONS}`,
  },
  'run-all': { title: 'Error', message: `Failed to activate all commodities. ${CHECK_POSITIONS}` },
  'rearm-all': {
    title: 'Error',
    message: `Failed to re-arm and activate all commodities. ${CHECK_POSITIONS}`,
  },
  stop: {
    title: 'Trading Stop Failed',
    message: `Failed to stop auto-trading for X: ${CHECK_POSITIONS}`,
  },
  'stop-all': { title: 'Error', message: `Failed to stop all commodities. ${CHECK_POSITIONS}` },
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
  settings: { title: 'Error', message: `Failed to save settings. ${CHECK_POSITIONS}` },
  live: {
    title: 'Trading Mode Error',
    message: `Failed to change trading mode. ${CHECK_POSITIONS}`,
  },
  reset: { title: 'Error', message: `Failed to reset trading account. ${CHECK_POSITIONS}` },
  choose: DEFAULT_TEXT,
  rearm: DEFAULT_TEXT,
  data: DEFAULT_TEXT,
} satisfies Readonly<Record<string, FailureText>>;

/**
 * Builds the failure for a button without a response. `texts` has one row per intent; `name` is the
 * commodity of the button, or ''.
 */
export function buildConnectionLostFailure(
  texts: Readonly<Record<string, FailureText>>,
  intent: string,
  name: string,
): Failure {
  const { title, message } = texts[intent] ?? DEFAULT_TEXT;
  return { title, message: message.replace('X', name), intent, fields: {}, values: null };
}
