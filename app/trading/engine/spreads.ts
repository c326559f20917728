/** Two legs of one decision: entered together, left together. */
import type { Book } from '../domain/book';
import { getChain } from '../domain/instrument';
import type { ExitPlan, KnownAtExit, KnownAtSpread, KnownLeg, Made } from '../domain/leaving-facts';
import { type Direction, type Position, entrySide, exitSide, groupName } from '../domain/position';
import { isLockedFor } from '../domain/quote';
import type { Settings } from '../domain/settings';
import { type Lots, toTicks } from '../domain/units';
import { endsTogether, legMonths } from '../strategies/leg-months';
import {
  type PlaybookRow,
  type PlaybookTarget,
  type SpreadLegs,
  inputIds,
} from '../strategies/playbook';
import type { EngineConfig } from './config';
import { buildDecisionFacts } from './decision';
import type { Draft } from './state-transaction';
import {
  type OrderRequest,
  cancelEntries,
  clearExits,
  buildExitRequest,
  isClosing,
  getOwner,
  placeOrders,
} from './orders';
import { exitByMonth, exitByRule } from './exit-plan';
import { type Moment, getRegime } from './entry-context';
import { annualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import { getListedInstrument } from './order-settlement';
import { planSpread } from './spread-plan';
import {
  getDecidingChain,
  formatSpreadName,
  listSpreads,
  getDesiredPosition,
} from './active-playbook';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

type LegExit = Made<KnownAtExit, ExitPlan>;

/** The markets of both legs of a spread; null while one is not listed or has no price. */
function listLegs(
  { state, nowMs }: Draft,
  book: Book,
  legs: SpreadLegs,
): readonly [InstrumentMarket, InstrumentMarket] | null {
  const market = state.markets[book.market];
  const listed = Object.values(market?.instruments ?? {}).map(({ instrument }) => instrument);
  const months = legMonths(legs, (chain) => listed.filter((one) => getChain(one) === chain), nowMs);
  const [first, second] = months
    ? [market?.instruments[months.first.id], market?.instruments[months.second.id]]
    : [];
  return first?.quote && second?.quote ? [first, second] : null;
}

/** Enters both legs, or says why not. */
export function enterSpread(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  seen: InstrumentMarket,
  row: PlaybookRow & { readonly legs: SpreadLegs },
  target: PlaybookTarget,
): void {
  const { quote } = seen;
  const settings = draft.state.users[book.userId]?.settings;
  if (!quote || !settings || target.side === 'FLAT') return;
  const legs = listLegs(draft, book, row.legs);
  const moment = {
    isGuarded: config.hasGuards !== false,
    isReader: inputIds(row, getChain(seen.instrument)).length > 0,
    nowMs: draft.nowMs,
  };
  const known = knownAtSpread(
    draft.state,
    book,
    settings,
    { legs: row.legs, target: { ...target, side: target.side }, moment },
    legs,
  );
  const plan = planSpread(known, (id) => getListedInstrument(draft.state, book, id));
  const decision = draft.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(seen, quote, row, target, plan.action, plan.reason),
    spread: { known, plan },
  });
  const { lots } = plan;
  if (!legs || !lots) return;
  const groupId = formatSpreadName(
    getChain(seen.instrument),
    config.random.id(`spread:${book.id}`, decision),
    target.side,
  );
  const sides: readonly Direction[] =
    target.side === 'LONG' ? ['LONG', 'SHORT'] : ['SHORT', 'LONG'];
  const requests = legs.map(
    (leg, index): OrderRequest => ({
      instrumentId: leg.instrument.id,
      side: entrySide(sides[index] ?? 'LONG'),
      type: 'MARKET',
      purpose: 'ENTRY',
      lots: lots[index] as Lots,
      priceTicks: null,
      positionId: null,
      groupId,
      playbookId: row.id,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    }),
  );
  draft.because(decision, () => void placeOrders(draft, config, book.id, requests));
}

type Legs = readonly [InstrumentMarket, InstrumentMarket];

