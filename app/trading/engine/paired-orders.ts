/**
 * Which working orders an event fills when both legs of a spread deal at one opening or not at all.
 */
import type { Order } from '../domain/order';
import { isLockedFor } from '../domain/quote';
import type { MarketEvent } from '../ports';
import { type DeskState, findInstrumentMarket } from './state';

/** An event with the orders that it meets. */
type Meeting = readonly [event: MarketEvent, orders: readonly Order[]];

/**
 * The events that orders meet when `event` comes: itself, and the opening at the same moment of the
 * other leg, for which this one waited. What leaves comes first.
 */
export function matchPairedOrders(
  state: DeskState,
  event: MarketEvent,
  working: readonly Order[],
): readonly Meeting[] {
  const pairs = event.type === 'BarOpened' ? listPairs(working) : [];
  if (pairs.length === 0) return [[event, working]];
  const paired = new Set(pairs.flat());
  const open = pairs.flatMap((legs) => findMeetings(state, event, legs));
  const leaving = ([, orders]: Meeting): boolean =>
    orders.some(({ purpose }) => purpose === 'EXIT');
  return [
    ...open.filter(leaving),
    [event, working.filter((order) => !paired.has(order))],
    ...open.filter((meeting) => !leaving(meeting)),
  ];
}

/** Market orders of one group and purpose, the two of a roll aside, which follow each other. */
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
 * The openings of all legs of a pair to which `event` belongs; none while one has not opened at
 * this moment, or is locked.
 */
function findMeetings(
  state: DeskState,
  event: MarketEvent,
  legs: readonly Order[],
): readonly Meeting[] {
  if (!legs.some(({ instrumentId }) => instrumentId === event.instrumentId)) return [];
  const opened = legs.flatMap((order): Meeting[] => {
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
  return opened.length === legs.length ? opened : [];
}
