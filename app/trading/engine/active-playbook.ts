/**
 * Finds the active playbook of a commodity and the position it requests.
 * A spread is decided in one of its chains. Its group id `<chain>/<id>/<side of first leg>` names
 * that chain.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { POWER_HUBS, getHub } from '../domain/contract';
import { toPriceNumber } from '../domain/instrument';
import { type Position, getGroupId, splitByGroup } from '../domain/position';
import type { EpochMs } from '../domain/units';
import type { Evaluator, PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import { type DefaultPlaybook, selectDefaultPlaybook } from '../strategies/playbook-order';
import { findPlaybookRow } from '../strategies/playbooks/catalog';
import { type TopPick, recommendPick } from '../strategies/recommend';
import { listTradedContracts, findTradedContract } from './chain';
import type { EngineConfig } from './config';
import { findActiveHalt } from './playbook-halts';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from './state';

/** Null for an id that the commodity does not have. */
export const findPlaybook = (
  config: Pick<EngineConfig, 'listPlaybooks'>,
  commodity: CommodityKey,
  playbookId: string,
): Evaluator | null =>
  config.listPlaybooks(commodity).find(({ row }) => row.id === playbookId) ?? null;

/**
 * The selected playbook, else the default one of those evaluated: the best-evidenced in season,
 * never of grade D. The default skips halted playbooks while another may trade, and those with inputs
 * where their records are of another market.
 */
export function resolvePlaybook(
  state: Pick<DeskState, 'markets' | 'halts' | 'nowMs'>,
  marketName: string,
  commodity: CommodityKey,
  chosen: string | null,
): DefaultPlaybook {
  if (chosen !== null) return { id: chosen };
  const market = state.markets[marketName];
  const ids = listEvaluatedIds(listTradedContracts(market, commodity, state.nowMs));
  const evaluatedIds = market?.hasUnprovenInputs
    ? ids.filter((id) => !usesInputs(commodity, id))
    : ids;
  if (evaluatedIds.length === 0)
    return { id: null, reason: 'strategy not evaluated yet', isOutOfSeason: false };
  const armedIds = evaluatedIds.filter(
    (id) => findActiveHalt(state, marketName, commodity, id) === null,
  );
  const armed = selectDefaultPlaybook(commodity, armedIds, state.nowMs);
  return armed.id === null && armedIds.length < evaluatedIds.length
    ? selectDefaultPlaybook(commodity, evaluatedIds, state.nowMs)
    : armed;
}

const usesInputs = (commodity: CommodityKey, id: string): boolean =>
  (findPlaybookRow(commodity, id)?.inputs.length ?? 0) > 0;

/** Playbooks of the contracts, each once. Most commodities have one contract. */
function listEvaluatedIds(contracts: readonly InstrumentMarket[]): readonly string[] {
  const [first, ...others] = contracts;
  if (!first) return [];
  const ids = Object.keys(first.rules);
  return others.length === 0
    ? ids
    : [...new Set([...ids, ...others.flatMap(({ rules }) => Object.keys(rules))])];
}

/** Id of the selected or default playbook; null if none may trade. */
export const getActivePlaybook = (
  state: Pick<DeskState, 'markets' | 'halts' | 'nowMs'>,
  marketName: string,
  commodity: CommodityKey,
  chosen: string | null,
): string | null => resolvePlaybook(state, marketName, commodity, chosen).id;

export const recommendPlaybook = (
  market: MarketState | undefined,
  commodity: CommodityKey,
  nowMs: EpochMs,
): TopPick =>
  recommendPick(
    commodity,
    listLastPrices(commodity, listTradedContracts(market, commodity, nowMs)),
    nowMs,
  );