interface SpreadWish {
  readonly legs: SpreadLegs;
  readonly target: PlaybookTarget & { readonly side: Direction };
  readonly moment: Moment;
}

function knownAtSpread(
  state: DeskState,
  book: Book,
  { positionSize, riskLevel }: Settings,
  wish: SpreadWish,
  legs: Legs | null,
): KnownAtSpread {
  const { first, second, ratio } = wish.legs;
  const { side, strength, reason } = wish.target;
  const equityMills = computeEquityMills(state, book);
  const known = (leg: InstrumentMarket): KnownLeg => {
    const regime = getRegime(state.markets[book.market], leg, wish.moment);
    return {
      instrumentId: leg.instrument.id,
      lastTicks: leg.quote?.lastTicks ?? toTicks(0),
      scaleTicks: leg.scaleTicks,
      volatility: annualVolatility(leg),
      ...(regime ? { regime } : {}),
    };
  };
  return {
    side,
    strength,
    reason,
    ratio,
    positionSize,
    riskLevel,
    equityMills,
    names: [`${first.chain} ${first.month}`, `${second.chain} ${second.month}`],
    legs: legs && [known(legs[0]), known(legs[1])],
  };
}

/** Leaves the spreads that a chain decided and that its playbook does not want any more. */
export function leaveSpreads(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  seen: InstrumentMarket,
): void {
  for (const legs of listSpreads(book, getChain(seen.instrument))) {
    const exit = legs
      .map((leg) => findExit(draft, config, book, leg))
      .find((made) => made?.plan.action === 'EXIT');
    if (exit) leaveTogether(draft, config, book, seen, legs, exit);
  }
}

function findExit(draft: Draft, config: EngineConfig, book: Book, leg: Position): LegExit | null {
  const seen = findInstrumentMarket(draft.state, book.market, leg.instrumentId);
  const wanted = seen && getDesiredPosition(config, draft.state, leg, seen);
  return seen && wanted ? exitByRule(leg, wanted.row, wanted.target, seen) : null;
}

/**
 * Leaves the whole spread of a leg whose month ends, where its legs are not rolled one by one;
 * false where they are.
 */
export function leaveEndingSpread(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  leg: Position,
  seen: InstrumentMarket,
): boolean {
  const wanted = getDesiredPosition(config, draft.state, leg, seen);
  const legs = wanted?.row.legs ?? null;
  const chain = getDecidingChain(leg);
  if (chain === null || !wanted || legs === null || !endsTogether(legs)) return false;
  const all = listSpreads(book, chain).find((some) => some.includes(leg)) ?? [leg];
  leaveTogether(
    draft,
    config,
    book,
    seen,
    all,
    exitByMonth('ENDS_TOGETHER', leg, wanted.target, seen),
  );
  return true;
}

/**
 * Both legs or none: where one is leaving already, or stands at a limit at which nobody takes it,
 * the whole spread waits.
 */
function leaveTogether(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  seen: InstrumentMarket,
  legs: readonly Position[],
  exit: LegExit,
): void {
  const [first] = legs;
  if (
    !first ||
    !seen.quote ||
    legs.some((leg) => isClosing(book, leg) || isStuck(draft, book, leg))
  )
    return;
  const reason = exit.plan.reason ?? exit.known.reason;
  const target: PlaybookTarget = { side: 'FLAT', strength: 0, reason, range: null };
  const decision = draft.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(
      seen,
      seen.quote,
      first.playbookId === null ? null : { id: first.playbookId },
      target,
      'EXIT',
      reason,
    ),
    exit,
  });
  draft.because(decision, () => {
    cancelEntries(draft, config, book.id, groupName(first), 'its spread is left');
    for (const leg of legs) clearExits(draft, config, leg);
    placeOrders(draft, config, book.id, legs.map(buildExitRequest));
  });
}

function isStuck(
  { state }: Draft,
  { market }: Book,
  { instrumentId, direction }: Position,
): boolean {
  const quote = findInstrumentMarket(state, market, instrumentId)?.quote;
  return quote !== null && quote !== undefined && isLockedFor(exitSide(direction), quote);
}
