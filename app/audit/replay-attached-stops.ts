// Replays stops that were sent along with their entries: each has the number and the price that its entry
// reserved, and is stored once, after a fill of it.
import {
  type Facts,
  assertFact,
  readPart,
  readText,
  readWhole,
  readWholeOrNull,
} from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedOrder } from './replayed-desk';

const getAttachedStop = ({ facts }: ReplayedOrder): Facts | null => {
  const remote = readPart(facts, 'remote');
  return remote['attachedStop'] === undefined ? null : readPart(remote, 'attachedStop');
};

/** The number that an entry reserves for its stop; null for an order that reserves none. */
export function readReservedNumber(replay: ReplayState, order: ReplayedOrder): bigint | null {
  const attachedStop = getAttachedStop(order);
  if (!attachedStop) return null;
  const own = readWhole(readPart(order.facts, 'remote'), 'number');
  const number = readWhole(attachedStop, 'number');
  assertFact(
    number === own + 1n,
    'payload.order.remote.attachedStop.number',
    number,
    `${own + 1n}, after that of the entry`,
  );
  const [priceTicks, expected] = [
    readWhole(attachedStop, 'priceTicks'),
    computeStopTicks(replay, order),
  ];
  assertFact(
    priceTicks === expected,
    'payload.order.remote.attachedStop.priceTicks',
    priceTicks,
    expected ?? 'none: the order is no entry with a stop',
  );
  return number;
}

/**
 * The stop distance from bid or ask where the order can fill at once, else from its limit or trigger.
 */
function computeStopTicks({ facts }: ReplayState, order: ReplayedOrder): bigint | null {
  const distance = readWholeOrNull(order.facts, 'stopDistanceTicks');
  if (order.purpose !== 'ENTRY' || distance === null) return null;
  const isBuy = order.side === 'BUY';
  const best = readWhole(readPart(facts, 'quote'), isBuy ? 'askTicks' : 'bidTicks');
  const limit = readWholeOrNull(order.facts, 'priceTicks') ?? best;
  const takesLower = isBuy === (readText(order.facts, 'type') === 'LIMIT');
  const price = limit < best === takesLower ? limit : best;
  return isBuy ? price - distance : price + distance;
}

/** True for a stop that was sent along with its entry, and that agrees with it. Its id allows one each. */
export function isAttachedStop(book: ReplayedBook, stop: ReplayedOrder): boolean {
  const remote = readPart(stop.facts, 'remote');
  if (remote['sentWith'] === undefined) return false;
  const entryId = readText(remote, 'sentWith');
  const entry = book.orders.get(entryId) ?? book.ended.get(entryId)?.order;
  const reserved = entry ? getAttachedStop(entry) : null;
  assertFact(
    entry !== undefined && reserved !== null,
    'payload.order.remote.sentWith',
    entryId,
    'an entry that was sent with a stop',
  );
  const number = readWhole(remote, 'number');
  assertFact(
    number === readWhole(reserved, 'number'),
    'payload.order.remote.number',
    number,
    `${readWhole(reserved, 'number')}, which its entry reserved`,
  );
  assertFact(
    readWhole(stop.facts, 'priceTicks') === readWhole(reserved, 'priceTicks'),
    'payload.order.priceTicks',
    stop.facts['priceTicks'],
    readWhole(reserved, 'priceTicks'),
  );
  const isSame =
    stop.id === `${entryId}.stop` &&
    stop.purpose === 'STOP' &&
    readText(stop.facts, 'type') === 'STOP' &&
    stop.lots === entry.lots &&
    stop.instrumentId === entry.instrumentId &&
    stop.side !== entry.side;
  assertFact(isSame, 'payload.order', stop.id, `the stop of the entry ${entryId}`);
  const isFilled = [...entry.fills.values()].some((fill) => fill.positionId === stop.positionId);
  assertFact(
    isFilled,
    'payload.order.positionId',
    stop.positionId,
    'a position that its entry filled',
  );
  return true;
}
