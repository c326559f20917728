/** Turns the current target of a playbook into orders: enter, exit or stay out. */
import type { Book } from '../domain/book';
import { getChain } from '../domain/instrument';
import { type Position, getEntrySide } from '../domain/position';
import type { EpochMs } from '../domain/units';
import { isWorthEntry } from '../strategies/entry-conditions';
import type { PlaybookRow, PlaybookTarget, SpreadLegs } from '../strategies/playbook';
import { isActiveContract } from './chain';
import { exitPositions } from './close-positions';
import type { EngineConfig } from './config';
import type { EntryFacts } from '../domain/decision-facts';
import type { OrderRequest } from '../domain/order-request';
import { buildContractLots } from './broker-access';
import { buildDecisionFacts } from './decision-facts';
import type { StateTransaction } from './state-transaction';
import { planEntry } from './entry-plan';
import { endUnwantedProposals, enterByDecision } from './entry-proposals';
import { planExitByRule } from './exit-plan';
import { findActiveHalt } from './playbook-halts';
import { buildEntryContext } from './entry-context';
import { isClosing, getOwner } from './orders';
import { getListedInstrument } from './order-settlement';
import { trailStop } from './trailing-stop';
import { enterSpread, exitUnwantedSpreads } from './spreads';
import {
  getDecidingChain,
  getActivePlaybook,
  findPlaybook,
  getDesiredPosition,
  hasSpreads,
} from './active-playbook';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

interface CurrentTarget {
  readonly row: PlaybookRow;
  readonly target: PlaybookTarget;
  readonly sinceMs: number;
}

/**
 * Event on which accounts decide: the end of a bar, also of one that arrives after later prices, the
 * open of the venue's day session, or a request of the user, which waits for no session.
 */
export type DecisionTrigger = 'BAR_END' | 'LATE_BAR_END' | 'SESSION_OPEN' | 'REQUEST';

/**
 * True if a rule may trade now. A daily rule decides at the end of its bar, when markets are thin,
 * and its entries and exits wait for the venue's day session. Stops and targets never wait.
 */
const mayTradeNow = (
  { isInDaySession }: EngineConfig,
  { bar }: Pick<PlaybookRow, 'bar'>,
  { instrument }: InstrumentMarket,
  trigger: DecisionTrigger,
  nowMs: EpochMs,
): boolean =>
  bar === '1d'
    ? trigger === 'REQUEST' || isInDaySession?.(instrument, nowMs) !== false
    : trigger !== 'SESSION_OPEN';

/** Decides for every account of the market. */
export function decideForAllBooks(
  tx: StateTransaction,
  config: EngineConfig,
  market: string,
  instrumentId: string,
  trigger: DecisionTrigger,
): void {
  for (const { id } of Object.values(tx.state.books)) {
    const book = tx.state.books[id];
    if (book?.market === market) decideForBook(tx, config, id, instrumentId, trigger);
  }
}

/** Compares targets with positions and places the orders for the difference. */
export function decideForBook(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  instrumentId: string,
  trigger: DecisionTrigger,
): void {
  const book = tx.state.books[bookId];
  const contract = book && findInstrumentMarket(tx.state, book.market, instrumentId);
  if (!book || !contract?.quote) return;
  for (const position of Object.values(book.positions)) {
    if (
      position.instrumentId === instrumentId &&
      position.playbookId !== null &&
      getDecidingChain(position) === null
    )
      exitIfDue(tx, config, position, contract, trigger);
  }
  const market = tx.state.markets[book.market];
  // Spreads first, because few accounts hold one and the active month is searched.
  if (
    hasSpreads(book, getChain(contract.instrument)) &&
    isActiveContract(market, contract.instrument, tx.nowMs)
  )
    exitUnwantedSpreads(tx, config, book, contract, (row) =>
      mayTradeNow(config, row, contract, trigger, tx.nowMs),
    );
  endUnwantedProposals(tx, book, contract, () => {
    const current = getCurrentTarget(tx.state, config, book, contract);
    return current && { playbookId: current.row.id, side: current.target.side };
  });
  enterIfDue(tx, config, tx.state.books[bookId] ?? book, contract, trigger);
}

/** Enters the current target of a contract if the account may, and has not done so before. */
function enterIfDue(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
  trigger: DecisionTrigger,
): void {
  // First, because most bars end here and a target is expensive to find.
  if (!mayEnter(tx, book, contract)) return;
  const current = getCurrentTarget(tx.state, config, book, contract);
  if (!current || !isUnused(book, contract, current)) return;
  const { row, target } = current;
  if (!mayTradeNow(config, row, contract, trigger, tx.nowMs)) return;
  if (hasLegs(row)) enterSpread(tx, config, book, contract, row, target);
  else enterTarget(tx, config, book, contract, current);
}

const hasLegs = (row: PlaybookRow): row is PlaybookRow & { readonly legs: SpreadLegs } =>
  row.legs !== null;

/** Target of the active playbook. Null if no playbook may trade the contract or it is halted. */
export function getCurrentTarget(
  state: DeskState,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
): CurrentTarget | null {
  const { commodity } = contract.instrument;
  const id = getActivePlaybook(
    state,
    book.market,
    commodity,
    book.commodities[commodity]?.playbookId ?? null,
  );
  if (id === null || findActiveHalt(state, book.market, commodity, id)) return null;
  const evaluator = findPlaybook(config, commodity, id);
  const rule = evaluator && contract.rules[evaluator.row.id];
  return evaluator && rule
    ? { row: evaluator.row, target: rule.target, sinceMs: rule.sinceMs }
    : null;
}

