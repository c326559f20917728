/**
 * Two legs of one decision: entered together, left together.
 * It knows which months are the legs of a row; it refuses half a spread.
 */
import type { Book } from '../domain/book';
import { chainOf, codeOf, lotsWithin, sizeUnits } from '../domain/instrument';
import type { Direction, Position } from '../domain/position';
import { entrySide } from '../domain/position';
import type { Lots } from '../domain/units';
import { legMonths } from '../strategies/leg-months';
import type { PlaybookRow, PlaybookTarget, SpreadLegs } from '../strategies/playbook';
import type { EngineConfig } from './config';
import { facts } from './decision';
import type { Draft } from './draft';
import { type OrderRequest, clearExits, exitRequest, isClosing, owner, placeOrders } from './orders';
import { entryLots, protectionTicks } from './position-plan';
import { spreadName, spreadsOf, wantedOf } from './standing';
import { type InstrumentMarket, instrumentMarket } from './state';

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
    positionId: null, groupId, playbookId: row.id, ...protectionTicks(leg, rangeOf(leg, row), { ...row, targetRatio: null }),
  }));
  draft.because(decision, () => void placeOrders(draft, config, book.id, requests));
}

/** Lots of both legs: the second so large that it offsets the first; null when one of them would be none. */
function legLots(draft: Draft, book: Book, [first, second]: readonly [InstrumentMarket, InstrumentMarket], row: PlaybookRow & { readonly legs: SpreadLegs }, target: PlaybookTarget): readonly [Lots, Lots] | null {
  const { ratio } = row.legs;
  // Sized by the larger leg, so that neither passes the band.
  const isFirstLarger = notionalOf(first, 1) >= notionalOf(second, ratio);
  const larger = isFirstLarger ? first : second;
  const lots = entryLots(draft, book, larger, row, target, rangeOf(larger, row));
  const units = sizeUnits(larger.instrument, lots);
  const firstLots = isFirstLarger ? lots : lotsWithin(first.instrument, units / ratio);
  const secondLots = lotsWithin(second.instrument, sizeUnits(first.instrument, firstLots) * ratio);
  return firstLots > 0 && secondLots > 0 ? [firstLots, secondLots] : null;
}

const notionalOf = ({ instrument, quote }: InstrumentMarket, units: number): number => (Math.abs(quote?.lastTicks ?? 0) * instrument.tick.digits * units) / 10 ** instrument.tick.decimals;

/** The average true range of a leg by bars of the row's length: any playbook that is folded there knows it. */
function rangeOf({ rules }: InstrumentMarket, _row: PlaybookRow): number | null {
  for (const { target } of Object.values(rules)) if (target.range !== null) return target.range;
  return null;
}

/** Leaves the spreads that a chain decided and that its playbook does not want any more. */
export function leaveSpreads(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket): void {
  for (const legs of spreadsOf(book, chainOf(seen.instrument))) {
    const reason = legs.map((leg) => overReason(draft, config, book, leg)).find((text) => text !== null);
    if (reason !== undefined && reason !== null) leaveTogether(draft, config, book, seen, legs, reason);
  }
}

function overReason(draft: Draft, config: EngineConfig, book: Book, leg: Position): string | null {
  const market = draft.state.markets[book.market];
  const seen = instrumentMarket(draft.state, book.market, leg.instrumentId);
  const wanted = seen && wantedOf(config, market, leg, seen, draft.nowMs);
  if (!seen || !wanted) return null;
  const { row, target } = wanted;
  if (target.side !== leg.direction) return target.reason;
  const named = row.legs && (typeof row.legs.first.month === 'string' || typeof row.legs.second.month === 'string');
  if (named && (seen.instrument.contract?.rollMs ?? Infinity) <= draft.nowMs) return `${codeOf(seen.instrument)} ends, and with it the spread`;
  if (row.barsHeldMax === null) return null;
  const held = (seen.barEnds[row.bar] ?? []).filter((endsMs) => endsMs >= leg.openedMs).length;
  return held >= row.barsHeldMax ? `held for ${row.barsHeldMax} bars, the longest this playbook allows` : null;
}

function leaveTogether(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket, legs: readonly Position[], reason: string): void {
  const staying = legs.filter((leg) => !isClosing(book, leg));
  const [first] = staying;
  if (!first || !seen.quote) return;
  const target: PlaybookTarget = { side: 'FLAT', strength: 0, reason, range: null };
  const decision = draft.record('DecisionTaken', owner(book), facts(seen, seen.quote, first.playbookId === null ? null : { id: first.playbookId }, target, 'EXIT', reason));
  draft.because(decision, () => {
    for (const leg of staying) clearExits(draft, config, leg);
    placeOrders(draft, config, book.id, staying.map(exitRequest));
  });
}
