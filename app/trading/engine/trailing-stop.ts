/**
 * Moves the stop of a position with its profit, once per bar of its playbook, and places a lost
 * stop again.
 */
import type { TrailFacts } from '../domain/plan-facts';
import type { Order } from '../domain/order';
import { type Position, computeUnrealizedProfit } from '../domain/position';
import type { Quote } from '../domain/quote';
import type { Ticks } from '../domain/units';
import type { OrderRequest } from '../domain/order-request';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';
import { findActiveSignal } from './entry-context';
import { cancelOrder, buildExitRequest, placeOrders } from './orders';
import type { PlaybookRow } from '../strategies/playbook';
import type { DesiredPosition } from './active-playbook';
import type { InstrumentMarket } from './state';
import { planTrail } from './trail-plan';

export function trailStop(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  contract: InstrumentMarket,
  { row, target }: Pick<DesiredPosition, 'row' | 'target'>,
): void {
  const { instrument, quote } = contract;
  const stops = listStops(tx, position);
  const [stop] = stops;
  const mode = tx.state.books[position.bookId]?.mode ?? 'simulation';
  if (config.explainClosedSession(mode, instrument, tx.nowMs) !== null) return;
  if (!quote || (!stop && !position.hasStop)) return;
  const facts = buildKnownAtTrail(tx, position, contract, quote, row, target.range, stop);
  const plan = planTrail(instrument, quote, facts);
  if (plan.priceTicks === null) return;
  // The new stop is placed first: if it is rejected, the old one remains.
  const placement = placeOrders(
    tx,
    config,
    position.bookId,
    [buildStopRequest(position, plan.priceTicks)],
    { known: facts, plan },
  );
  // An entry that a remote broker fills in parts can have several.
  if (placement.ok) for (const former of stops) cancelOrder(tx, config, former, 'trailed');
}

function buildKnownAtTrail(
  { state }: StateTransaction,
  position: Position,
  { instrument }: InstrumentMarket,
  quote: Quote,
  { family, stopRanges }: PlaybookRow,
  range: number | null,
  stop: Order | undefined,
): TrailFacts {
  const book = state.books[position.bookId];
  const settings = book && state.users[book.userId]?.settings;
  // A playbook that trades the signal acts on it by its target.
  const signal =
    family !== 'AI' && book && settings
      ? findActiveSignal(state, book.market, instrument, settings.riskLevel)
      : null;
  const { direction, lots } = position;
  return {
    direction,
    lots,
    gainMills: computeUnrealizedProfit(instrument, position, quote.lastTicks),
    range,
    stopRanges,
    stopTicks: stop ? (stop.priceTicks ?? quote.lastTicks) : null,
    signal,
  };
}

const buildStopRequest = (position: Position, priceTicks: Ticks): OrderRequest => ({
  ...buildExitRequest(position),
  type: 'STOP',
  purpose: 'STOP',
  priceTicks,
});

const listStops = (tx: StateTransaction, { bookId, id }: Position): readonly Order[] =>
  Object.values(tx.state.books[bookId]?.orders ?? {}).filter(
    (order) => order.purpose === 'STOP' && order.positionId === id,
  );
