/**
 * Handles positions in an ending month: rolls them into the next month (two orders of one decision)
 * or settles them.
 */
import type { Book } from '../domain/book';
import { type Instrument, getChain, getCode } from '../domain/instrument';
import type { ExitPlan, ExitFacts, RollFacts, PlanFacts, RollPlan } from '../domain/plan-facts';
import type { Order, OrderPurpose } from '../domain/order';
import {
  type Position,
  getEntrySide,
  getExitSide,
  getGroupId,
  getHeldSince,
} from '../domain/position';
import { type Quote, isLockedFor } from '../domain/quote';
import type { Ticks } from '../domain/units';
import type { OrderRequest } from '../domain/order-request';
import { hasSettled } from '../risk/settlement';
import type { PlaybookTarget } from '../strategies/playbook';
import { findActiveMonth, isRolling } from './chain';
import type { EngineConfig } from './config';
import { buildDecisionFacts } from './decision-facts';
import type { StateTransaction } from './state-transaction';
import { planExitAtMonthEnd } from './exit-plan';
import {
  cancelEntries,
  cancelOrder,
  clearExits,
  buildExitRequest,
  isClosing,
  getOwner,
  placeOrders,
  dryRunChecks,
} from './orders';
import { planRoll } from './roll-plan';
import { getListedInstrument } from './order-settlement';
import { exitEndingSpread } from './spreads';
import { getDesiredPosition } from './active-playbook';
import { explainBlockedAccount, findUsableBroker } from './broker-access';
import { type InstrumentMarket, findLiveQuote, findInstrumentMarket } from './state';

type QuotedContract = InstrumentMarket & { readonly quote: Quote };

/** Called after a price of one month. Rolls or settles positions in ending months of its chain. */
export function rollEndingMonths(
  tx: StateTransaction,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  const chain = tx.state.markets[market]?.instruments[instrumentId]?.instrument.contract?.chain;
  if (chain === undefined) return;
  for (const book of Object.values(tx.state.books)) {
    if (book.market !== market) continue;
    const isEnding = (id: string): boolean => {
      const instrument = getListedInstrument(tx.state, book, id);
      return getChain(instrument) === chain && isRolling(instrument, tx.nowMs);
    };
    // A working entry would open a position that must close at once.
    for (const order of Object.values(book.orders))
      if (order.purpose === 'ENTRY' && isEnding(order.instrumentId))
        cancelEndingEntry(tx, config, order);
    for (const position of Object.values(book.positions))
      if (isEnding(position.instrumentId)) exitEndingMonth(tx, config, book.id, position);
  }
}

function cancelEndingEntry(tx: StateTransaction, config: EngineConfig, order: Order): void {
  const reason = 'its month is being rolled';
  if (order.groupId === null || order.rollOf !== undefined) cancelOrder(tx, config, order, reason);
  else cancelEntries(tx, config, order.bookId, order.groupId, reason);
}

function exitEndingMonth(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  position: Position,
): void {
  const book = tx.state.books[bookId];
  if (!book || explainBlockedAccount(tx.state, config, book) !== null) return;
  const instrument = getListedInstrument(tx.state, book, position.instrumentId);
  if (tx.nowMs >= (instrument.contract?.expiresMs ?? Infinity))
    return settlePosition(tx, config, book, position);
  // Positions that must close are not rolled.
  const mustClose = isClosing(book, position) || book.closing[position.id] !== undefined;
  const from = mustClose ? null : findTradableContract(tx, config, book, instrument);
  if (!from || isLockedFor(getExitSide(position.direction), from.quote)) return;
  if (exitEndingSpread(tx, config, book, position, from)) return;
  if (isRolled(tx, book, position)) return finishRoll(tx, config, book, position, from);
  const next = findActiveMonth(tx.state.markets[book.market], getChain(instrument), tx.nowMs);
  const into = next && findTradableContract(tx, config, book, next.instrument);
  if (into && !isLockedFor(getEntrySide(position.direction), into.quote))
    rollPosition(tx, config, book, position, from, into);
}

/** True if the entry of the roll filled but its exit did not: only the exit is left. */
function isRolled({ state }: StateTransaction, book: Book, position: Position): boolean {
  const chain = getChain(getListedInstrument(state, book, position.instrumentId));
  return Object.values(book.positions).some(
    (other) =>
      other.id !== position.id &&
      getGroupId(other) === getGroupId(position) &&
      other.direction === position.direction &&
      getChain(getListedInstrument(state, book, other.instrumentId)) === chain,
  );
}

/** Null without a live quote or while the venue is closed. */
function findTradableContract(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  instrument: Instrument,
): QuotedContract | null {
  const contract = findQuotedContract(tx, config, book, instrument);
  return contract && findLiveQuote(contract, tx.nowMs) ? contract : null;
}

/** Null without a quote or while the venue is closed. */
function findQuotedContract(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  instrument: Instrument,
): QuotedContract | null {
  const contract = findInstrumentMarket(tx.state, book.market, instrument.id);
  return contract?.quote && config.explainClosedSession(book.mode, instrument, tx.nowMs) === null
    ? { ...contract, quote: contract.quote }
    : null;
}

/**
 * Closes a position in an expired month at its settlement price. A remote broker settles working
 * exits itself.
 */
