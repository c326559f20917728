/**
 * Moves the stop of a position after what it has gained, once a bar of its playbook's length, and places one where it was lost.
 * It knows one position and its rule; it refuses to leave it without a stop, and to move one backwards.
 */
import { valueMills } from '../domain/instrument';
import type { Order } from '../domain/order';
import { type Position, unrealisedMills } from '../domain/position';
import { type Ticks, toTicks } from '../domain/units';
import { agreementOf } from '../risk/agreement';
import { stopDistance, trailedStop } from '../risk/protection';
import type { EngineConfig } from './config';
import type { Draft } from './draft';
import { heardSignal } from './known';
import { type OrderRequest, cancelOrder, exitRequest, placeOrders } from './orders';
import { protectionTicks } from './position-plan';
import type { Wanted } from './standing';
import type { InstrumentMarket } from './state';

/** After a bar has ended in which the position stays. */
export function trail(draft: Draft, config: EngineConfig, position: Position, seen: InstrumentMarket, { row, target }: Pick<Wanted, 'row' | 'target'>): void {
  const { instrument, quote, barEnds } = seen;
  const distance = protectionTicks(seen, target.range, row).stopDistanceTicks;
  const stop = stopOf(draft, position);
  const mode = draft.state.books[position.bookId]?.mode ?? 'simulation';
  if (config.sessionClosed(mode, instrument, draft.nowMs) !== null) return;
  // Shorter bars end in between: the backtest of a row knows its own length alone.
  if (!quote || distance === null || barEnds[row.bar]?.at(-1) !== quote.atMs) return;
  const isLong = position.direction === 'LONG';
  if (!stop) {
    if (position.hasStop) placeOrders(draft, config, position.bookId, [stopRequest(position, toTicks(quote.lastTicks - (isLong ? 1 : -1) * distance))]);
    return;
  }
  const followed = trailedStop({
    isLong, gainMills: unrealisedMills(instrument, position, quote.lastTicks), distanceMills: valueMills(instrument, distance, position.lots),
    distanceTicks: distance, lastTicks: quote.lastTicks, stopTicks: stop.priceTicks ?? quote.lastTicks,
  });
  const priceTicks = tighter(isLong, followed, drawnNear(draft, position, seen, target.range, stop));
  if (priceTicks === null) return;
  // The new one comes first: where it is refused, the stop that stands is better than none.
  if (placeOrders(draft, config, position.bookId, [stopRequest(position, priceTicks)]).ok) cancelOrder(draft, config, stop, 'trailed');
}

/** Where a network that speaks against what is held draws its stop: one range behind the last price. Null where none does, or where it stands nearer already. */
function drawnNear({ state }: Draft, { bookId, direction }: Position, { instrument, quote }: InstrumentMarket, range: number | null, { priceTicks }: Order): Ticks | null {
  const book = state.books[bookId];
  const settings = book && state.users[book.userId]?.settings;
  const near = quote ? stopDistance(instrument, quote.askTicks - quote.bidTicks, range, 1) : null;
  if (!book || !settings || !quote || near === null || agreementOf(direction, heardSignal(state, book.market, instrument, settings.riskLevel)) !== 'FORBIDS') return null;
  const sign = direction === 'LONG' ? 1 : -1;
  const drawn = quote.lastTicks - sign * near;
  return sign * (drawn - (priceTicks ?? drawn)) > 0 ? toTicks(drawn) : null;
}

const tighter = (isLong: boolean, a: Ticks | null, b: Ticks | null): Ticks | null => (a === null ? b : b === null ? a : (a > b) === isLong ? a : b);

const stopRequest = (position: Position, priceTicks: Ticks): OrderRequest => ({ ...exitRequest(position), type: 'STOP', purpose: 'STOP', priceTicks });

const stopOf = (draft: Draft, { bookId, id }: Position) =>
  Object.values(draft.state.books[bookId]?.orders ?? {}).find((order) => order.purpose === 'STOP' && order.positionId === id);
