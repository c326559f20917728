/**
 * From a playbook's standing target to orders: enter, leave, or stay out.
 * It knows switches, targets and positions of one book and contract; it refuses to enter one standing signal twice.
 */
import type { Book } from '../domain/book';
import { chainOf } from '../domain/instrument';
import type { Side } from '../domain/order';
import type { Position } from '../domain/position';
import type { Quote } from '../domain/quote';
import type { DecisionFacts } from '../domain/record';
import { type Ticks, toTicks } from '../domain/units';
import { bookEquityMills } from '../risk/exposure';
import { positionLots } from '../risk/sizing';
import type { BoundPlaybook, Playbook, Target } from '../strategies/strategy';
import { isActive } from './chain';
import type { EngineConfig } from './config';
import type { Draft } from './draft';
import { annualVolatility } from './market-step';
import { type OrderRequest, clearExits, exitRequest, isClosing, owner, placeOrders } from './orders';
import { listedInstrument } from './settle';
import { type InstrumentMarket, instrumentMarket } from './state';

/** The share of its band that a playbook may fill by itself, without a network that agrees. */
const ALONE_QUALITY = 0.5;

interface Standing {
  readonly playbook: Playbook;
  readonly target: Target;
  readonly sinceMs: number;
}

/** Decides for every selected book of the market in which the contract's commodity runs. */
export function decideAll(draft: Draft, config: EngineConfig, market: string, instrumentId: string): void {
  for (const { id } of Object.values(draft.state.books)) {
    const book = draft.state.books[id];
    if (book?.market === market) decide(draft, config, id, instrumentId);
  }
}

/** Compares the standing target with what the book holds, and acts on the difference. */
export function decide(draft: Draft, config: EngineConfig, bookId: string, instrumentId: string): void {
  const book = draft.state.books[bookId];
  const seen = book && instrumentMarket(draft.state, book.market, instrumentId);
  if (!book || !seen?.quote) return;
  for (const position of Object.values(book.positions)) {
    if (position.instrumentId === instrumentId && position.playbookId !== null) leaveIfOver(draft, config, position, seen);
  }
  const standing = standingTarget(config, book, seen);
  if (standing && mayEnter(draft, book, seen, standing)) enter(draft, config, book, seen, standing);
}

/** The target of the chosen playbook, or of the commodity's first one; null when none may trade it. */
export function standingTarget(config: EngineConfig, book: Book, seen: InstrumentMarket): Standing | null {
  const { commodity } = seen.instrument;
  const bound = playbookOf(config, commodity, book.commodities[commodity]?.playbookId ?? null);
  const rule = bound && seen.rules[bound.playbook.id];
  return bound && rule ? { playbook: bound.playbook, target: allowed(bound.playbook, rule.state.target), sinceMs: rule.sinceMs } : null;
}

export function playbookOf(config: EngineConfig, commodity: Book['positions'][string]['commodity'], playbookId: string | null): BoundPlaybook | null {
  const playbooks = config.playbooksOf(commodity);
  return (playbookId === null ? playbooks[0] : playbooks.find(({ playbook }) => playbook.id === playbookId)) ?? null;
}

const allowed = ({ sides }: Playbook, target: Target): Target =>
  sides === 'BOTH' || target.side === 'FLAT' || target.side === sides ? target : { ...target, side: 'FLAT', strength: 0 };

function leaveIfOver(draft: Draft, config: EngineConfig, position: Position, seen: InstrumentMarket): void {
  const book = draft.state.books[position.bookId];
  if (!book || isClosing(book, position)) return;
  const bound = playbookOf(config, position.commodity, position.playbookId);
  const rule = bound && seen.rules[bound.playbook.id];
  const reason = bound && rule ? exitReason(position, bound.playbook, rule.state.target, seen) : null;
  if (!bound || !rule || reason === null || !seen.quote) return;
  const decision = draft.record('DecisionTaken', owner(book), facts(seen, seen.quote, bound.playbook, rule.state.target, 'EXIT', reason));
  draft.because(decision, () => {
    clearExits(draft, config, position);
    placeOrders(draft, config, book.id, [exitRequest(position)]);
  });
}

