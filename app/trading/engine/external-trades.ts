/**
 * Trades in a live account that were not ordered here: by phone, in the broker's own program, or by the
 * broker itself, which closes positions when margin is missing. Those that reduce a position of the account
 * are booked, so that its stops no longer cover what is gone. Those that open one are left alone.
 */
import type { Book } from '../domain/book';
import { formatPrice, formatSize } from '../domain/format';
import { getCode } from '../domain/instrument';
import { buildReservePostings } from '../domain/ledger';
import type { Order } from '../domain/order';
import { assert } from '../domain/outcome';
import { type Position, getExitSide } from '../domain/position';
import { buildQuote } from '../domain/quote';
import { type Lots, NO_LOTS, NO_MILLS, type Ticks, subtractLots, toLots } from '../domain/units';
import type { BrokerSnapshot, ExternalTrade } from '../ports';
import type { EngineConfig } from './config';
import { applyReport } from './executions';
import { PART_SEPARATOR } from './fill-parts';
import { type ContractHoldings, countMissingLots, listDifferingContracts } from './holdings';
import { getListedInstrument } from './order-settlement';
import { buildExitRequest, getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

/** Lots that left the positions in a contract at one price. */
export interface Reduction {
  readonly instrumentId: string;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  /** Its id at the broker; null where the broker lists none. */
  readonly executionId: string | null;
}

/**
 * Books external trades that explain why the broker holds less than the account. Returns each in plain
 * words. What they do not explain stays a difference.
 */
export function bookExternalTrades(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  snapshot: BrokerSnapshot,
): readonly string[] {
  const reductions = listDifferingContracts(book, snapshot)
    .filter(({ instrumentId }) => !hasUnansweredOrder(book, instrumentId))
    .flatMap((contract) => findReductions(contract, snapshot.externalTrades));
  return reductions.map((reduction) => {
    const text = formatReduction(tx, book, reduction);
    bookReduction(tx, config, book.id, reduction);
    return text;
  });
}

/** True while the broker may have filled an order of ours without an answer: then that explains more. */
export const hasUnansweredOrder = (
  { orders }: Pick<Book, 'orders'>,
  instrumentId: string,
): boolean =>
  Object.values(orders).some(
    (order) =>
      order.instrumentId === instrumentId &&
      (order.state === 'INTENT' || order.state === 'SENT' || order.state === 'UNKNOWN'),
  );

/** The newest trades of the other side, oldest first, as far as lots are missing; empty if too few. */
function findReductions(
  contract: ContractHoldings,
  trades: readonly ExternalTrade[],
): readonly Reduction[] {
  const { instrumentId, ownLots } = contract;
  let missing = countMissingLots(contract);
  const reductions: Reduction[] = [];
  for (const { executionId, signedLots, priceTicks } of trades
    .filter((trade) => trade.instrumentId === instrumentId && trade.signedLots * ownLots < 0)
    .reverse()) {
    const lots = toLots(Math.min(missing, Math.abs(signedLots)));
    missing = subtractLots(missing, lots);
    if (lots > 0) reductions.unshift({ instrumentId, lots, priceTicks, executionId });
  }
  return missing === 0 ? reductions : [];
}

function formatReduction(
  { state }: StateTransaction,
  book: Book,
  { instrumentId, lots, priceTicks }: Reduction,
): string {
  const instrument = getListedInstrument(state, book, instrumentId);
  const [held] = listPositions(book, instrumentId);
  const side = held ? getExitSide(held.direction) : 'SELL';
  return `${side} ${formatSize(instrument, lots)} of ${getCode(instrument)} at ${formatPrice(instrument, priceTicks)}`;
}

/** Books lots that left, from the oldest position on. */
export function bookReduction(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  reduction: Reduction,
): void {
  const book = tx.state.books[bookId];
  let openLots = reduction.lots;
  for (const position of book ? listPositions(book, reduction.instrumentId) : []) {
    const lots = toLots(Math.min(openLots, position.lots));
    openLots = subtractLots(openLots, lots);
    if (lots > 0) bookPositionReduction(tx, config, position, { ...reduction, lots });
  }
  assert(openLots === 0, `no more lots left ${reduction.instrumentId} than were held`);
}

const listPositions = ({ positions }: Book, instrumentId: string): readonly Position[] =>
  Object.values(positions)
    .filter((position) => position.instrumentId === instrumentId)
    .sort((a, b) => a.openedMs - b.openedMs || (a.id < b.id ? -1 : 1));

/** An order of its own with one fill. No pre-trade check holds it up: it is done. */
function bookPositionReduction(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  { lots, priceTicks, executionId }: Reduction,
): void {
  const book = tx.state.books[position.bookId];
  assert(book, `account ${position.bookId} is open`);
  const order: Order = {
    ...buildExitRequest(position),
    lots,
    positionId: position.id,
    id: config.random.id(`order:${book.id}`, tx.state.logSeq + 1),
    bookId: book.id,
    commodity: position.commodity,
    filledLots: NO_LOTS,
    reservedMills: NO_MILLS,
    state: 'ACKNOWLEDGED',
    executionIds: [],
    placedMs: tx.nowMs,
    isExternal: true,
  };
  tx.record('OrderPlaced', getOwner(book), {
    order,
    quote: buildQuote(priceTicks, 1, tx.nowMs),
    entry: buildReservePostings(NO_MILLS),
  });
  // The id of an execution is booked once, and one execution may reduce several positions.
  const ownId = `${executionId ?? 'accepted'}${PART_SEPARATOR}${order.id}`;
  applyReport(tx, config, book.id, {
    type: 'Filled',
    orderId: order.id,
    executionId: ownId,
    lots,
    priceTicks,
    feeMills: NO_MILLS,
    midTicks: priceTicks,
    atMs: tx.nowMs,
  });
}
