/**
 * What becomes of positions in a month that ends: rolled into the next as two orders of one decision, or settled.
 * It knows the months of a chain and both of their prices; it refuses to roll at a price that is old, locked or out of session.
 */
import type { Book } from '../domain/book';
import { type Instrument, chainOf, codeOf } from '../domain/instrument';
import type { Order, OrderPurpose } from '../domain/order';
import { type Position, entrySide, exitSide, groupName } from '../domain/position';
import { type Quote, isLockedFor } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import type { PlaybookTarget } from '../strategies/playbook';
import { activeMonth, isRolling } from './chain';
import type { EngineConfig } from './config';
import { facts } from './decision';
import type { Draft } from './draft';
import { type OrderRequest, cancelOrder, clearExits, exitRequest, isClosing, modeBlocked, owner, placeOrders, wouldRefuse } from './orders';
import { listedInstrument } from './settle';
import { wantedOf } from './standing';
import { type InstrumentMarket, instrumentMarket } from './state';

/** A month with the price at which it can be dealt in now. */
type Dealt = InstrumentMarket & { readonly quote: Quote };

/** After a price of one month: rolls or settles what the books of its market hold in months of that chain that end. */
export function rollAll(draft: Draft, config: EngineConfig, market: string, instrumentId: string): void {
  const chain = draft.state.markets[market]?.instruments[instrumentId]?.instrument.contract?.chain;
  if (chain === undefined) return;
  for (const book of Object.values(draft.state.books)) {
    if (book.market !== market) continue;
    const isEnding = (id: string): boolean => {
      const instrument = listedInstrument(draft.state, book, id);
      return chainOf(instrument) === chain && isRolling(instrument, draft.nowMs);
    };
    // An entry that still waits would open what has to leave at once.
    for (const order of Object.values(book.orders)) if (order.purpose === 'ENTRY' && isEnding(order.instrumentId)) cancelOrder(draft, config, order, 'its month is being rolled');
    for (const position of Object.values(book.positions)) if (isEnding(position.instrumentId)) leaveMonth(draft, config, book.id, position);
  }
}

function leaveMonth(draft: Draft, config: EngineConfig, bookId: string, position: Position): void {
  const book = draft.state.books[bookId];
  if (!book || isClosing(book, position) || modeBlocked(config, book) !== null) return;
  const instrument = listedInstrument(draft.state, book, position.instrumentId);
  const from = dealt(draft, config, book, instrument);
  if (!from || isLockedFor(exitSide(position.direction), from.quote)) return;
  if (draft.nowMs >= (instrument.contract?.expiresMs ?? Infinity)) return settle(draft, config, book, position, from);
  if (isRolled(draft, book, position)) return finishRoll(draft, config, book, position, from);
  const next = activeMonth(draft.state.markets[book.market], chainOf(instrument), draft.nowMs);
  const into = next && dealt(draft, config, book, next.instrument);
  if (into && !isLockedFor(entrySide(position.direction), into.quote)) roll(draft, config, book, position, from, into);
}

/** Whether the entry of its roll has filled while its exit ended otherwise: then only the exit is left to do. */
function isRolled({ state }: Draft, book: Book, position: Position): boolean {
  const chain = chainOf(listedInstrument(state, book, position.instrumentId));
  return Object.values(book.positions).some(
    (other) => other.id !== position.id && groupName(other) === groupName(position) && other.direction === position.direction && chainOf(listedInstrument(state, book, other.instrumentId)) === chain,
  );
}

/** A month with its price when it is fresh and the venue takes orders, else null. */
function dealt(draft: Draft, config: EngineConfig, book: Book, instrument: Instrument): Dealt | null {
  const seen = instrumentMarket(draft.state, book.market, instrument.id);
  if (!seen?.quote || draft.nowMs - seen.quote.atMs > seen.staleAfterMs) return null;
  return config.sessionClosed(book.mode, instrument, draft.nowMs) === null ? { ...seen, quote: seen.quote } : null;
}

/** An expired month is left at the first price it is given after its end, never at an earlier one. */
function settle(draft: Draft, config: EngineConfig, book: Book, position: Position, from: Dealt): void {
  if (from.quote.atMs < (from.instrument.contract?.expiresMs ?? 0)) return;
  leave(draft, config, book, position, from, targetIn(draft, config, book, position, from), `${codeOf(from.instrument)} has expired and is settled`);
}

