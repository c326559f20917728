/**
 * What becomes of positions in a month that ends: rolled into the next as two orders of one
 * decision, or settled.
 */
import type { Book } from '../domain/book';
import { type Instrument, getChain, getCode } from '../domain/instrument';
import type { ExitPlan, KnownAtExit, KnownAtRoll, Made, RollPlan } from '../domain/leaving-facts';
import type { Order, OrderPurpose } from '../domain/order';
import { type Position, entrySide, exitSide, groupName, heldSince } from '../domain/position';
import { type Quote, isLockedFor } from '../domain/quote';
import type { Ticks } from '../domain/units';
import { hasSettled } from '../risk/settlement';
import type { PlaybookTarget } from '../strategies/playbook';
import { findActiveMonth, isRolling } from './chain';
import type { EngineConfig } from './config';
import { buildDecisionFacts } from './decision';
import type { Draft } from './state-transaction';
import { exitByMonth } from './exit-plan';
import {
  type OrderRequest,
  getBroker,
  cancelEntries,
  cancelOrder,
  clearExits,
  buildExitRequest,
  isClosing,
  modeBlocked,
  getOwner,
  placeOrders,
  dryRunChecks,
} from './orders';
import { planRoll } from './roll-plan';
import { getListedInstrument } from './order-settlement';
import { leaveEndingSpread } from './spreads';
import { getDesiredPosition } from './active-playbook';
import { type InstrumentMarket, findLiveQuote, findInstrumentMarket } from './state';

/** A month with the price at which it can be dealt in now. */
type Dealt = InstrumentMarket & { readonly quote: Quote };

/**
 * After a price of one month: rolls or settles what the books of its market hold in months of that
 * chain that end.
 */
export function rollAll(
  draft: Draft,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  const chain = draft.state.markets[market]?.instruments[instrumentId]?.instrument.contract?.chain;
  if (chain === undefined) return;
  for (const book of Object.values(draft.state.books)) {
    if (book.market !== market) continue;
    const isEnding = (id: string): boolean => {
      const instrument = getListedInstrument(draft.state, book, id);
      return getChain(instrument) === chain && isRolling(instrument, draft.nowMs);
    };
    // An entry that still waits would open what has to leave at once.
    for (const order of Object.values(book.orders))
      if (order.purpose === 'ENTRY' && isEnding(order.instrumentId)) giveUp(draft, config, order);
    for (const position of Object.values(book.positions))
      if (isEnding(position.instrumentId)) leaveMonth(draft, config, book.id, position);
  }
}

function giveUp(draft: Draft, config: EngineConfig, order: Order): void {
  const reason = 'its month is being rolled';
  if (order.groupId === null || order.rollOf !== undefined)
    cancelOrder(draft, config, order, reason);
  else cancelEntries(draft, config, order.bookId, order.groupId, reason);
}

function leaveMonth(draft: Draft, config: EngineConfig, bookId: string, position: Position): void {
  const book = draft.state.books[bookId];
  if (!book || modeBlocked(config, book) !== null) return;
  const instrument = getListedInstrument(draft.state, book, position.instrumentId);
  if (draft.nowMs >= (instrument.contract?.expiresMs ?? Infinity))
    return settlePosition(draft, config, book, position);
  // What has to be closed is never carried into the next month.
  const isLeaving = isClosing(book, position) || book.closing[position.id] !== undefined;
  const from = isLeaving ? null : getTradableQuote(draft, config, book, instrument);
  if (!from || isLockedFor(exitSide(position.direction), from.quote)) return;
  if (leaveEndingSpread(draft, config, book, position, from)) return;
  if (isRolled(draft, book, position)) return finishRoll(draft, config, book, position, from);
  const next = findActiveMonth(draft.state.markets[book.market], getChain(instrument), draft.nowMs);
  const into = next && getTradableQuote(draft, config, book, next.instrument);
  if (into && !isLockedFor(entrySide(position.direction), into.quote))
    rollPosition(draft, config, book, position, from, into);
}

/**
 * Whether the entry of its roll has filled while its exit ended otherwise: then only the exit is
 * left to do.
 */
function isRolled({ state }: Draft, book: Book, position: Position): boolean {
  const chain = getChain(getListedInstrument(state, book, position.instrumentId));
  return Object.values(book.positions).some(
    (other) =>
      other.id !== position.id &&
      groupName(other) === groupName(position) &&
      other.direction === position.direction &&
      getChain(getListedInstrument(state, book, other.instrumentId)) === chain,
  );
}

/** A month with its price when it is fresh and the venue takes orders, else null. */
function getTradableQuote(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  instrument: Instrument,
): Dealt | null {
  const seen = quotedIn(draft, config, book, instrument);
  return seen && findLiveQuote(seen, draft.nowMs) ? seen : null;
}

/** A month with its last price while the venue takes orders, else null. */
function quotedIn(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  instrument: Instrument,
): Dealt | null {
  const seen = findInstrumentMarket(draft.state, book.market, instrument.id);
  return seen?.quote && config.sessionClosed(book.mode, instrument, draft.nowMs) === null
    ? { ...seen, quote: seen.quote }
    : null;
}

/**
 * What is held in an expired month leaves at its settlement, an exit that still waits for a price
 * included; a remote broker settles what it was sent by itself.
 */
