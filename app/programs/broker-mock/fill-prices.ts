/** At which price the double fills an order, and what that costs. */
import type { GatewayContract, GatewayOrder, GatewayPosition, GatewayQuote } from './gateway-types';

export const getDollarsPerPoint = ({ multiplier, priceMagnifier }: GatewayContract): number =>
  multiplier / priceMagnifier;

/** Null where the order does not trade at this quote. */
export function findFillPrice(
  { request, contract }: GatewayOrder,
  quote: GatewayQuote,
): number | null {
  const isBuy = request.action === 'BUY';
  const marketPrice = isBuy ? quote.ask + contract.tick : quote.bid - contract.tick;
  const { limitPrice, stopPrice } = request;
  switch (request.orderType) {
    case 'MKT':
      return marketPrice;
    case 'STP':
      if (stopPrice === null) return null;
      return (isBuy ? quote.last >= stopPrice : quote.last <= stopPrice) ? marketPrice : null;
    case 'LMT':
      if (limitPrice === null) return null;
      return (isBuy ? quote.ask < limitPrice : quote.bid > limitPrice) ? limitPrice : null;
  }
}

/** A position that grows averages its price; one that changes sides starts at the new price. */
export function computeAverageCost(
  held: GatewayPosition | undefined,
  after: number,
  change: number,
  cost: number,
): number {
  if (!held || held.quantity === 0 || Math.sign(after) === -Math.sign(held.quantity)) return cost;
  if (Math.sign(change) !== Math.sign(held.quantity)) return held.averageCost;
  return (held.averageCost * held.quantity + cost * change) / after;
}
