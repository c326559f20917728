/**
 * Entries of strategies in a live account wait for the approval of a person, unless that is switched off.
 * A proposal is void after five minutes, and after a move of the price by half of a usual day. Exits never
 * wait.
 */
import type { Book } from '../domain/book';
import type { Command, CommandValue } from '../domain/command';
import type { CommodityKey } from '../domain/commodity';
import type { EntryProposal, ProposedLeg } from '../domain/entry-proposal';
import { computeValueMills } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { OrderRequest } from '../domain/order-request';
import { type Outcome, createRefusal, rejectWith, succeedWith } from '../domain/outcome';
import type { Direction } from '../domain/position';
import { MINUTE_MS } from '../domain/time';
import { type EpochMs, type Mills, addMills, toTicks } from '../domain/units';
import type { PreTradeInput } from '../risk/pre-trade-input';
import { computeSizingTicks } from '../risk/exposure';
import type { EngineConfig } from './config';
import { declineProposal } from './decline-proposals';
import { computeAnnualVolatility } from './market-step';
import { checkOrders, getOwner, placeOrders } from './orders';
import type { StateTransaction } from './state-transaction';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

const VALID_MS = 5 * MINUTE_MS;
const DAYS_PER_YEAR = 252;
/** Share of the standard deviation of a day. */
const MOVE_SIGMAS_MAX = 0.5;

/** A decision of a strategy to enter. */
interface EntryDecision {
  /** Sequence number of its record. */
  readonly seq: number;
  readonly playbookId: string;
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly direction: Direction;
  readonly reason: string;
}

/** Places all legs of a decision or none; in a live account that wants it, proposes them instead. */
export function enterByDecision(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  requests: readonly OrderRequest[],
  decision: EntryDecision,
): void {
  const book = tx.state.books[bookId];
  if (!book) return;
  tx.withCause(decision.seq, () => {
    if (needsApproval(book)) proposeEntry(tx, config, book, requests, decision);
    else placeOrders(tx, config, bookId, requests);
  });
}

/** True where entries of strategies wait for a person. */
const needsApproval = ({ mode, arming }: Pick<Book, 'mode' | 'arming'>): boolean =>
  mode === 'live' && arming?.needsApproval === true;

function proposeEntry(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  requests: readonly OrderRequest[],
  { seq, playbookId, commodity, instrumentId, direction, reason }: EntryDecision,
): void {
  const id = config.random.id(`proposal:${book.id}`, seq);
  const proposed = requests.map((request) => ({ ...request, proposalId: id }));
  // What would be rejected anyway is not proposed.
  const checked = checkOrders(tx, config, book.id, proposed);
  if (!checked.ok) return;
  const legs = checked.value.views.map((view, leg) =>
    buildLeg(tx.state, book, view, proposed[leg] as OrderRequest),
  );
  const proposal: EntryProposal = {
    id,
    playbookId,
    commodity,
    instrumentId,
    direction,
    legs,
    reason,
    proposedMs: tx.nowMs,
    untilMs: tx.nowMs + VALID_MS,
  };
  tx.record('EntryProposed', getOwner(book), { proposal });
}

function buildLeg(
  state: DeskState,
  { market }: Book,
  { order, quote, instrument, feeMills, scaleTicks }: PreTradeInput,
  request: OrderRequest,
): ProposedLeg {
  const contract = findInstrumentMarket(state, market, request.instrumentId);
  const lastTicks = quote?.lastTicks ?? toTicks(0);
  const volatility = contract && computeAnnualVolatility(contract);
  const dayTicks =
    volatility === null
      ? null
      : (volatility / Math.sqrt(DAYS_PER_YEAR)) *
        computeSizingTicks(instrument, lastTicks, scaleTicks);
  return {
    request,
    bidTicks: quote?.bidTicks ?? lastTicks,
    askTicks: quote?.askTicks ?? lastTicks,
    lastTicks,
    moveTicksMax: dayTicks === null ? null : Math.max(1, Math.round(MOVE_SIGMAS_MAX * dayTicks)),
    worstLossMills: addMills(computeRiskMills(order, instrument), feeMills, feeMills),
  };
}

/** Loss at the stop; the whole collateral without one. */
const computeRiskMills = (
  { stopDistanceTicks, lots, reservedMills }: Order,
  instrument: PreTradeInput['instrument'],
): Mills =>
  stopDistanceTicks === null
    ? reservedMills
    : computeValueMills(instrument, stopDistanceTicks, lots);

