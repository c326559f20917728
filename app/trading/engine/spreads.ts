/**
 * Two legs of one decision: entered together, left together.
 * It knows which months are the legs of a row; it refuses half a spread.
 */
import type { Book } from '../domain/book';
import { chainOf, codeOf } from '../domain/instrument';
import { type Direction, type Position, entrySide, exitSide, groupName } from '../domain/position';
import { isLockedFor } from '../domain/quote';
import type { Lots } from '../domain/units';
import { type PricedLeg, spreadLots } from '../risk/spread-lots';
import { endsTogether, legMonths } from '../strategies/leg-months';
import type { PlaybookRow, PlaybookTarget, SpreadLegs } from '../strategies/playbook';
import type { EngineConfig } from './config';
import { facts } from './decision';
import type { Draft } from './draft';
import { type OrderRequest, cancelEntries, clearExits, exitRequest, isClosing, owner, placeOrders } from './orders';
import { entryLots, exitReason } from './position-plan';
import { deciderOf, spreadName, spreadsOf, wantedOf } from './standing';
import { type InstrumentMarket, instrumentMarket } from './state';

/** Two legs have no stop of one of them: the range of a leg says nothing about the spread. */
const NO_STOP = { stopRanges: null };

/** The markets of both legs of a spread; null while one is not listed or has no price. */
function legsOf({ state, nowMs }: Draft, book: Book, legs: SpreadLegs): readonly [InstrumentMarket, InstrumentMarket] | null {
  const market = state.markets[book.market];
  const listed = Object.values(market?.instruments ?? {}).map(({ instrument }) => instrument);
  const months = legMonths(legs, (chain) => listed.filter((one) => chainOf(one) === chain), nowMs);
  const [first, second] = months ? [market?.instruments[months.first.id], market?.instruments[months.second.id]] : [];
  return first?.quote && second?.quote ? [first, second] : null;
}

/** Enters both legs, or says why not. */
export function enterSpread(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket, row: PlaybookRow & { readonly legs: SpreadLegs }, target: PlaybookTarget): void {
  const { quote } = seen;
  if (!quote || target.side === 'FLAT') return;
  const stayOut = (reason: string): void => void draft.record('DecisionTaken', owner(book), facts(seen, quote, row, target, 'STAY_OUT', reason));
  const legs = legsOf(draft, book, row.legs);
  if (!legs) return stayOut(`waits for a price of both legs, ${row.legs.first.chain} ${row.legs.first.month} and ${row.legs.second.chain} ${row.legs.second.month}`);
  const lots = legLots(draft, book, legs, row, target);
  if (!lots) return stayOut('the smallest spread of its band would not fit the limits');
  const decision = draft.record('DecisionTaken', owner(book), facts(seen, quote, row, target, 'ENTER', target.reason));
  const groupId = spreadName(chainOf(seen.instrument), config.random.id(`spread:${book.id}`, draft.state.logSeq), target.side);
  const sides: readonly Direction[] = target.side === 'LONG' ? ['LONG', 'SHORT'] : ['SHORT', 'LONG'];
  const requests = legs.map((leg, index): OrderRequest => ({
    instrumentId: leg.instrument.id, side: entrySide(sides[index] ?? 'LONG'), type: 'MARKET', purpose: 'ENTRY', lots: lots[index] as Lots, priceTicks: null,
    positionId: null, groupId, playbookId: row.id, stopDistanceTicks: null, targetDistanceTicks: null,
  }));
  draft.because(decision, () => void placeOrders(draft, config, book.id, requests));
}

function legLots(draft: Draft, book: Book, [first, second]: readonly [InstrumentMarket, InstrumentMarket], { legs: { ratio } }: { readonly legs: SpreadLegs }, target: PlaybookTarget): readonly [Lots, Lots] | null {
  const priced = ({ instrument, quote }: InstrumentMarket): PricedLeg => ({ instrument, lastTicks: quote?.lastTicks ?? 0 });
  return spreadLots(priced(first), priced(second), ratio, (leg) => entryLots(draft, book, leg === 'first' ? first : second, NO_STOP, target, null));
}

/** Leaves the spreads that a chain decided and that its playbook does not want any more. */
export function leaveSpreads(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket): void {
  for (const legs of spreadsOf(book, chainOf(seen.instrument))) {
    const reason = legs.map((leg) => overReason(draft, config, book, leg)).find((text) => text !== null);
    if (reason !== undefined && reason !== null) leaveTogether(draft, config, book, seen, legs, reason);
  }
}

function overReason(draft: Draft, config: EngineConfig, book: Book, leg: Position): string | null {
  const seen = instrumentMarket(draft.state, book.market, leg.instrumentId);
  const wanted = seen && wantedOf(config, draft.state, leg, seen);
  return seen && wanted ? exitReason(leg, wanted.row, wanted.target, seen) : null;
}

/** Leaves the whole spread of a leg whose month ends, where its legs are not rolled one by one; false where they are. */
export function leaveEndingSpread(draft: Draft, config: EngineConfig, book: Book, leg: Position, seen: InstrumentMarket): boolean {
  const legs = wantedOf(config, draft.state, leg, seen)?.row.legs ?? null;
  const chain = deciderOf(leg);
  if (chain === null || legs === null || !endsTogether(legs)) return false;
  const all = spreadsOf(book, chain).find((some) => some.includes(leg)) ?? [leg];
  leaveTogether(draft, config, book, seen, all, `${codeOf(seen.instrument)} ends, and with it the spread`);
  return true;
}

/** Both legs or none: where one is leaving already, or stands at a limit at which nobody takes it, the whole spread waits. */
function leaveTogether(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket, legs: readonly Position[], reason: string): void {
  const [first] = legs;
  if (!first || !seen.quote || legs.some((leg) => isClosing(book, leg) || isStuck(draft, book, leg))) return;
  const target: PlaybookTarget = { side: 'FLAT', strength: 0, reason, range: null };
  const decision = draft.record('DecisionTaken', owner(book), facts(seen, seen.quote, first.playbookId === null ? null : { id: first.playbookId }, target, 'EXIT', reason));
  draft.because(decision, () => {
    cancelEntries(draft, config, book.id, groupName(first), 'its spread is left');
    for (const leg of legs) clearExits(draft, config, leg);
    placeOrders(draft, config, book.id, legs.map(exitRequest));
  });
}

function isStuck({ state }: Draft, { market }: Book, { instrumentId, direction }: Position): boolean {
  const quote = instrumentMarket(state, market, instrumentId)?.quote;
  return quote !== null && quote !== undefined && isLockedFor(exitSide(direction), quote);
}
