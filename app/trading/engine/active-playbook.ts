/**
 * Which playbook is in force, and what it wants of a contract or of a leg that is held.
 *
 * A spread is folded in the chain that decided it. Its group is named `<chain>/<id>/<leg sides>`,
 * so that each leg finds its way back.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { POWER_HUBS, getHub } from '../domain/contract';
import { priceNumber } from '../domain/instrument';
import { type Position, groupName, splitByGroup } from '../domain/position';
import type { EpochMs } from '../domain/units';
import type { Evaluator, PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import { type TopPick, recommendPick } from '../strategies/recommend';
import { listTradedContracts, findTradedMarket } from './chain';
import type { EngineConfig } from './config';
import { findActiveHalt } from './halts';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from './state';

/** A playbook of a commodity by its id; null for one that it does not have. */
export const findPlaybook = (
  config: Pick<EngineConfig, 'playbooksOf'>,
  commodity: CommodityKey,
  playbookId: string,
): Evaluator | null =>
  config.playbooksOf(commodity).find(({ row }) => row.id === playbookId) ?? null;

/**
 * The id of the playbook in force: the chosen one, else the one recommended at the last prices,
 * else the first that is folded; null where none is. A halted one is no choice of the desk's.
 */
export function getActivePlaybook(
  state: Pick<DeskState, 'markets' | 'halts' | 'nowMs'>,
  marketName: string,
  commodity: CommodityKey,
  chosen: string | null,
): string | null {
  if (chosen !== null) return chosen;
  const market = state.markets[marketName];
  const folded = listTradedContracts(market, commodity, state.nowMs).flatMap(({ rules }) =>
    Object.keys(rules),
  );
  const armed = folded.filter((id) => findActiveHalt(state, marketName, commodity, id) === null);
  const { strategy: recommended } = recommendPlaybook(market, commodity, state.nowMs);
  return armed.includes(recommended) ? recommended : (armed[0] ?? folded[0] ?? null);
}

/** The playbooks that suit the last prices of what is traded of a commodity. */
export const recommendPlaybook = (
  market: MarketState | undefined,
  commodity: CommodityKey,
  nowMs: EpochMs,
): TopPick =>
  recommendPick(commodity, lastPrices(commodity, listTradedContracts(market, commodity, nowMs)));

/** Last prices in the order of every list: by hub for power, null for one without a price. */
function lastPrices(
  commodity: CommodityKey,
  traded: readonly InstrumentMarket[],
): readonly (number | null)[] {
  const last = (one: InstrumentMarket | undefined): number | null =>
    one?.quote ? priceNumber(one.instrument, one.quote.lastTicks) : null;
  return commodity === 'electricity'
    ? POWER_HUBS.map((hub) => last(traded.find(({ instrument }) => getHub(instrument) === hub)))
    : traded.map(last);
}

/** The chain whose playbook opened a leg of a spread; null for every other position. */
export function getDecidingChain(position: Pick<Position, 'id' | 'groupId'>): string | null {
  const parts = groupName(position).split('/');
  return parts.length === 3 ? (parts[0] ?? null) : null;
}

/** The name of a spread's group: the side is that of the first leg. */
export const formatSpreadName = (chain: string, id: string, side: 'LONG' | 'SHORT'): string =>
  `${chain}/${id}/${side}`;

/** Legs of a book's open spreads that a chain decided, by group. */
export const listSpreads = (book: Book, chain: string): readonly (readonly Position[])[] =>
  splitByGroup(
    Object.values(book.positions).filter((position) => getDecidingChain(position) === chain),
    (position) => position,
  );

/** A playbook with what it wants of a position. */
export interface DesiredPosition {
  readonly row: PlaybookRow;
  readonly rule: FoldedPlaybook;
  /** The side in which this very contract should be held. */
  readonly target: PlaybookTarget;
}

const OTHER = { LONG: 'SHORT', SHORT: 'LONG', FLAT: 'FLAT' } as const;

/**
 * What a position's own playbook wants of the contract `seen`; null for what was opened by hand, or
 * by a playbook that is no more.
 */
export function getDesiredPosition(
  config: EngineConfig,
  state: DeskState,
  position: Position,
  seen: InstrumentMarket,
): DesiredPosition | null {
  const market = state.markets[state.books[position.bookId]?.market ?? ''];
  const { playbookId } = position;
  if (playbookId === null || !market) return null;
  const decider = getDecidingChain(position);
  const folded = decider === null ? seen : findTradedMarket(market, decider, state.nowMs);
  const evaluator = folded && findPlaybook(config, folded.instrument.commodity, playbookId);
  const rule = folded?.rules[playbookId];
  // A rule that has not read its past yet has no opinion of what is held.
  if (!evaluator || !rule || rule.foldedMs === null) return null;
  const halt = findActiveHalt(state, market.name, folded.instrument.commodity, playbookId);
  if (halt) return { row: evaluator.row, rule, target: withoutRule(position, rule, halt.reason) };
  const isOther = decider !== null && position.direction !== groupName(position).split('/')[2];
  return {
    row: evaluator.row,
    rule,
    target: isOther ? { ...rule.target, side: OTHER[rule.target.side] } : rule.target,
  };
}

/**
 * While its rule is halted, a position stays behind its stop, with target, trail, longest holding
 * and roll; one without a stop has nothing left that would end it, and leaves.
 */
const withoutRule = (
  { hasStop, direction }: Position,
  { target }: FoldedPlaybook,
  reason: string,
): PlaybookTarget => ({
  side: hasStop ? direction : 'FLAT',
  strength: 0,
  range: target.range,
  reason: `its playbook is halted (${reason})${hasStop ? '' : ' and it has no stop of its own'}`,
});