function exitReason(position: Position, playbook: Playbook, target: Target, { barEnds }: InstrumentMarket): string | null {
  if (target.side !== position.direction) return target.reason;
  if (playbook.barsHeldMax === null) return null;
  const held = barEnds.filter((endsMs) => endsMs >= position.openedMs).length;
  return held >= playbook.barsHeldMax ? `held for ${playbook.barsHeldMax} bars, the longest this playbook allows` : null;
}

function mayEnter(draft: Draft, book: Book, seen: InstrumentMarket, { target, sinceMs }: Standing): boolean {
  const { commodity, id } = seen.instrument;
  const commoditySwitch = book.commodities[commodity];
  if (!commoditySwitch?.active || target.side === 'FLAT' || book.isResetPending) return false;
  if (draft.state.users[book.userId]?.mode !== book.mode) return false;
  // A broker that fills at once enters at the very instant since which the target stands.
  if (commoditySwitch.lastEntryMs !== null && commoditySwitch.lastEntryMs >= sinceMs) return false;
  if (!isActive(draft.state.markets[book.market], seen.instrument, draft.nowMs)) return false;
  // Another month of the chain is held until it is rolled into this one.
  const isHere = (instrumentId: string): boolean => instrumentId === id || chainOf(listedInstrument(draft.state, book, instrumentId)) === chainOf(seen.instrument);
  const isHeld = Object.values(book.positions).some((position) => isHere(position.instrumentId));
  const isComing = Object.values(book.orders).some((order) => order.purpose === 'ENTRY' && isHere(order.instrumentId));
  return !isHeld && !isComing;
}

function enter(draft: Draft, config: EngineConfig, book: Book, seen: InstrumentMarket, { playbook, target }: Standing): void {
  const { instrument, quote } = seen;
  const settings = draft.state.users[book.userId]?.settings;
  if (!quote || !settings) return;
  const stopDistanceTicks = distance(seen, target.range, playbook.stopRanges);
  const lots = positionLots({
    instrument, positionSize: settings.positionSize, riskLevel: settings.riskLevel, priceTicks: quote.lastTicks, scaleTicks: seen.scaleTicks,
    equityMills: bookEquityMills(book, (id) => listedInstrument(draft.state, book, id), (id) => instrumentMarket(draft.state, book.market, id)?.quote?.lastTicks ?? null),
    quality: ALONE_QUALITY * target.strength, volatility: annualVolatility(seen), stopDistanceTicks,
  });
  const side: Side = target.side === 'LONG' ? 'BUY' : 'SELL';
  if (lots === 0) {
    draft.record('DecisionTaken', owner(book), facts(seen, quote, playbook, target, 'STAY_OUT', 'the smallest position of its band would not fit the limits'));
    return;
  }
  const decision = draft.record('DecisionTaken', owner(book), facts(seen, quote, playbook, target, 'ENTER', target.reason));
  const targetDistanceTicks = stopDistanceTicks === null || playbook.targetRatio === null ? null : toTicks(Math.max(1, Math.round(stopDistanceTicks * playbook.targetRatio)));
  const request: OrderRequest = {
    instrumentId: instrument.id, side, type: 'MARKET', purpose: 'ENTRY', lots, priceTicks: null, positionId: null, groupId: null,
    playbookId: playbook.id, stopDistanceTicks, targetDistanceTicks,
  };
  draft.because(decision, () => void placeOrders(draft, config, book.id, [request]));
}

/** A stop nearer than this many spreads would be hit by the spread itself. */
const STOP_SPREADS_MIN = 3;

/** So many average ranges as ticks, at least a few spreads; null when either is missing. */
function distance({ instrument, quote }: InstrumentMarket, range: number | null, ranges: number | null): Ticks | null {
  if (range === null || ranges === null) return null;
  const spread = quote ? quote.askTicks - quote.bidTicks : 1;
  const wished = Math.round((range * ranges * 10 ** instrument.tick.decimals) / instrument.tick.digits);
  return toTicks(Math.max(1, STOP_SPREADS_MIN * spread, wished));
}

export const facts = (seen: InstrumentMarket, quote: Quote, playbook: Pick<Playbook, 'id'> | null, target: Target, action: DecisionFacts['action'], reason: string): DecisionFacts => ({
  commodity: seen.instrument.commodity, instrumentId: seen.instrument.id, playbookId: playbook?.id ?? null, target: target.side,
  strength: Math.round(target.strength * 1e6) / 1e6, action, reason, quote,
});
