/** Enters and exits spreads: both legs together. */
import type { Book } from '../domain/book';
import { getChain } from '../domain/instrument';
import type { ExitPlan, ExitFacts, SpreadFacts, LegFacts, PlanFacts } from '../domain/plan-facts';
import {
  type Direction,
  type Position,
  getEntrySide,
  getExitSide,
  getGroupId,
} from '../domain/position';
import { isLockedFor } from '../domain/quote';
import type { Settings } from '../domain/settings';
import { type Lots, toTicks } from '../domain/units';
import type { OrderRequest } from '../domain/order-request';
import { mustCloseTogether, findLegMonths } from '../strategies/leg-months';
import {
  type PlaybookRow,
  type PlaybookTarget,
  type SpreadLegs,
  getInputIds,
} from '../strategies/playbook';
import { exitPositions } from './close-positions';
import type { EngineConfig } from './config';
import { buildContractLots } from './broker-access';
import { buildDecisionFacts } from './decision-facts';
import type { StateTransaction } from './state-transaction';
import { cancelEntries, isClosing, getOwner } from './orders';
import { enterByDecision } from './entry-proposals';
import { planExitAtMonthEnd, planExitByRule } from './exit-plan';
import { type RegimeContext, getRegime } from './entry-context';
import { computeAnnualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import { getListedInstrument } from './order-settlement';
import { planSpread } from './spread-plan';
import {
  getDecidingChain,
  formatSpreadGroup,
  listSpreads,
  getDesiredPosition,
} from './active-playbook';
import { type DeskState, type InstrumentMarket, findInstrumentMarket } from './state';

type LegExit = PlanFacts<ExitFacts, ExitPlan>;

/** Null while a leg is not listed or has no quote. */
function findLegContracts(
  { state, nowMs }: StateTransaction,
  book: Book,
  legs: SpreadLegs,
): readonly [InstrumentMarket, InstrumentMarket] | null {
  const market = state.markets[book.market];
  const instruments = Object.values(market?.instruments ?? {}).map(({ instrument }) => instrument);
  const months = findLegMonths(
    legs,
    (chain) => instruments.filter((one) => getChain(one) === chain),
    nowMs,
  );
  const [first, second] = months
    ? [market?.instruments[months.first.id], market?.instruments[months.second.id]]
    : [];
  return first?.quote && second?.quote ? [first, second] : null;
}

/** Enters both legs or records the reason to stay out. */
export function enterSpread(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
  row: PlaybookRow & { readonly legs: SpreadLegs },
  target: PlaybookTarget,
): void {
  const { quote } = contract;
  const settings = tx.state.users[book.userId]?.settings;
  if (!quote || !settings || target.side === 'FLAT') return;
  const legs = findLegContracts(tx, book, row.legs);
  const regimeContext = {
    hasGuards: config.hasGuards !== false,
    hasInputs: getInputIds(row, getChain(contract.instrument)).length > 0,
    nowMs: tx.nowMs,
  };
  const facts = buildKnownAtSpread(
    tx.state,
    config,
    book,
    settings,
    { legs: row.legs, target: { ...target, side: target.side }, regimeContext },
    legs,
  );
  const plan = planSpread(facts, (id) => getListedInstrument(tx.state, book, id));
  const decision = tx.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(contract, quote, row, target, plan.action, plan.reason),
    spread: { known: facts, plan },
  });
  const { lots } = plan;
  if (!legs || !lots) return;
  const groupId = formatSpreadGroup(
    getChain(contract.instrument),
    config.random.id(`spread:${book.id}`, decision),
    target.side,
  );
  const sides: readonly Direction[] =
    target.side === 'LONG' ? ['LONG', 'SHORT'] : ['SHORT', 'LONG'];
  const requests = legs.map(
    (leg, index): OrderRequest => ({
      instrumentId: leg.instrument.id,
      side: getEntrySide(sides[index] ?? 'LONG'),
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
  enterByDecision(tx, config, book.id, requests, {
    seq: decision,
    playbookId: row.id,
    commodity: contract.instrument.commodity,
    instrumentId: contract.instrument.id,
    direction: target.side,
    reason: plan.reason,
  });
}

type Legs = readonly [InstrumentMarket, InstrumentMarket];

interface SpreadTarget {
  readonly legs: SpreadLegs;
  readonly target: PlaybookTarget & { readonly side: Direction };
  readonly regimeContext: RegimeContext;
}

function buildKnownAtSpread(
  state: DeskState,
  config: EngineConfig,
  book: Book,
  { positionSize, riskLevel }: Settings,
  spreadTarget: SpreadTarget,
  legs: Legs | null,
): SpreadFacts {
  const { first, second, ratio } = spreadTarget.legs;
  const { side, strength, reason } = spreadTarget.target;
  const equityMills = computeEquityMills(state, book);
  const buildKnownLeg = (leg: InstrumentMarket): LegFacts => {
    const regime = getRegime(state.markets[book.market], leg, spreadTarget.regimeContext);
    return {
      instrumentId: leg.instrument.id,
      lastTicks: leg.quote?.lastTicks ?? toTicks(0),
      scaleTicks: leg.scaleTicks,
      volatility: computeAnnualVolatility(leg),
      ...(regime ? { regime } : {}),
      ...buildContractLots(config, book, leg.instrument),
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
    legs: legs && [buildKnownLeg(legs[0]), buildKnownLeg(legs[1])],
  };
}

/** Exits spreads of a chain that its playbook no longer requests, when the playbook may trade. */
export function exitUnwantedSpreads(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
  mayTrade: (row: PlaybookRow) => boolean,
): void {
  for (const legs of listSpreads(book, getChain(contract.instrument))) {
    const exit = legs
      .map((leg) => findExit(tx, config, book, leg, mayTrade))
      .find((legExit) => legExit?.plan.action === 'EXIT');
    if (exit) exitTogether(tx, config, book, contract, legs, exit);
  }
}

function findExit(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  leg: Position,
  mayTrade: (row: PlaybookRow) => boolean,
): LegExit | null {
  const contract = findInstrumentMarket(tx.state, book.market, leg.instrumentId);
  const desired = contract && getDesiredPosition(config, tx.state, leg, contract);
  return contract && desired && (desired.isHalted || mayTrade(desired.row))
    ? planExitByRule(leg, desired.row, desired.target, contract)
    : null;
}

/** Exits the whole spread of a leg in an ending month. False where its legs roll one by one. */
export function exitEndingSpread(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  leg: Position,
  contract: InstrumentMarket,
): boolean {
  const desired = getDesiredPosition(config, tx.state, leg, contract);
  const legs = desired?.row.legs ?? null;
  const chain = getDecidingChain(leg);
  if (chain === null || !desired || legs === null || !mustCloseTogether(legs)) return false;
  const spreadLegs = listSpreads(book, chain).find((group) => group.includes(leg)) ?? [leg];
  exitTogether(
    tx,
    config,
    book,
    contract,
    spreadLegs,
    planExitAtMonthEnd('ENDS_TOGETHER', leg, desired.target, contract),
  );
  return true;
}

/** Exits both legs or none: waits while a leg is closing already or its market is locked. */
function exitTogether(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  contract: InstrumentMarket,
  legs: readonly Position[],
  exit: LegExit,
): void {
  const [first] = legs;
  if (
    !first ||
    !contract.quote ||
    legs.some((leg) => isClosing(book, leg) || isLocked(tx, book, leg))
  )
    return;
  const reason = exit.plan.reason ?? exit.known.reason;
  const target: PlaybookTarget = { side: 'FLAT', strength: 0, reason, range: null };
  const decision = tx.record('DecisionTaken', getOwner(book), {
    ...buildDecisionFacts(
      contract,
      contract.quote,
      first.playbookId === null ? null : { id: first.playbookId },
      target,
      'EXIT',
      reason,
    ),
    exit,
  });
  tx.withCause(decision, () => {
    cancelEntries(tx, config, book.id, getGroupId(first), 'its spread is left');
    exitPositions(tx, config, book.id, legs);
  });
}

function isLocked(
  { state }: StateTransaction,
  { market }: Book,
  { instrumentId, direction }: Position,
): boolean {
  const quote = findInstrumentMarket(state, market, instrumentId)?.quote;
  return quote !== null && quote !== undefined && isLockedFor(getExitSide(direction), quote);
}
