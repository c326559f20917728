// A button that trades: checked against the book its page showed, sent, and answered in words.
import { json } from '@remix-run/node';
import { seeOther } from '../../server/http/answer.server';
import { findPosition } from '../../models/positions/closed-position.server';
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
  answered,
  respondFailed,
  isByScript,
  getScreenPath,
  staleBook,
} from './answers';
import { toastCookie } from '../../server/http/toast.server';
import type { DeskView } from '../../trading/desk';
import { isoMoment } from '../../trading/domain/format';

const refusedAs = (trade: Trade, { title, message, status }: TradeFailure) =>
  respondFailed({ title, message, intent: trade.intent }, status);

/** Where a plain form leads back to, so that the eye and the focus return to its row. */
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
  message: 'There is no such open position.',
  intent: 'close-position',
} as const;

/**
 * Asked before it is sent: the log keeps for ever what a command names, so that it must name
 * something.
 */
const isUnknownPosition = ({ desk, session }: SignedCall, trade: Trade): boolean =>
  trade.intent === 'close-position' && !findPosition(desk.db, session.userId, trade.position);

const OTHER_TRIP = {
  title: 'Nothing was done',
  message:
    'The circuit breaker tripped again after this page loaded. Check the new figures, then confirm again.',
} as const;

/**
 * Whether another trip stands than the one that the page showed; where none stands, another tab was
 * first.
 */
const isOtherTrip = (shown: string, terms: DeskView['rearm']): boolean =>
  terms !== null && shown !== isoMoment(terms.trippedMs);

export async function runTrade(call: SignedCall, trade: Trade) {
  const stale = staleBook(call);
  if (stale !== null && !isExit(trade))
    return respondFailed(
      { title: 'Nothing was done', message: stale.refusal, intent: trade.intent },
      409,
    );
  const terms = call.desk.view(call.session.userId)?.rearm ?? null;
  // A tripped breaker is re-armed only on the page that shows its figures.
  if (trade.intent === 'run-all' && terms !== null)
    throw seeOther(getScreenPath(call.url, { confirm: 'rearm' }));
  if (trade.intent === 'rearm-all' && isOtherTrip(trade.trip, terms))
    return respondFailed({ ...OTHER_TRIP, intent: trade.intent }, 409);
  if (isUnknownPosition(call, trade)) return respondFailed(NO_SUCH_POSITION, 404);
  const { outcome } = await call.desk.execute({
    userId: call.session.userId,
    command: toCommand(trade),
    idempotencyKey: call.idempotencyKey,
  });
  if (!outcome.ok) return refusedAs(trade, toFailure(trade, outcome.refusal));
  const success = formatSuccess(trade, outcome.value);
  const toast = toastCookie(
    stale === null ? success : { ...success, description: `${success.description} ${stale.note}` },
  );
  if (isByScript(call)) return json(answered, { headers: { 'Set-Cookie': toast } });
  throw seeOther(getScreenPath(call.url, {}, getAnchor(trade)), [['Set-Cookie', toast]]);
}