function roll(draft: Draft, config: EngineConfig, book: Book, position: Position, from: Dealt, into: Dealt): void {
  const target = targetIn(draft, config, book, position, into);
  if (target && target.side !== position.direction) return leave(draft, config, book, position, from, target, `${codeOf(into.instrument)}: ${target.reason}`);
  const legs = legsOf(book, position, from, into);
  // What waits at a price of its own would stand in the way of the order that takes all.
  clearExits(draft, config, position);
  const refusal = wouldRefuse(draft, config, book.id, legs);
  if (refusal) return leave(draft, config, book, position, from, target, `cannot be rolled into ${codeOf(into.instrument)}: ${refusal.message}`);
  const reason = `${codeOf(from.instrument)} ends; the same ${position.direction} side and lots in ${codeOf(into.instrument)}`;
  const decided = { ...facts(from, from.quote, playbookOfPosition(position), standing(position, target), 'ROLL', reason), into: { instrumentId: into.instrument.id, quote: into.quote } };
  const decision = draft.record('DecisionTaken', owner(book), decided);
  draft.because(decision, () => void placeOrders(draft, config, book.id, legs));
}

const playbookOfPosition = ({ playbookId }: Position): { readonly id: string } | null => (playbookId === null ? null : { id: playbookId });

/** What the position's own rule wants in a month; null for what was opened by hand, or by a playbook that is no more. */
const targetIn = ({ state, nowMs }: Draft, config: EngineConfig, book: Book, position: Position, seen: InstrumentMarket): PlaybookTarget | null =>
  wantedOf(config, state.markets[book.market], position, seen, nowMs)?.target ?? null;

const standing = ({ direction }: Position, target: PlaybookTarget | null): PlaybookTarget => target ?? { side: direction, strength: 0, reason: 'opened by hand', range: null };

/** The exit of a roll once more: what was entered in the next month stays. */
function finishRoll(draft: Draft, config: EngineConfig, book: Book, position: Position, from: Dealt): void {
  leave(draft, config, book, position, from, targetIn(draft, config, book, position, from), 'it stands in the next month already', { ...exitRequest(position), rollOf: position.id });
}

function leave(draft: Draft, config: EngineConfig, book: Book, position: Position, from: Dealt, target: PlaybookTarget | null, reason: string, exit = exitRequest(position)): void {
  const decision = draft.record('DecisionTaken', owner(book), facts(from, from.quote, playbookOfPosition(position), standing(position, target), 'EXIT', reason));
  draft.because(decision, () => {
    clearExits(draft, config, position);
    placeOrders(draft, config, book.id, [exit]);
  });
}

/** Exit and entry of a roll: the exit first, so that its collateral is there for the entry. */
function legsOf(book: Book, position: Position, from: Dealt, into: Dealt): readonly OrderRequest[] {
  const groupId = groupName(position);
  const distance = (purpose: OrderPurpose): Ticks | null => carriedDistance(position, protectionOf(book, position, purpose), from, into);
  return [
    { ...exitRequest(position), groupId, rollOf: position.id },
    {
      instrumentId: into.instrument.id, side: entrySide(position.direction), type: 'MARKET', purpose: 'ENTRY', lots: position.lots, priceTicks: null, positionId: null,
      groupId, rollOf: position.id, playbookId: position.playbookId, stopDistanceTicks: distance('STOP'), targetDistanceTicks: distance('TARGET'),
    },
  ];
}

const protectionOf = (book: Book, { id }: Position, purpose: OrderPurpose): Order | null =>
  Object.values(book.orders).find((order) => order.positionId === id && order.purpose === purpose) ?? null;

/**
 * A stop or target lies as far from the new month's last price as it lay from the old one's, so that the difference of the months moves it too.
 * The entry measures from its fill, hence from the touch that it will pay; at least one tick.
 */
function carriedDistance(position: Position, order: Order | null, from: Dealt, into: Dealt): Ticks | null {
  if (order?.priceTicks === null || order?.priceTicks === undefined) return null;
  const isLong = position.direction === 'LONG';
  const away = order.priceTicks + into.quote.lastTicks - from.quote.lastTicks - (isLong ? into.quote.askTicks : into.quote.bidTicks);
  return toTicks(Math.max(1, isLong === (order.purpose === 'TARGET') ? away : -away));
}
