/** What an order to a remote broker reserves before it is stored: its number, and that of its stop. */
import type { Book } from '../domain/book';
import type { AttachedStop, RemoteOrder } from '../domain/order';
import type { OrderRequest } from '../domain/order-request';
import { getDirection } from '../domain/position';
import type { Quote } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import { findUsableBroker } from './broker-access';
import type { EngineConfig } from './config';
import { getListedInstrument } from './order-settlement';
import { computeProtectionPrices } from './position-plan';
import type { StateTransaction } from './state-transaction';
import { findInstrumentMarket } from './state';

type PlacedRequest = OrderRequest & { readonly positionId: string; readonly id: string };

/**
 * Empty at a local broker. A restart of a gateway may lower the numbers that it proposes, so those of
 * the account only rise.
 */
export function buildRemoteFacts(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  request: PlacedRequest,
): { readonly remote?: RemoteOrder } {
  const broker = findUsableBroker(config, book);
  if (!broker?.isRemote) return {};
  const isAddition = Object.hasOwn(book.positions, request.positionId);
  const link = tx.state.links[book.id];
  const proposed = link?.state === 'ready' ? link.nextOrderNumber : 1;
  const number = Math.max(book.nextOrderNumber, proposed);
  const priceTicks = broker.followStop ? computeAttachedPrice(tx, book, request) : null;
  const attachedStop: AttachedStop | null =
    priceTicks === null ? null : { number: number + 1, priceTicks };
  return {
    remote: {
      broker: broker.name,
      number,
      isAddition,
      fills: [],
      ...(attachedStop ? { attachedStop } : {}),
      ...(broker.hasOrderGroups ? buildOrderGroup(book, request) : {}),
    },
  };
}

/**
 * A target joins the group of the only stop of its position if that is for the same lots: then one of them
 * can fill, and not both. Names of groups are never used again.
 */
function buildOrderGroup(
  { orders }: Book,
  { id, purpose, positionId, lots }: PlacedRequest,
): Pick<RemoteOrder, 'orderGroup'> {
  if (purpose === 'STOP') return { orderGroup: id };
  if (purpose !== 'TARGET') return {};
  const working = Object.values(orders).filter(
    (order) => order.positionId === positionId && !order.cancelRequest,
  );
  const [stop, ...others] = working.filter((order) => order.purpose === 'STOP');
  const orderGroup = stop?.remote?.orderGroup;
  const hasOther = others.length > 0 || working.some((order) => order.purpose === 'TARGET');
  return !stop || orderGroup === undefined || hasOther || stop.lots - stop.filledLots !== lots
    ? {}
    : { orderGroup };
}

/** Null for an order without a stop, or whose stop has no valid price; it then follows the fill. */
function computeAttachedPrice(
  { state }: StateTransaction,
  book: Book,
  request: PlacedRequest,
): Ticks | null {
  if (request.purpose !== 'ENTRY' || request.stopDistanceTicks === null) return null;
  const quote = findInstrumentMarket(state, book.market, request.instrumentId)?.quote;
  if (!quote) return null;
  const entryTicks = getExpectedTicks(request, quote);
  const { stopTicks } = computeProtectionPrices(getDirection(request.side), entryTicks, request);
  const { priceMayBeNegative } = getListedInstrument(state, book, request.instrumentId);
  return stopTicks !== null && (priceMayBeNegative || stopTicks > 0) ? stopTicks : null;
}

/**
 * Bid or ask for an order that fills at once: at the market, or with a limit or trigger that the market has
 * reached. A stop at its distance from such a limit could be on the wrong side of the market.
 */
function getExpectedTicks({ side, type, priceTicks }: OrderRequest, quote: Quote): Ticks {
  const bestTicks = side === 'BUY' ? quote.askTicks : quote.bidTicks;
  if (priceTicks === null) return bestTicks;
  const isLower = (side === 'BUY') === (type === 'LIMIT');
  return toTicks(isLower ? Math.min(priceTicks, bestTicks) : Math.max(priceTicks, bestTicks));
}
