/**
 * Moves the stop of a position after what it has gained, once a bar of its playbook's length, and
 * places one where it was lost.
 */
import type { KnownAtTrail } from '../domain/leaving-facts';
import type { Order } from '../domain/order';
import { type Position, unrealisedMills } from '../domain/position';
import type { Quote } from '../domain/quote';
import type { Ticks } from '../domain/units';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { findActiveSignal } from './entry-context';
import { type OrderRequest, cancelOrder, buildExitRequest, placeOrders } from './orders';
import type { DesiredPosition } from './active-playbook';
import type { InstrumentMarket } from './state';
import { planTrail } from './trail-plan';

/** After a bar has ended in which the position stays. */
export function trailStop(
  draft: Draft,
  config: EngineConfig,
  position: Position,
  seen: InstrumentMarket,
  { row, target }: Pick<DesiredPosition, 'row' | 'target'>,
): void {
  const { instrument, quote, barEnds } = seen;
  const stop = findStop(draft, position);
  const mode = draft.state.books[position.bookId]?.mode ?? 'simulation';
  if (config.sessionClosed(mode, instrument, draft.nowMs) !== null) return;
  // Shorter bars end in between: the backtest of a row knows its own length alone.
  if (!quote || barEnds[row.bar]?.at(-1) !== quote.atMs || (!stop && !position.hasStop)) return;
  const known = knownAtTrail(draft, position, seen, quote, row.stopRanges, target.range, stop);
  const plan = planTrail(instrument, quote, known);
  if (plan.priceTicks === null) return;
  // The new one comes first: where it is refused, the stop that stands is better than none.
  const placed = placeOrders(
    draft,
    config,
    position.bookId,
    [stopRequest(position, plan.priceTicks)],
    { known, plan },
  );
  if (placed.ok && stop) cancelOrder(draft, config, stop, 'trailed');
}

function knownAtTrail(
  { state }: Draft,
  position: Position,
  { instrument }: InstrumentMarket,
  quote: Quote,
  stopRanges: number | null,
  range: number | null,
  stop: Order | undefined,
): KnownAtTrail {
  const book = state.books[position.bookId];
  const settings = book && state.users[book.userId]?.settings;
  const signal =
    book && settings ? findActiveSignal(state, book.market, instrument, settings.riskLevel) : null;
  const { direction, lots } = position;
  return {
    direction,
    lots,
    gainMills: unrealisedMills(instrument, position, quote.lastTicks),
    range,
    stopRanges,
    stopTicks: stop ? (stop.priceTicks ?? quote.lastTicks) : null,
    signal,
  };
}

const stopRequest = (position: Position, priceTicks: Ticks): OrderRequest => ({
  ...buildExitRequest(position),
  type: 'STOP',
  purpose: 'STOP',
  priceTicks,
});

const findStop = (draft: Draft, { bookId, id }: Position): Order | undefined =>
  Object.values(draft.state.books[bookId]?.orders ?? {}).find(
    (order) => order.purpose === 'STOP' && order.positionId === id,
  );
