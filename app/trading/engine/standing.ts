/**
 * Which playbook is in force, and what it wants of a contract or of a leg that is held.
 *
 * A spread is folded in the chain that decided it. Its group is named `<chain>/<id>/<leg sides>`, so that each leg finds its way back.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { POWER_HUBS, hubOf } from '../domain/contract';
import { priceNumber } from '../domain/instrument';
import { type Position, groupName, splitByGroup } from '../domain/position';
import type { EpochMs } from '../domain/units';
import type { Evaluator, PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import { type TopPick, recommend } from '../strategies/recommend';
import { tradedContracts, tradedOf } from './chain';
import type { EngineConfig } from './config';
import { haltIn } from './halts';
import type { DeskState, FoldedPlaybook, InstrumentMarket, MarketState } from './state';

/** A playbook of a commodity by its id; null for one that it does not have. */
export const playbookOf = (
  config: Pick<EngineConfig, 'playbooksOf'>,
  commodity: CommodityKey,
  playbookId: string,
): Evaluator | null =>
  config.playbooksOf(commodity).find(({ row }) => row.id === playbookId) ?? null;

/** The id of the playbook in force: the chosen one, else the one recommended at the last prices, else the first that is folded; null where none is. A halted one is no choice of the desk's. */
export function playbookInForce(
  state: Pick<DeskState, 'markets' | 'halts' | 'nowMs'>,
  marketName: string,
  commodity: CommodityKey,
  chosen: string | null,
): string | null {
  if (chosen !== null) return chosen;
  const market = state.markets[marketName];
  const folded = tradedContracts(market, commodity, state.nowMs).flatMap(({ rules }) =>
    Object.keys(rules),
  );
  const armed = folded.filter((id) => haltIn(state, marketName, commodity, id) === null);
  const { strategy: recommended } = recommendedFor(market, commodity, state.nowMs);
  return armed.includes(recommended) ? recommended : (armed[0] ?? folded[0] ?? null);
}

/** The playbooks that suit the last prices of what is traded of a commodity. */
export const recommendedFor = (
  market: MarketState | undefined,
  commodity: CommodityKey,
  nowMs: EpochMs,
): TopPick =>
  recommend(commodity, lastPrices(commodity, tradedContracts(market, commodity, nowMs)));

/** Last prices in the order of every list: by hub for power, null for one without a price. */
function lastPrices(
  commodity: CommodityKey,
  traded: readonly InstrumentMarket[],
): readonly (number | null)[] {
  const last = (one: InstrumentMarket | undefined): number | null =>
    one?.quote ? priceNumber(one.instrument, one.quote.lastTicks) : null;
  return commodity === 'electricity'
    ? POWER_HUBS.map((hub) => last(traded.find(({ instrument }) => hubOf(instrument) === hub)))
    : traded.map(last);
}

/** The chain whose playbook opened a leg of a spread; null for every other position. */
export function deciderOf(position: Pick<Position, 'id' | 'groupId'>): string | null {
  const parts = groupName(position).split('/');
  return parts.length === 3 ? (parts[0] ?? null) : null;
}

/** The name of a spread's group: the side is that of the first leg. */
export const spreadName = (chain: string, id: string, side: 'LONG' | 'SHORT'): string =>
  `${chain}/${id}/${side}`;

/** Legs of a book's open spreads that a chain decided, by group. */
export const spreadsOf = (book: Book, chain: string): readonly (readonly Position[])[] =>
  splitByGroup(
    Object.values(book.positions).filter((position) => deciderOf(position) === chain),
    (position) => position,
  );

/** A playbook with what it wants of a position. */
export interface Wanted {
  readonly row: PlaybookRow;
  readonly rule: FoldedPlaybook;
  /** The side in which this very contract should be held. */
  readonly target: PlaybookTarget;
}

const OTHER = { LONG: 'SHORT', SHORT: 'LONG', FLAT: 'FLAT' } as const;

/** What a position's own playbook wants of the contract `seen`; null for what was opened by hand, or by a playbook that is no more. */
export function wantedOf(
  config: EngineConfig,
  state: DeskState,
  position: Position,
  seen: InstrumentMarket,
): Wanted | null {
  const market = state.markets[state.books[position.bookId]?.market ?? ''];
  const { playbookId } = position;
  if (playbookId === null || !market) return null;
  const decider = deciderOf(position);
  const folded = decider === null ? seen : tradedOf(market, decider, state.nowMs);
  const evaluator = folded && playbookOf(config, folded.instrument.commodity, playbookId);
  const rule = folded?.rules[playbookId];
  // A rule that has not read its past yet has no opinion of what is held.
  if (!evaluator || !rule || rule.foldedMs === null) return null;
  const halt = haltIn(state, market.name, folded.instrument.commodity, playbookId);
  if (halt) return { row: evaluator.row, rule, target: withoutRule(position, rule, halt.reason) };
  const isOther = decider !== null && position.direction !== groupName(position).split('/')[2];
  return {
    row: evaluator.row,
    rule,
    target: isOther ? { ...rule.target, side: OTHER[rule.target.side] } : rule.target,
  };
}

/** While its rule is halted, a position stays behind its stop, with target, trail, longest holding and roll; one without a stop has nothing left that would end it, and leaves. */
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
