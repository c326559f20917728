/**
 * Matches working orders with events where both legs of a spread must fill at one opening or not at
 * all.
 */
import type { Order } from '../domain/order';
import { isLockedFor } from '../domain/quote';
import type { MarketEvent } from '../ports';
import { type DeskState, findInstrumentMarket } from './state';

type OrderMatch = readonly [event: MarketEvent, orders: readonly Order[]];

/**
 * Returns `event` with its orders, plus the opening of the other leg at the same time for complete
 * pairs. Exits come first.
 */
export function matchPairedOrders(
  state: DeskState,
  event: MarketEvent,
  working: readonly Order[],
): readonly OrderMatch[] {
  const pairs = event.type === 'BarOpened' ? listPairs(working) : [];
  if (pairs.length === 0) return [[event, working]];
  const pairedOrders = new Set(pairs.flat());
  const pairMatches = pairs.flatMap((legs) => findPairMatches(state, event, legs));
  const isExit = ([, orders]: OrderMatch): boolean =>
    orders.some(({ purpose }) => purpose === 'EXIT');
  return [
    ...pairMatches.filter(isExit),
    [event, working.filter((order) => !pairedOrders.has(order))],
    ...pairMatches.filter((match) => !isExit(match)),
  ];
}

/** Market orders of one group and purpose. Rolls are excluded: their two orders are sequential. */
function listPairs(working: readonly Order[]): readonly (readonly Order[])[] {
  const groups = new Map<string, Order[]>();
  for (const order of working) {
    if (order.groupId === null || order.type !== 'MARKET' || order.rollOf !== undefined) continue;
    const key = `${order.purpose} ${order.groupId}`;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * Openings of all legs of the pair that `event` belongs to. Empty while a leg has not opened at
 * this time or is locked.
 */
function findPairMatches(
  state: DeskState,
  event: MarketEvent,
  legs: readonly Order[],
): readonly OrderMatch[] {
  if (!legs.some(({ instrumentId }) => instrumentId === event.instrumentId)) return [];
  const matches = legs.flatMap((order): OrderMatch[] => {
    const quote =
      order.instrumentId === event.instrumentId
        ? event.quote
        : findInstrumentMarket(state, event.market, order.instrumentId)?.quote;
    if (!quote || quote.atMs !== event.quote.atMs || isLockedFor(order.side, quote)) return [];
    return [
      [
        { type: 'BarOpened', market: event.market, instrumentId: order.instrumentId, quote },
        [order],
      ],
    ];
  });
  return matches.length === legs.length ? matches : [];
}
