// The terms of an order at Ironbeam, as they are sent and as the lists return them.
import type { Instrument } from '../../../trading/domain/instrument';
import type { Order } from '../../../trading/domain/order';
import { assert } from '../../../trading/domain/outcome';
import { toContracts, toVenuePrice } from '../whole-contracts';
import type { OrderRow } from './answers';
import { findVenueSymbol } from './contract-terms';
import type { OrderTerms } from './ironbeam-api.server';

/** Of an order of whole contracts that is traded there. */
export function buildTerms(order: Order, instrument: Instrument): OrderTerms {
  const symbol = findVenueSymbol(instrument);
  const quantity = toContracts(instrument, order.lots);
  assert(symbol !== null && quantity !== null, `order ${order.id} can be sent`);
  return {
    symbol,
    side: order.side,
    quantity,
    type: order.type,
    price: order.priceTicks === null ? null : toVenuePrice(instrument, order.priceTicks),
  };
}

/** Lists name the type in words or by its code. */
const TYPE_NAMES: Readonly<Record<string, string>> = { '1': 'MARKET', '2': 'LIMIT', '3': 'STOP' };
const PRICE_DIFFERENCE_MAX = 1e-9;

export function hasTerms(row: OrderRow, terms: OrderTerms): boolean {
  const price = terms.type === 'LIMIT' ? row.limitPrice : row.stopPrice;
  return (
    row.exchSym === terms.symbol &&
    row.side === terms.side &&
    row.quantity === terms.quantity &&
    (TYPE_NAMES[row.orderType] ?? row.orderType) === terms.type &&
    (terms.type === 'MARKET' ||
      Math.abs((price ?? Number.NaN) - (terms.price ?? Number.NaN)) < PRICE_DIFFERENCE_MAX)
  );
}