function settlePosition(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
): void {
  const from = findQuotedContract(
    tx,
    config,
    book,
    getListedInstrument(tx.state, book, position.instrumentId),
  );
  if (
    !from ||
    !hasSettled(
      from.instrument.contract?.expiresMs ?? Infinity,
      from.quote.atMs,
      from.staleAfterMs,
      tx.nowMs,
    )
  )
    return;
  if (isClosing(book, position) && findUsableBroker(config, book)?.isRemote !== false) return;
  const exit = isRolled(tx, book, position)
    ? { ...buildExitRequest(position), rollOf: position.id }
    : buildExitRequest(position);
  exitPosition(
    tx,
    config,
    book,
    position,
    from,
    planExitAtMonthEnd(
      'EXPIRED',
      position,
      getTargetOrHold(position, findTarget(tx, config, position, from)),
      from,
    ),
    exit,
  );
}

function rollPosition(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: QuotedContract,
  into: QuotedContract,
): void {
  const target = getTargetOrHold(position, findTarget(tx, config, position, into));
  const next = getCode(into.instrument);
  if (target.side !== position.direction)
    return exitPosition(
      tx,
      config,
      book,
      position,
      from,
      planExitAtMonthEnd('NOT_WANTED_THERE', position, target, from, next),
    );
  const facts = buildKnownAtRoll(book, position, from, next);
  const plan = planRoll(from.quote, into.quote, facts);
  const legs = buildRollLegs(position, into, plan);
  // Working exits would block the order for the whole position.
  clearExits(tx, config, position);
  const refusal = dryRunChecks(tx, config, book.id, legs);
  if (refusal)
    return exitPosition(
      tx,
      config,
      book,
      position,
      from,
      planExitAtMonthEnd('NOT_ROLLABLE', position, target, from, next, refusal.message),
    );
  const decisionFacts = {
    ...buildDecisionFacts(from, from.quote, getPlaybookRef(position), target, 'ROLL', plan.reason),
    into: { instrumentId: into.instrument.id, quote: into.quote },
    roll: { known: facts, plan },
  };
  const decision = tx.record('DecisionTaken', getOwner(book), decisionFacts);
  tx.withCause(decision, () => void placeOrders(tx, config, book.id, legs));
}

const getPlaybookRef = ({ playbookId }: Position): { readonly id: string } | null =>
  playbookId === null ? null : { id: playbookId };

/**
 * Target of the position's playbook in this month. Null for manual positions and unknown playbooks.
 */
const findTarget = (
  { state }: StateTransaction,
  config: EngineConfig,
  position: Position,
  contract: InstrumentMarket,
): PlaybookTarget | null => getDesiredPosition(config, state, position, contract)?.target ?? null;

const getTargetOrHold = ({ direction }: Position, target: PlaybookTarget | null): PlaybookTarget =>
  target ?? { side: direction, strength: 0, reason: 'manual', range: null };

/** Retries the exit of a roll; the position in the next month stays. */
function finishRoll(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: QuotedContract,
): void {
  exitPosition(
    tx,
    config,
    book,
    position,
    from,
    planExitAtMonthEnd(
      'CARRIED',
      position,
      getTargetOrHold(position, findTarget(tx, config, position, from)),
      from,
    ),
    { ...buildExitRequest(position), rollOf: position.id },
  );
}

function exitPosition(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  position: Position,
  from: QuotedContract,
  exit: PlanFacts<ExitFacts, ExitPlan>,
  request = buildExitRequest(position),
): void {
  const { wanted, strength, reason } = exit.known;
  const target: PlaybookTarget = { side: wanted, strength, reason, range: null };
  const decision = tx.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(
      from,
      from.quote,
      getPlaybookRef(position),
      target,
      'EXIT',
      exit.plan.reason ?? reason,
    ),
    exit,
  });
  tx.withCause(decision, () => {
    clearExits(tx, config, position);
    placeOrders(tx, config, book.id, [request]);
  });
}

/** The exit comes first, so that its collateral is available for the entry. */
function buildRollLegs(
  position: Position,
  into: QuotedContract,
  { lots, stopDistanceTicks, targetDistanceTicks }: RollPlan,
): readonly OrderRequest[] {
  const groupId = getGroupId(position);
  return [
    { ...buildExitRequest(position), groupId, rollOf: position.id },
    {
      instrumentId: into.instrument.id,
      side: getEntrySide(position.direction),
      type: 'MARKET',
      purpose: 'ENTRY',
      lots,
      priceTicks: null,
      positionId: null,
      groupId,
      rollOf: position.id,
      heldSinceMs: getHeldSince(position),
      playbookId: position.playbookId,
      stopDistanceTicks,
      targetDistanceTicks,
    },
  ];
}

function buildKnownAtRoll(
  book: Book,
  { id, direction, lots }: Position,
  from: QuotedContract,
  into: string,
): RollFacts {
  const findOrderPrice = (purpose: OrderPurpose): Ticks | null =>
    Object.values(book.orders).find((order) => order.positionId === id && order.purpose === purpose)
      ?.priceTicks ?? null;
  return {
    positionId: id,
    direction,
    lots,
    code: getCode(from.instrument),
    into,
    stopTicks: findOrderPrice('STOP'),
    targetTicks: findOrderPrice('TARGET'),
  };
}
