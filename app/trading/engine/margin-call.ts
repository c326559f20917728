/**
 * Margin calls: an account below its maintenance margin is called, reduced at the next price, and
 * released when it is back above.
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
import { type Position, exitSide, splitByGroup } from '../domain/position';
import { valueMills } from '../domain/instrument';
import { feeMills, slippageTicks } from '../execution/friction';
import { type MarginExit, planMarginReduction } from '../risk/margin';
import { type EngineConfig, appliesMargin } from './config';
import type { Draft } from './state-transaction';
import { forgetBands, isWithinBands, rememberBands, getSeenPrice } from './margin-bands';
import {
  buildMarginFacts,
  computeMarginFigures,
  hasLiveQuotes,
  marginPrices,
} from './margin-figures';
import {
  getBroker,
  clearExits,
  buildExitRequest,
  modeBlocked,
  getOwner,
  placeOrders,
} from './orders';
import { getListedInstrument } from './order-settlement';
import { type InstrumentMarket, findInstrumentMarket } from './state';
import { cancelPendingEntries } from './stop-trading';

/**
 * After a live price: judges the books that hold its instrument, and those whose call is not met
 * yet.
 */
export function watchMargin(
  draft: Draft,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  if (!appliesMargin(config)) return;
  const seen = findInstrumentMarket(draft.state, market, instrumentId);
  const price = seen && getSeenPrice(seen);
  if (!price) return;
  for (const book of Object.values(draft.state.books)) {
    if (book.market === market && (book.marginCall !== null || !isWithinBands(book, price)))
      assessMargin(draft, config, book.id);
  }
}

/** Calls, reduces or releases one book at the prices of now. */
export function assessMargin(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  if (!appliesMargin(config) || !book) return;
  const isFlat = Object.keys(book.positions).length === 0;
  if (isFlat && !book.marginCall) return;
  const seenOf = (instrumentId: string): InstrumentMarket | null =>
    findInstrumentMarket(draft.state, book.market, instrumentId);
  const { equityMills, maintenanceMills } = computeMarginFigures(draft.state, book);
  const isBelow = equityMills < maintenanceMills && !isFlat;
  if (isBelow) forgetBands(book);
  else rememberBands(book, subtractMills(equityMills, maintenanceMills), seenOf);
  if (!isBelow && !book.marginCall) return;
  if (!hasLiveQuotes(draft.state, book)) return;
  if (!isBelow) draft.record('MarginRestored', getOwner(book), buildMarginFacts(draft.state, book));
  else if (book.marginCall === null) callMargin(draft, config, book);
  else if (hasLaterPrice(draft, book, book.marginCall.atMs))
    reduceMargin(draft, config, book, equityMills);
}

/**
 * Whether something held has been quoted since the call: a valuation at the prices of the call
 * reduces nothing.
 */
const hasLaterPrice = ({ state }: Draft, book: Book, sinceMs: EpochMs): boolean =>
  Object.values(book.positions).some(
    ({ instrumentId }) =>
      (findInstrumentMarket(state, book.market, instrumentId)?.quote?.atMs ?? -Infinity) > sinceMs,
  );

function callMargin(draft: Draft, config: EngineConfig, book: Book): void {
  const called = draft.record('MarginCalled', getOwner(book), buildMarginFacts(draft.state, book));
  draft.because(called, () => cancelPendingEntries(draft, config, book, null, 'margin call'));
}

function reduceMargin(draft: Draft, config: EngineConfig, book: Book, equityMills: Mills): void {
  const exits = planMarginReduction({
    equityMills,
    positions: Object.values(book.positions),
    priceOf: marginPrices(draft.state, book),
    leavingLots: (position) => countLeavingLots(book, position),
    canClose: (position) => canClose(draft, config, book, position),
    closingCost: (position, lots) => estimateClosingCost(draft, config, book, position, lots),
  });
  if (exits.length === 0) return;
  const lots = Object.fromEntries(exits.map((exit) => [exit.position.id, exit.lots]));
  const reduced = draft.record('MarginReduced', getOwner(book), {
    ...buildMarginFacts(draft.state, book),
    lots,
  });
  draft.because(reduced, () => {
    // Switched off first: what margin has closed is not entered again by the next bar.
    for (const commodity of new Set(exits.map(({ position }) => position.commodity))) {
      if (book.commodities[commodity]?.active)
        draft.record('CommodityStopped', getOwner(book), { commodity });
    }
    for (const group of splitByGroup(exits, ({ position }) => position))
      placeExits(draft, config, book.id, group);
  });
}

/** Exits of one group are placed together: legs leave together or not at all. */
function placeExits(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  exits: readonly MarginExit[],
): void {
  // An exit that fills at once may have closed its other leg already.
  const open = exits.filter(({ position }) => draft.state.books[bookId]?.positions[position.id]);
  for (const { position } of open) clearExits(draft, config, position);
  placeOrders(
    draft,
    config,
    bookId,
    open.map(({ position, lots }) => ({ ...buildExitRequest(position), lots })),
  );
}

/** Lots that market exits on their way will close, at most those held. */
function countLeavingLots(book: Book, { id, lots }: Position): Lots {
  const exits = Object.values(book.orders).filter(
    (order) => order.positionId === id && order.purpose === 'EXIT' && order.type === 'MARKET',
  );
  const leaving = exits.reduce(
    (sum, order) => addLots(sum, subtractLots(order.lots, order.filledLots)),
    NO_LOTS,
  );
  return leaving < lots ? leaving : lots;
}

/**
 * Whether an exit can be placed now. A locked market takes it: it fills at the first price that is
 * not locked.
 */
function canClose(draft: Draft, config: EngineConfig, book: Book, position: Position): boolean {
  if (modeBlocked(config, book) !== null) return false;
  if (
    config.sessionClosed(
      book.mode,
      getListedInstrument(draft.state, book, position.instrumentId),
      draft.nowMs,
    ) !== null
  )
    return false;
  if (!getBroker(config, book).isRemote) return true;
  // A remote broker confirms a cancellation later; a second exit beside the first could close more
  // than is held.
  const hasExit = Object.values(book.orders).some(
    (order) => order.positionId === position.id && order.purpose === 'EXIT',
  );
  if (hasExit) clearExits(draft, config, position);
  return !hasExit;
}

/** From the last price to the touch, slippage beyond it, and the fee. */
function estimateClosingCost(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  position: Position,
  lots: Lots,
): Mills {
  const instrument = getListedInstrument(draft.state, book, position.instrumentId);
  const quote = findInstrumentMarket(draft.state, book.market, position.instrumentId)?.quote;
  if (!quote) return 0 as Mills;
  const friction = config.frictionOf(instrument);
  const touch =
    exitSide(position.direction) === 'BUY'
      ? quote.askTicks - quote.lastTicks
      : quote.lastTicks - quote.bidTicks;
  const lost = toTicks(touch + slippageTicks(friction, instrument, quote.lastTicks, lots));
  return addMills(
    valueMills(instrument, lost, lots),
    feeMills(friction, instrument, quote.lastTicks, lots),
  );
}