function settlePosition(draft: Draft, config: EngineConfig, book: Book, position: Position): void {
  const from = quotedIn(
    draft,
    config,
    book,
    getListedInstrument(draft.state, book, position.instrumentId),
  );
  if (
    !from ||
    !hasSettled(
      from.instrument.contract?.expiresMs ?? Infinity,
      from.quote.atMs,
      from.staleAfterMs,
      draft.nowMs,
    )
  )
    return;
  if (isClosing(book, position) && getBroker(config, book).isRemote) return;
  const exit = isRolled(draft, book, position)
    ? { ...buildExitRequest(position), rollOf: position.id }
    : buildExitRequest(position);
  leave(
    draft,
    config,
    book,
    position,
    from,
    exitByMonth(
      'EXPIRED',
      position,
      buildStandingTarget(position, targetIn(draft, config, position, from)),
      from,
    ),
    exit,
  );
}

function rollPosition(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: Dealt,
  into: Dealt,
): void {
  const target = buildStandingTarget(position, targetIn(draft, config, position, into));
  const next = getCode(into.instrument);
  if (target.side !== position.direction)
    return leave(
      draft,
      config,
      book,
      position,
      from,
      exitByMonth('NOT_WANTED_THERE', position, target, from, next),
    );
  const known = knownAtRoll(book, position, from, next);
  const plan = planRoll(from.quote, into.quote, known);
  const legs = listLegs(position, into, plan);
  // What waits at a price of its own would stand in the way of the order that takes all.
  clearExits(draft, config, position);
  const refusal = dryRunChecks(draft, config, book.id, legs);
  if (refusal)
    return leave(
      draft,
      config,
      book,
      position,
      from,
      exitByMonth('NOT_ROLLABLE', position, target, from, next, refusal.message),
    );
  const decided = {
    ...buildDecisionFacts(
      from,
      from.quote,
      playbookOfPosition(position),
      target,
      'ROLL',
      plan.reason,
    ),
    into: { instrumentId: into.instrument.id, quote: into.quote },
    roll: { known, plan },
  };
  const decision = draft.record('DecisionTaken', getOwner(book), decided);
  draft.because(decision, () => void placeOrders(draft, config, book.id, legs));
}

const playbookOfPosition = ({ playbookId }: Position): { readonly id: string } | null =>
  playbookId === null ? null : { id: playbookId };

/**
 * What the position's own rule wants in a month; null for what was opened by hand, or by a playbook
 * that is no more.
 */
const targetIn = (
  { state }: Draft,
  config: EngineConfig,
  position: Position,
  seen: InstrumentMarket,
): PlaybookTarget | null => getDesiredPosition(config, state, position, seen)?.target ?? null;

const buildStandingTarget = (
  { direction }: Position,
  target: PlaybookTarget | null,
): PlaybookTarget =>
  target ?? { side: direction, strength: 0, reason: 'opened by hand', range: null };

/** The exit of a roll once more: what was entered in the next month stays. */
function finishRoll(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: Dealt,
): void {
  leave(
    draft,
    config,
    book,
    position,
    from,
    exitByMonth(
      'CARRIED',
      position,
      buildStandingTarget(position, targetIn(draft, config, position, from)),
      from,
    ),
    { ...buildExitRequest(position), rollOf: position.id },
  );
}

function leave(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: Dealt,
  exit: Made<KnownAtExit, ExitPlan>,
  request = buildExitRequest(position),
): void {
  const { wanted, strength, reason } = exit.known;
  const target: PlaybookTarget = { side: wanted, strength, reason, range: null };
  const decision = draft.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(
      from,
      from.quote,
      playbookOfPosition(position),
      target,
      'EXIT',
      exit.plan.reason ?? reason,
    ),
    exit,
  });
  draft.because(decision, () => {
    clearExits(draft, config, position);
    placeOrders(draft, config, book.id, [request]);
  });
}

/** Exit and entry of a roll: the exit first, so that its collateral is there for the entry. */
function listLegs(
  position: Position,
  into: Dealt,
  { lots, stopDistanceTicks, targetDistanceTicks }: RollPlan,
): readonly OrderRequest[] {
  const groupId = groupName(position);
  return [
    { ...buildExitRequest(position), groupId, rollOf: position.id },
    {
      instrumentId: into.instrument.id,
      side: entrySide(position.direction),
      type: 'MARKET',
      purpose: 'ENTRY',
      lots,
      priceTicks: null,
      positionId: null,
      groupId,
      rollOf: position.id,
      heldSinceMs: heldSince(position),
      playbookId: position.playbookId,
      stopDistanceTicks,
      targetDistanceTicks,
    },
  ];
}

function knownAtRoll(
  book: Book,
  { id, direction, lots }: Position,
  from: Dealt,
  into: string,
): KnownAtRoll {
  const priceOf = (purpose: OrderPurpose): Ticks | null =>
    Object.values(book.orders).find((order) => order.positionId === id && order.purpose === purpose)
      ?.priceTicks ?? null;
  return {
    positionId: id,
    direction,
    lots,
    code: getCode(from.instrument),
    into,
    stopTicks: priceOf('STOP'),
    targetTicks: priceOf('TARGET'),
  };
}