function exitIfDue(
  tx: StateTransaction,
  config: EngineConfig,
  position: Position,
  contract: InstrumentMarket,
  trigger: DecisionTrigger,
): void {
  const book = tx.state.books[position.bookId];
  if (!book || isClosing(book, position) || isLeaving(book, position)) return;
  const desired = getDesiredPosition(config, tx.state, position, contract);
  if (!desired || !contract.quote) return;
  const exit = planExitByRule(position, desired.row, desired.target, contract);
  if (exit.plan.reason === null) {
    if (hasBarEnded(desired.row, contract, trigger))
      trailStop(tx, config, position, contract, desired);
    return;
  }
  if (!desired.isHalted && !mayTradeNow(config, desired.row, contract, trigger, tx.nowMs)) return;
  const decision = tx.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(
      contract,
      contract.quote,
      desired.row,
      desired.target,
      'EXIT',
      exit.plan.reason,
    ),
    exit,
  });
  tx.withCause(decision, () => exitPositions(tx, config, book.id, [position]));
}

/** True after an exit decision whose order waits for the cancellation of a stop. */
const isLeaving = ({ closing }: Book, { id }: Position): boolean =>
  closing[id]?.reason === 'strategy';

/** True if a bar of the rule's own length has just ended: only these count, as in its backtest. */
function hasBarEnded(
  { bar }: Pick<PlaybookRow, 'bar'>,
  { quote, lastBar, barEnds }: InstrumentMarket,
  trigger: DecisionTrigger,
): boolean {
  const endMs = barEnds[bar]?.at(-1);
  return endMs === (trigger === 'LATE_BAR_END' ? lastBar?.endsMs : quote?.atMs);
}

/**
 * False once the target was entered since it began, while it is flat, or while it is held without
 * enough expected gain for a new entry.
 */
function isUnused(
  { commodities }: Book,
  { instrument }: InstrumentMarket,
  { row, target, sinceMs }: CurrentTarget,
): boolean {
  if (!isWorthEntry(row, target.strength)) return false;
  const lastEntryMs = commodities[instrument.commodity]?.lastEntryMs ?? null;
  // `<`: a local broker fills at the same time at which the target starts.
  return target.side !== 'FLAT' && (lastEntryMs === null || lastEntryMs < sinceMs);
}

/** True if the account trades the contract and neither holds, orders nor proposes its chain. */
function mayEnter(tx: StateTransaction, book: Book, contract: InstrumentMarket): boolean {
  const { commodity, id } = contract.instrument;
  if (book.commodities[commodity]?.active !== true || book.isResetPending) return false;
  if (tx.state.users[book.userId]?.mode !== book.mode) return false;
  if (!isActiveContract(tx.state.markets[book.market], contract.instrument, tx.nowMs)) return false;
  // A position in another month of the chain is rolled, not doubled; the same holds for a spread
  // that the chain decided.
  const isSameChain = (instrumentId: string): boolean =>
    instrumentId === id ||
    getChain(getListedInstrument(tx.state, book, instrumentId)) === getChain(contract.instrument);
  const hasPosition = Object.values(book.positions).some(
    (position) =>
      isSameChain(position.instrumentId) ||
      getDecidingChain(position) === getChain(contract.instrument),
  );
  const hasPendingEntry = Object.values(book.orders).some(
    (order) => order.purpose === 'ENTRY' && isSameChain(order.instrumentId),
  );
  const hasProposal = Object.values(book.proposals).some((proposal) =>
    proposal.legs.some(({ request }) => isSameChain(request.instrumentId)),
  );
  return !hasPosition && !hasPendingEntry && !hasProposal;
}

function enterTarget(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
  { row, target, sinceMs }: CurrentTarget,
): void {
  const { instrument, quote } = contract;
  const settings = tx.state.users[book.userId]?.settings;
  if (!quote || !settings || target.side === 'FLAT') return;
  const context: EntryFacts = {
    ...buildEntryContext(
      tx.state,
      book,
      contract,
      settings,
      { row, target: { ...target, side: target.side }, sinceMs },
      config.hasGuards !== false,
    ),
    ...buildContractLots(config, book, instrument),
  };
  const plan = planEntry(instrument, quote, context);
  const decision = tx.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(contract, quote, row, target, plan.action, plan.reason),
    known: context,
    plan,
  });
  if (plan.action === 'STAY_OUT') return;
  const { lots, stopDistanceTicks, targetDistanceTicks } = plan;
  const request: OrderRequest = {
    instrumentId: instrument.id,
    side: getEntrySide(target.side),
    type: 'MARKET',
    purpose: 'ENTRY',
    lots,
    priceTicks: null,
    positionId: null,
    groupId: null,
    playbookId: row.id,
    stopDistanceTicks,
    targetDistanceTicks,
  };
  enterByDecision(tx, config, book.id, [request], {
    seq: decision,
    playbookId: row.id,
    commodity: instrument.commodity,
    instrumentId: instrument.id,
    direction: target.side,
    reason: plan.reason,
  });
}
