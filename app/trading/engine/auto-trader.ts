/** From a playbook's standing target to orders: enter, leave, or stay out. */
import type { Book } from '../domain/book';
import { getChain } from '../domain/instrument';
import { type Position, entrySide } from '../domain/position';
import type { PlaybookRow, PlaybookTarget, SpreadLegs } from '../strategies/playbook';
import { isActive } from './chain';
import type { EngineConfig } from './config';
import { buildDecisionFacts } from './decision';
import type { Draft } from './state-transaction';
import { planEntry } from './entry-plan';
import { exitByRule } from './exit-plan';
import { findActiveHalt } from './halts';
import { buildEntryContext } from './entry-context';
import {
  type OrderRequest,
  clearExits,
  buildExitRequest,
  isClosing,
  getOwner,
  placeOrders,
} from './orders';
import { getListedInstrument } from './order-settlement';
import { trailStop } from './trailing';
import { enterSpread, leaveSpreads } from './spreads';
import {
  getDecidingChain,
  getActivePlaybook,
  findPlaybook,
  getDesiredPosition,
} from './active-playbook';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

interface Standing {
  readonly row: PlaybookRow;
  readonly target: PlaybookTarget;
  readonly sinceMs: number;
}

/** Decides for every selected book of the market in which the contract's commodity runs. */
export function decideAll(
  draft: Draft,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  for (const { id } of Object.values(draft.state.books)) {
    const book = draft.state.books[id];
    if (book?.market === market) decideChain(draft, config, id, instrumentId);
  }
}

/** Compares the standing target with what the book holds, and acts on the difference. */
export function decideChain(
  draft: Draft,
  config: EngineConfig,
  bookId: string,
  instrumentId: string,
): void {
  const book = draft.state.books[bookId];
  const seen = book && findInstrumentMarket(draft.state, book.market, instrumentId);
  if (!book || !seen?.quote) return;
  for (const position of Object.values(book.positions)) {
    if (
      position.instrumentId === instrumentId &&
      position.playbookId !== null &&
      getDecidingChain(position) === null
    )
      leaveIfOver(draft, config, position, seen);
  }
  if (isActive(draft.state.markets[book.market], seen.instrument, draft.nowMs))
    leaveSpreads(draft, config, book, seen);
  const now = draft.state.books[bookId] ?? book;
  const standing = getCurrentTarget(draft.state, config, now, seen);
  if (!standing || !mayEnter(draft, now, seen, standing)) return;
  const { row, target } = standing;
  if (hasLegs(row)) enterSpread(draft, config, now, seen, row, target);
  else enterTarget(draft, config, now, seen, standing);
}

const hasLegs = (row: PlaybookRow): row is PlaybookRow & { readonly legs: SpreadLegs } =>
  row.legs !== null;

/** The target of the playbook in force; null when none may trade the contract, or it is halted. */
export function getCurrentTarget(
  state: DeskState,
  config: EngineConfig,
  book: Book,
  seen: InstrumentMarket,
): Standing | null {
  const { commodity } = seen.instrument;
  const id = getActivePlaybook(
    state,
    book.market,
    commodity,
    book.commodities[commodity]?.playbookId ?? null,
  );
  if (id === null || findActiveHalt(state, book.market, commodity, id)) return null;
  const evaluator = findPlaybook(config, commodity, id);
  const rule = evaluator && seen.rules[evaluator.row.id];
  return evaluator && rule
    ? { row: evaluator.row, target: rule.target, sinceMs: rule.sinceMs }
    : null;
}

function leaveIfOver(
  draft: Draft,
  config: EngineConfig,
  position: Position,
  seen: InstrumentMarket,
): void {
  const book = draft.state.books[position.bookId];
  if (!book || isClosing(book, position)) return;
  const wanted = getDesiredPosition(config, draft.state, position, seen);
  if (!wanted || !seen.quote) return;
  const exit = exitByRule(position, wanted.row, wanted.target, seen);
  if (exit.plan.reason === null) return trailStop(draft, config, position, seen, wanted);
  const decision = draft.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(seen, seen.quote, wanted.row, wanted.target, 'EXIT', exit.plan.reason),
    exit,
  });
  draft.because(decision, () => {
    clearExits(draft, config, position);
    placeOrders(draft, config, book.id, [buildExitRequest(position)]);
  });
}

function mayEnter(
  draft: Draft,
  book: Book,
  seen: InstrumentMarket,
  { target, sinceMs }: Standing,
): boolean {
  const { commodity, id } = seen.instrument;
  const commoditySwitch = book.commodities[commodity];
  if (!commoditySwitch?.active || target.side === 'FLAT' || book.isResetPending) return false;
  if (draft.state.users[book.userId]?.mode !== book.mode) return false;
  // A broker that fills at once enters at the very instant since which the target stands.
  if (commoditySwitch.lastEntryMs !== null && commoditySwitch.lastEntryMs >= sinceMs) return false;
  if (!isActive(draft.state.markets[book.market], seen.instrument, draft.nowMs)) return false;
  // Another month of the chain is held until it is rolled into this one; so is a spread that the
  // chain decided.
  const isHere = (instrumentId: string): boolean =>
    instrumentId === id ||
    getChain(getListedInstrument(draft.state, book, instrumentId)) === getChain(seen.instrument);
  const isHeld = Object.values(book.positions).some(
    (position) =>
      isHere(position.instrumentId) || getDecidingChain(position) === getChain(seen.instrument),
  );
  const isComing = Object.values(book.orders).some(
    (order) => order.purpose === 'ENTRY' && isHere(order.instrumentId),
  );
  return !isHeld && !isComing;
}

function enterTarget(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  seen: InstrumentMarket,
  { row, target, sinceMs }: Standing,
): void {
  const { instrument, quote } = seen;
  const settings = draft.state.users[book.userId]?.settings;
  if (!quote || !settings || target.side === 'FLAT') return;
  const known = buildEntryContext(
    draft.state,
    book,
    seen,
    settings,
    { row, target: { ...target, side: target.side }, sinceMs },
    config.hasGuards !== false,
  );
  const plan = planEntry(instrument, quote, known);
  const decision = draft.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(seen, quote, row, target, plan.action, plan.reason),
    known,
    plan,
  });
  if (plan.action === 'STAY_OUT') return;
  const { lots, stopDistanceTicks, targetDistanceTicks } = plan;
  const request: OrderRequest = {
    instrumentId: instrument.id,
    side: entrySide(target.side),
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
  draft.because(decision, () => void placeOrders(draft, config, book.id, [request]));
}
