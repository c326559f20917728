// Failure texts for requests without a response. Whether the server received the request is
// unknown.
import type { Failure } from './action-answer';

export type FailureText = Pick<Failure, 'title' | 'message'>;

const CHECK_POSITIONS = 'Connection lost; check positions once the connection is back.';
const TRY_AGAIN = 'Please try again.';
const DEFAULT_TEXT: FailureText = { title: 'Error', message: CHECK_POSITIONS };

/** `what`: what failed, as an infinitive with its end. */
const buildText = (what: string, advice = CHECK_POSITIONS, title = 'Error'): FailureText => ({
  title,
  message: `Failed to ${what} ${advice}`,
});

export const CONNECTION_LOST_TEXTS = {
  run: buildText('start auto-trading for X:', CHECK_POSITIONS, 'Trading Start Failed'),
  'run-all': buildText('activate all commodities.'),
  'rearm-all': buildText('re-arm and activate all commodities.'),
  stop: buildText('stop auto-trading for X:', CHECK_POSITIONS, 'Trading Stop Failed'),
  'stop-all': buildText('stop all commodities.'),
  close: buildText('close the positions of X.', TRY_AGAIN, 'Position Close Failed'),
  'close-all': buildText('close all positions.', TRY_AGAIN, 'Error Closing Positions'),
  'close-position': buildText('close position.', TRY_AGAIN, 'Error Closing Position'),
  settings: buildText('save settings.'),
  live: buildText('change trading mode.', CHECK_POSITIONS, 'Trading Mode Error'),
  reset: buildText('reset trading account.'),
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