type Answer = Outcome<CommandValue>;

/** Places the orders of a proposal that is not void; they pass the pre-trade checks again. */
export function approveEntry(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  { proposalId }: Extract<Command, { type: 'ApproveEntry' }>,
): Answer {
  const proposal = findProposal(book, proposalId);
  if (!proposal) return rejectWith(NO_PROPOSAL);
  const voided = explainVoid(tx.state, book, proposal, tx.nowMs);
  if (voided !== null) {
    declineProposal(tx, book.id, proposal, voided);
    return rejectWith(createRefusal('INVALID', `This entry is void: ${voided}. Nothing was sent.`));
  }
  const seq = tx.record('EntryApproved', getOwner(book), { proposalId });
  const requests = proposal.legs.map(({ request }) => request);
  const outcome = tx.withCause(seq, () => placeOrders(tx, config, book.id, requests));
  return outcome.ok
    ? succeedWith({ closedPositions: [], placedOrders: outcome.value.map(({ id }) => id) })
    : outcome;
}

export function declineByTrader(
  tx: StateTransaction,
  book: Book,
  { proposalId }: Extract<Command, { type: 'DeclineEntry' }>,
): Answer {
  const proposal = findProposal(book, proposalId);
  if (!proposal) return rejectWith(NO_PROPOSAL);
  declineProposal(tx, book.id, proposal, 'declined by the trader', true);
  return succeedWith({ closedPositions: [], placedOrders: [] });
}

const NO_PROPOSAL = createRefusal('INVALID', 'This entry no longer waits for approval.');

const findProposal = ({ proposals }: Book, id: string): EntryProposal | undefined =>
  Object.hasOwn(proposals, id) ? proposals[id] : undefined;

/** Called as time passes: ends proposals that are too old. */
export function endOldProposals(tx: StateTransaction): void {
  for (const book of Object.values(tx.state.books))
    for (const proposal of Object.values(book.proposals))
      if (tx.nowMs >= proposal.untilMs) declineProposal(tx, book.id, proposal, TOO_OLD);
}

/** Called after a price of a contract: ends proposals from which it has moved too far. */
export function endMovedProposals(
  tx: StateTransaction,
  market: string,
  instrumentId: string,
): void {
  for (const book of Object.values(tx.state.books)) {
    // Most accounts are not live, and this runs at every price.
    if (book.mode !== 'live' || book.market !== market) continue;
    for (const proposal of Object.values(book.proposals)) {
      const isConcerned = proposal.legs.some(
        ({ request }) => request.instrumentId === instrumentId,
      );
      const voided = isConcerned ? explainVoid(tx.state, book, proposal, tx.nowMs) : null;
      if (voided !== null) declineProposal(tx, book.id, proposal, voided);
    }
  }
}

/** Called when a strategy has decided: ends proposals that it does not want any more. */
export function endUnwantedProposals(
  tx: StateTransaction,
  book: Book,
  { instrument }: InstrumentMarket,
  findWanted: () => { readonly playbookId: string; readonly side: string } | null,
): void {
  const proposals = Object.values(book.proposals).filter(
    ({ instrumentId }) => instrumentId === instrument.id,
  );
  if (proposals.length === 0) return;
  const wanted = findWanted();
  for (const proposal of proposals)
    if (wanted?.playbookId !== proposal.playbookId || wanted.side !== proposal.direction)
      declineProposal(tx, book.id, proposal, 'its strategy does not signal it any more');
}

const TOO_OLD = 'it was not approved within five minutes';

/** Why a proposal can no longer be approved, or null. A clause. */
function explainVoid(
  state: DeskState,
  { market }: Book,
  { legs, untilMs }: EntryProposal,
  nowMs: EpochMs,
): string | null {
  if (nowMs >= untilMs) return TOO_OLD;
  const hasMoved = ({ request, lastTicks, moveTicksMax }: ProposedLeg): boolean => {
    const quote = findInstrumentMarket(state, market, request.instrumentId)?.quote;
    return (
      quote !== null &&
      quote !== undefined &&
      moveTicksMax !== null &&
      Math.abs(quote.lastTicks - lastTicks) > moveTicksMax
    );
  };
  return legs.some(hasMoved) ? 'the price has moved by more than half of a usual day' : null;
}