/** Last prices in list order (power: by hub). Null for a contract without a quote. */
function listLastPrices(
  commodity: CommodityKey,
  contracts: readonly InstrumentMarket[],
): readonly (number | null)[] {
  const getLastPrice = (contract: InstrumentMarket | undefined): number | null =>
    contract?.quote ? toPriceNumber(contract.instrument, contract.quote.lastTicks) : null;
  return commodity === 'electricity'
    ? POWER_HUBS.map((hub) =>
        getLastPrice(contracts.find(({ instrument }) => getHub(instrument) === hub)),
      )
    : contracts.map(getLastPrice);
}

/** The chain that decided a spread leg; null for any other position. */
export function getDecidingChain(position: Pick<Position, 'id' | 'groupId'>): string | null {
  const groupId = getGroupId(position);
  if (!groupId.includes('/')) return null;
  const parts = groupId.split('/');
  return parts.length === 3 ? (parts[0] ?? null) : null;
}

/** `side` is the side of the first leg. */
export const formatSpreadGroup = (chain: string, id: string, side: 'LONG' | 'SHORT'): string =>
  `${chain}/${id}/${side}`;

/** True if a chain decided an open spread. */
export const hasSpreads = ({ positions }: Book, chain: string): boolean =>
  Object.values(positions).some((position) => getDecidingChain(position) === chain);

/** Open spread legs that a chain decided, by group. */
export const listSpreads = (book: Book, chain: string): readonly (readonly Position[])[] =>
  splitByGroup(
    Object.values(book.positions).filter((position) => getDecidingChain(position) === chain),
    (position) => position,
  );

export interface DesiredPosition {
  readonly row: PlaybookRow;
  readonly rule: FoldedPlaybook;
  /** Side requested for this contract, which may be a second leg. */
  readonly target: PlaybookTarget;
  /** True while the playbook is halted: its exit is one of risk. */
  readonly isHalted: boolean;
}

const OPPOSITE_SIDE = { LONG: 'SHORT', SHORT: 'LONG', FLAT: 'FLAT' } as const;

/**
 * Position that the playbook of `position` requests in `contract`. Null for manual positions,
 * unknown playbooks and playbooks in warm-up.
 */
export function getDesiredPosition(
  config: EngineConfig,
  state: DeskState,
  position: Position,
  contract: InstrumentMarket,
): DesiredPosition | null {
  const market = state.markets[state.books[position.bookId]?.market ?? ''];
  const { playbookId } = position;
  if (playbookId === null || !market) return null;
  const decidingChain = getDecidingChain(position);
  const decidingContract =
    decidingChain === null ? contract : findTradedContract(market, decidingChain, state.nowMs);
  const evaluator =
    decidingContract && findPlaybook(config, decidingContract.instrument.commodity, playbookId);
  const rule = decidingContract?.rules[playbookId];
  // A playbook in warm-up has no target.
  if (!evaluator || !rule || rule.foldedMs === null) return null;
  const halt = findActiveHalt(
    state,
    market.name,
    decidingContract.instrument.commodity,
    playbookId,
  );
  if (halt)
    return {
      row: evaluator.row,
      rule,
      target: buildHaltedTarget(position, rule, halt.reason),
      isHalted: true,
    };
  const isSecondLeg =
    decidingChain !== null && position.direction !== getGroupId(position).split('/')[2];
  return {
    row: evaluator.row,
    rule,
    target: isSecondLeg ? { ...rule.target, side: OPPOSITE_SIDE[rule.target.side] } : rule.target,
    isHalted: false,
  };
}

/**
 * While its playbook is halted, a position with a stop is held (stop, target, trailing stop,
 * maximum holding time and roll stay). A position without a stop is closed, because nothing else
 * would end it.
 */
const buildHaltedTarget = (
  { hasStop, direction }: Position,
  { target }: FoldedPlaybook,
  reason: string,
): PlaybookTarget => ({
  side: hasStop ? direction : 'FLAT',
  strength: 0,
  range: target.range,
  reason: `its playbook is halted (${reason})${hasStop ? '' : ' and it has no stop of its own'}`,
});
