// Trading buttons: checks the account shown, sends the command and reports the result.
import { json } from '@remix-run/node';
import { seeOther } from '../../server/http/responses.server';
import { findPosition } from '../../models/positions/position-rows.server';
import {
  type Trade,
  type TradeFailure,
  toCommand,
  toFailure,
  isExit,
  formatSuccess,
} from './intents';
import {
  type SignedCall,
  NO_FAILURE,
  respondFailed,
  isByScript,
  getScreenPath,
  findStaleAccount,
} from './responses';
import { buildToastCookie } from '../../server/http/toast.server';
import type { DeskView } from '../../trading/desk-view';
import { formatIsoTime } from '../../trading/domain/format';

const respondRefused = (trade: Trade, { title, message, status }: TradeFailure) =>
  respondFailed({ title, message, intent: trade.intent }, status);

/** Anchor of the form's row, so that scroll and focus return to it. */
const getAnchor = (trade: Trade): string =>
  trade.intent === 'choose'
    ? `#strategy-${trade.playbook}`
    : 'commodity' in trade
      ? `#row-${trade.commodity}`
      : trade.intent === 'close-position'
        ? '#positions'
        : '';

const NO_SUCH_POSITION = {
  title: 'Error Closing Position',
  message: 'Open position not found.',
  intent: 'close-position',
} as const;

/** Checked before the command: the log keeps command contents forever, so they must be valid. */
const isUnknownPosition = ({ desk, session }: SignedCall, trade: Trade): boolean =>
  trade.intent === 'close-position' && !findPosition(desk.db, session.userId, trade.position);

const NEW_TRIP = {
  title: 'Nothing was done',
  message:
    'The circuit breaker tripped again after this page loaded. Check the new figures, then confirm again.',
} as const;

/**
 * Whether the breaker tripped again after the page loaded; false if another tab has re-armed it.
 */
const isDifferentTrip = (shown: string, terms: DeskView['rearm']): boolean =>
  terms !== null && shown !== formatIsoTime(terms.trippedMs);

export async function runTrade(call: SignedCall, trade: Trade) {
  const stale = findStaleAccount(call);
  if (stale !== null && !isExit(trade))
    return respondFailed(
      { title: 'Nothing was done', message: stale.refusal, intent: trade.intent },
      409,
    );
  const terms = call.desk.getView(call.session.userId)?.rearm ?? null;
  // A tripped breaker is re-armed only on the page that shows its figures.
  if (trade.intent === 'run-all' && terms !== null)
    throw seeOther(getScreenPath(call.url, { confirm: 'rearm' }));
  if (trade.intent === 'rearm-all' && isDifferentTrip(trade.trip, terms))
    return respondFailed({ ...NEW_TRIP, intent: trade.intent }, 409);
  if (isUnknownPosition(call, trade)) return respondFailed(NO_SUCH_POSITION, 404);
  const { outcome } = await call.desk.execute({
    userId: call.session.userId,
    command: toCommand(trade),
    idempotencyKey: call.idempotencyKey,
  });
  if (!outcome.ok) return respondRefused(trade, toFailure(trade, outcome.refusal));
  const success = formatSuccess(
    trade,
    outcome.value,
    call.desk.getView(call.session.userId)?.commodities ?? [],
  );
  const toast = buildToastCookie(
    stale === null ? success : { ...success, description: `${success.description} ${stale.note}` },
  );
  if (isByScript(call)) return json(NO_FAILURE, { headers: { 'Set-Cookie': toast } });
  throw seeOther(getScreenPath(call.url, {}, getAnchor(trade)), [['Set-Cookie', toast]]);
}
