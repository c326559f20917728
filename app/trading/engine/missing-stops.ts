/**
 * Positions at remote brokers whose stop is gone. The stop is placed again where its price is known; a
 * position without one for ten seconds is closed.
 */
import type { Book } from '../domain/book';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import { SECOND_MS } from '../domain/time';
import { type EpochMs, type Ticks, toLots } from '../domain/units';
import { explainBlockedAccount, findUsableBroker } from './broker-access';
import { closePositions } from './close-positions';
import type { EngineConfig } from './config';
import { getListedInstrument } from './order-settlement';
import { buildExitRequest, isClosing, tryPlaceOrders } from './orders';
import { computeProtectionPrices } from './position-plan';
import { countUncoveredLots, isToBeReplaced } from './protection-orders';
import type { StateTransaction } from './state-transaction';

const NO_STOP_MS_MAX = 10 * SECOND_MS;

/** Called as time passes. The time counts while orders can be sent. */
export function watchMissingStops(tx: StateTransaction, config: EngineConfig): void {
  const since: Record<string, EpochMs> = {};
  for (const { id } of Object.values(tx.state.books))
    for (const position of listUncovered(tx, config, id)) {
      const startMs = tx.state.uncoveredSince[position.id] ?? tx.nowMs;
      if (tx.nowMs - startMs >= NO_STOP_MS_MAX)
        closePositions(tx, config, id, [position], 'no stop');
      else {
        since[position.id] = startMs;
        placeMissingStop(tx, config, position);
      }
    }
  const isEmpty = (rows: object): boolean => Object.keys(rows).length === 0;
  if (!isEmpty(since) || !isEmpty(tx.state.uncoveredSince)) tx.setUncoveredSince(since);
}

/** Positions with a stop of which lots are not covered, and that are not being closed. */
function listUncovered(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
): readonly Position[] {
  const book = tx.state.books[bookId];
  if (!book || findUsableBroker(config, book)?.isRemote !== true) return [];
  if (explainBlockedAccount(tx.state, config, book) !== null) return [];
  return Object.values(book.positions).filter(
    (position) =>
      position.hasStop === true &&
      !book.closing[position.id] &&
      !isClosing(book, position) &&
      countUncoveredLots(tx, position) > 0 &&
      isInSession(tx, config, book, position),
  );
}

const isInSession = (
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  { instrumentId }: Position,
): boolean =>
  config.explainClosedSession(
    book.mode,
    getListedInstrument(tx.state, book, instrumentId),
    tx.nowMs,
  ) === null;

function placeMissingStop(tx: StateTransaction, config: EngineConfig, position: Position): void {
  const book = tx.state.books[position.bookId];
  const priceTicks = book ? findLostPrice(book, position) : null;
  if (priceTicks === null) return;
  const lots = toLots(countUncoveredLots(tx, position));
  const request = { ...buildExitRequest(position), type: 'STOP', purpose: 'STOP' } as const;
  tryPlaceOrders(tx, config, position.bookId, [{ ...request, lots, priceTicks }]);
}

/**
 * The price of the last stop if another one was to follow it, or of the entry if it had none yet. Null
 * for a stop that the broker or the trader ended: the position is then closed.
 */
function findLostPrice(book: Book, position: Position): Ticks | null {
  const lastStop = findLastEnded(book, position);
  if (lastStop) return isToBeReplaced(book, lastStop) ? lastStop.priceTicks : null;
  const entry = listOrders(book)
    .filter(
      ({ stopDistanceTicks, remote }) =>
        stopDistanceTicks !== null &&
        remote?.fills.some(({ positionId }) => positionId === position.id) === true,
    )
    .at(-1);
  const fill = entry?.remote?.fills.at(-1);
  return entry && fill
    ? computeProtectionPrices(position.direction, fill.priceTicks, entry).stopTicks
    : null;
}

const listOrders = ({ orders, endedOrders }: Book): readonly Order[] => [
  ...Object.values(endedOrders).map(({ order }) => order),
  ...Object.values(orders),
];

const findLastEnded = ({ endedOrders }: Book, { id }: Position): Order | undefined =>
  Object.values(endedOrders)
    .filter(({ order }) => order.purpose === 'STOP' && order.positionId === id)
    .sort((a, b) => a.endedMs - b.endedMs)
    .at(-1)?.order;
