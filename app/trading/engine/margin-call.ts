/**
 * Margin calls. An account below its maintenance margin is called, reduced at the next price and
 * released once it is above.
 */
import type { Book } from '../domain/book';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_LOTS,
  addLots,
  addMills,
  subtractLots,
  subtractMills,
  toTicks,
} from '../domain/units';
import { type Position, getExitSide, splitByGroup } from '../domain/position';
import { computeValueMills } from '../domain/instrument';
import { computeFeeMills, computeSlippageTicks } from '../execution/friction';
import { type MarginExit, planMarginReduction } from '../risk/margin';
import { type EngineConfig, hasMarginCalls } from './config';
import type { StateTransaction } from './state-transaction';
import { clearBands, isWithinBands, cacheBands, getObservedPrice } from './margin-bands';
import {
  buildMarginFacts,
  computeMarginFigures,
  hasLiveQuotes,
  createMarginPriceLookup,
} from './margin-figures';
import { buildContractLots, explainBlockedAccount } from './broker-access';
import { getBroker, clearExits, buildExitRequest, getOwner, placeOrders } from './orders';
import { getListedInstrument } from './order-settlement';
import { type InstrumentMarket, findInstrumentMarket } from './state';
import { cancelPendingEntries } from './stop-trading';

/**
 * Called after a live price. Checks accounts that hold the contract and accounts with an open call.
 */
export function checkMargin(
  tx: StateTransaction,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  if (!hasMarginCalls(config)) return;
  const contract = findInstrumentMarket(tx.state, market, instrumentId);
  const price = contract && getObservedPrice(contract);
  if (!price) return;
  for (const book of Object.values(tx.state.books)) {
    if (book.market === market && (book.marginCall !== null || !isWithinBands(book, price)))
      assessMargin(tx, config, book.id);
  }
}

/** Calls, reduces or releases one account at current prices. */
export function assessMargin(tx: StateTransaction, config: EngineConfig, bookId: string): void {
  const book = tx.state.books[bookId];
  if (!hasMarginCalls(config) || !book) return;
  const isFlat = Object.keys(book.positions).length === 0;
  if (isFlat && !book.marginCall) return;
  const findContract = (instrumentId: string): InstrumentMarket | null =>
    findInstrumentMarket(tx.state, book.market, instrumentId);
  const { equityMills, maintenanceMills } = computeMarginFigures(tx.state, book);
  const isBelow = equityMills < maintenanceMills && !isFlat;
  if (isBelow) clearBands(book);
  else cacheBands(book, subtractMills(equityMills, maintenanceMills), findContract);
  if (!isBelow && !book.marginCall) return;
  if (!hasLiveQuotes(tx.state, book)) return;
  if (!isBelow) tx.record('MarginRestored', getOwner(book), buildMarginFacts(tx.state, book));
  else if (book.marginCall === null) callMargin(tx, config, book);
  else if (hasLaterPrice(tx, book, book.marginCall.atMs))
    reduceMargin(tx, config, book, equityMills);
}

/** A valuation at the prices of the call must not reduce. */
const hasLaterPrice = ({ state }: StateTransaction, book: Book, sinceMs: EpochMs): boolean =>
  Object.values(book.positions).some(
    ({ instrumentId }) =>
      (findInstrumentMarket(state, book.market, instrumentId)?.quote?.atMs ?? -Infinity) > sinceMs,
  );

function callMargin(tx: StateTransaction, config: EngineConfig, book: Book): void {
  const callSeq = tx.record('MarginCalled', getOwner(book), buildMarginFacts(tx.state, book));
  tx.withCause(callSeq, () => cancelPendingEntries(tx, config, book, null, 'margin call'));
}

function reduceMargin(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  equityMills: Mills,
): void {
  const exits = planMarginReduction({
    equityMills,
    positions: Object.values(book.positions),
    getPrice: createMarginPriceLookup(tx.state, book),
    getExitingLots: (position) => countExitingLots(book, position),
    getContractLots: (position) => findContractLots(tx, config, book, position),
    canClose: (position) => canPlaceExit(tx, config, book, position),
    computeClosingCost: (position, lots) => estimateClosingCost(tx, config, book, position, lots),
  });
  if (exits.length === 0) return;
  const lots = Object.fromEntries(exits.map((exit) => [exit.position.id, exit.lots]));
  const reductionSeq = tx.record('MarginReduced', getOwner(book), {
    ...buildMarginFacts(tx.state, book),
    lots,
  });
  tx.withCause(reductionSeq, () => {
    // Stopped first, so that the next bar does not enter again.
    for (const commodity of new Set(exits.map(({ position }) => position.commodity))) {
      if (book.commodities[commodity]?.active)
        tx.record('CommodityStopped', getOwner(book), { commodity });
    }
    for (const group of splitByGroup(exits, ({ position }) => position))
      placeExits(tx, config, book.id, group);
  });
}

/** Undefined where any number of lots trades. */
const findContractLots = (
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  { instrumentId }: Position,
): Lots | undefined =>
  buildContractLots(config, book, getListedInstrument(tx.state, book, instrumentId)).contractLots;

/** Legs of a group are closed together or not at all. */
function placeExits(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  exits: readonly MarginExit[],
): void {
  // An exit that fills at once may have closed the other leg already.
  const open = exits.filter(({ position }) => tx.state.books[bookId]?.positions[position.id]);
  for (const { position } of open) clearExits(tx, config, position);
  placeOrders(
    tx,
    config,
    bookId,
    open.map(({ position, lots }) => ({ ...buildExitRequest(position), lots })),
  );
}

/** Lots of working market exits, at most those held. */
function countExitingLots(book: Book, { id, lots }: Position): Lots {
  const exits = Object.values(book.orders).filter(
    (order) => order.positionId === id && order.purpose === 'EXIT' && order.type === 'MARKET',
  );
  const exitingLots = exits.reduce(
    (sum, order) => addLots(sum, subtractLots(order.lots, order.filledLots)),
    NO_LOTS,
  );
  return exitingLots < lots ? exitingLots : lots;
}

/** A locked market accepts the order; it fills at the first unlocked price. */
function canPlaceExit(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
): boolean {
  if (explainBlockedAccount(tx.state, config, book) !== null) return false;
  if (
    config.explainClosedSession(
      book.mode,
      getListedInstrument(tx.state, book, position.instrumentId),
      tx.nowMs,
    ) !== null
  )
    return false;
  if (!getBroker(config, book).isRemote) return true;
  // A remote broker confirms cancellations later; a second exit could close more than is held.
  const hasExit = Object.values(book.orders).some(
    (order) => order.positionId === position.id && order.purpose === 'EXIT',
  );
  if (hasExit) clearExits(tx, config, position);
  return !hasExit;
}

/** Half spread, slippage and fee. */
function estimateClosingCost(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
  lots: Lots,
): Mills {
  const instrument = getListedInstrument(tx.state, book, position.instrumentId);
  const quote = findInstrumentMarket(tx.state, book.market, position.instrumentId)?.quote;
  if (!quote) return 0 as Mills;
  const friction = config.getFriction(instrument);
  const halfSpreadTicks =
    getExitSide(position.direction) === 'BUY'
      ? quote.askTicks - quote.lastTicks
      : quote.lastTicks - quote.bidTicks;
  const costTicks = toTicks(
    halfSpreadTicks + computeSlippageTicks(friction, instrument, quote.lastTicks, lots),
  );
  return addMills(
    computeValueMills(instrument, costTicks, lots),
    computeFeeMills(friction, instrument, quote.lastTicks, lots),
  );
}
