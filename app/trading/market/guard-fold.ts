/**
 * The judgement of one instrument's events, one after the other: what passes, what waits for a
 * second word, what is dropped.
 */
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs, Ticks } from '../domain/units';
import {
  type Span,
  type Before,
  type DropReason,
  type MarketInput,
  faceReason,
  isRepeated,
  orderReason,
} from './guard-checks';
import { allowedMove, coldRate, computeDistance, updateScale, getScale } from './guard-limits';

/** What is known of an instrument between two events. Immutable. */
export interface Watched {
  readonly instrument: Instrument;
  /** The last quote that passed; null before the first. */
  readonly believed: Before | null;
  /**
   * The price that an earlier run stored, until the first quote that is no backfill has passed:
   * what a start fills in confirms nothing.
   */
  readonly stored: Quote | null;
  /** Learnt variance, ticks squared a minute. */
  readonly rate: number;
  /** Events of a price that nobody has confirmed, oldest first. */
  readonly held: readonly MarketInput[];
  readonly doubted: {
    readonly quote: Quote;
    readonly sinceMs: EpochMs;
    readonly sights: number;
  } | null;
  readonly lastBar: Span;
  /** Highest and lowest price that passed since the last bar. */
  readonly seen: { readonly low: number; readonly high: number };
  /** Prices that were dropped lately: a bar that reaches to one of them holds it. */
  readonly rejected: readonly { readonly lastTicks: Ticks; readonly atMs: EpochMs }[];
}

export interface GuardPolicy {
  /**
   * Whether jumps wait for a second quote. Off for a finished history: what is on record is no news
   * to doubt.
   */
  readonly doubts: boolean;
  /** A doubted event that is not confirmed within this time is never delivered. */
  readonly confirmWithinMs: number;
  /** An event older than this when it comes tells a price and reaches no resting order. */
  readonly lateAfterMs: number;
}

export interface Dropped {
  readonly input: MarketInput;
  readonly reason: DropReason;
}

export interface Judgement {
  readonly next: Watched;
  readonly verdict: 'pass' | 'hold' | 'drop';
  readonly reason: DropReason | 'late' | null;
  /** What goes on to the desk now, in order: what was held before what confirmed it. */
  readonly passed: readonly MarketInput[];
  readonly dropped: readonly Dropped[];
}

/**
 * A jump beyond so many allowed moves and this share of the price is most likely a fault of units:
 * more quotes must agree on it.
 */
const REMOTE_MOVES = 5;
const REMOTE_SHARE = 0.2;
const SIGHTS = 2;
const SIGHTS_REMOTE = 4;
/** The same figures again are a weaker word than a quote that has moved. */
const SIGHTS_UNCHANGED = 1;
const REJECTED_KEPT = 16;
/** Held events that are released this soon are still news; later ones tell prices only. */
const FRESH_MS = 1000;

const NO_BAR: Span = { startsMs: -Infinity, endsMs: -Infinity };
const NOTHING_SEEN = { low: Infinity, high: -Infinity };

/** A newly listed instrument, with the price that was last stored of it where there is one. */
export const createWatched = (instrument: Instrument, stored: Quote | null): Watched => ({
  instrument,
  believed: null,
  stored,
  rate: 0,
  held: [],
  doubted: null,
  lastBar: NO_BAR,
  seen: NOTHING_SEEN,
  rejected: [],
});

/**
 * One event after the others. `nowMs` is when it came; Infinity where time is that of the events.
 * Pure.
 */
export function assessInput(
  known: Watched,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
): Judgement {
  const watched = policy.doubts && !input.isBackfill ? asStored(known) : known;
  const fault =
    faceReason(watched.instrument, input, nowMs) ??
    orderReason(input, watched.believed, watched.lastBar) ??
    heldReason(watched, input);
  if (fault !== null) return dropInput(watched, input, fault);
  const expired =
    watched.doubted !== null &&
    input.event.quote.atMs - watched.doubted.sinceMs > policy.confirmWithinMs;
  const { next, dropped } = expired
    ? dropHeld(watched, 'unconfirmed')
    : { next: watched, dropped: [] };
  const judged =
    policy.doubts && !input.isBackfill
      ? weighQuote(next, input, nowMs, policy)
      : passInput(next, input, nowMs, policy);
  return dropped.length === 0 ? judged : { ...judged, dropped: [...dropped, ...judged.dropped] };
}

/**
 * Before the first quote of a run has passed, the price to compare it with is the stored one,
 * whatever the backfill showed.
 */
const asStored = (watched: Watched): Watched =>
  watched.stored
    ? {
        ...watched,
        believed: { quote: watched.stored, type: 'QuoteArrived' },
        rate: coldRate(watched.instrument, watched.stored),
      }
    : watched;

const dropInput = (watched: Watched, input: MarketInput, reason: DropReason): Judgement => ({
  next: rejectEvent(watched, reason, input),
  verdict: 'drop',
  reason,
  passed: [],
  dropped: [{ input, reason }],
});

/** The same word said twice confirms nothing. */
const heldReason = ({ held }: Watched, { event }: MarketInput): DropReason | null =>
  held.some((each) => isRepeated(event, { type: each.event.type, quote: each.event.quote }))
    ? 'duplicate'
    : null;

/** A fault with a price in it is remembered: the feed's own bar may hold it. */
function rejectEvent(watched: Watched, reason: DropReason, { event }: MarketInput): Watched {
  if (
    reason !== 'wrong sign' &&
    reason !== 'crossed' &&
    reason !== 'spike' &&
    reason !== 'unconfirmed'
  )
    return watched;
  const { lastTicks, atMs } = event.quote;
  return {
    ...watched,
    rejected: [...watched.rejected.slice(1 - REJECTED_KEPT), { lastTicks, atMs }],
  };
}

/**
 * Gives up what is held, as events; the doubted price stays in mind, so that a slow feed can still
 * confirm it.
 */
function dropHeld(
  watched: Watched,
  reason: DropReason,
): { readonly next: Watched; readonly dropped: readonly Dropped[] } {
  const dropped = watched.held.map((input) => ({ input, reason }));
  return {
    next: {
      ...watched.held.reduce((next, input) => rejectEvent(next, reason, input), watched),
      held: [],
    },
    dropped,
  };
}

/**
 * A sound event in its order: near the believed price it passes, near the doubted one it confirms,
 * else it is doubted itself.
 */
function weighQuote(
  watched: Watched,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
): Judgement {
  const { instrument, believed, doubted } = watched;
  const { quote } = input.event;
  const rate = Math.max(watched.rate, believed ? 0 : coldRate(instrument, quote));
  const isNear = (known: Quote): boolean =>
    computeDistance(known, quote) <= allowedMove(instrument, rate, known, quote);
  const confirms = doubted !== null && isNear(doubted.quote);
  const continues = believed !== null && isNear(believed.quote);
  if (
    continues &&
    !(confirms && computeDistance(doubted.quote, quote) < computeDistance(believed.quote, quote))
  ) {
    const { next, dropped } = dropHeld({ ...watched, doubted: null }, 'spike');
    const passed = passInput(next, input, nowMs, policy);
    return { ...passed, dropped: [...dropped, ...passed.dropped] };
  }
  // A doubted event may bear a stamp that is too early or too late: only what comes after it can
  // speak for it or take its place.
  if (doubted !== null && quote.atMs < doubted.quote.atMs)
    return dropInput(watched, input, 'from the past');
  return confirms
    ? confirmQuote(watched, input, nowMs, policy, rate)
    : doubtQuote(watched, input, quote.atMs, 1, true);
}

const remoteMove = (instrument: Instrument, rate: number, from: Quote, to: Quote): number =>
  Math.max(
    REMOTE_MOVES * allowedMove(instrument, rate, from, to),
    REMOTE_SHARE * getScale(instrument, from),
  );

/**
 * A quote near the doubted price: it counts as a word for it when it is of a later moment, and with
 * enough of them all are released.
 */

function confirmQuote(
  watched: Watched,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
  rate: number,
): Judgement {
  const { instrument, believed, doubted, held } = watched;
  if (!doubted) throw new Error('only a doubted price can be confirmed');
  const { quote } = input.event;
  const isUnchanged = computeDistance(doubted.quote, quote) === 0;
  const isRemote =
    believed !== null &&
    computeDistance(believed.quote, quote) > remoteMove(instrument, rate, believed.quote, quote);
  const sights = doubted.sights + (quote.atMs > doubted.quote.atMs ? 1 : 0);
  const wanted = (isRemote ? SIGHTS_REMOTE : SIGHTS) + (isUnchanged ? SIGHTS_UNCHANGED : 0);
  if (sights < wanted) return doubtQuote(watched, input, doubted.sinceMs, sights, false);
  const released = held.map((each) =>
    nowMs - each.atMs > FRESH_MS ? { ...each, isBackfill: true } : each,
  );
  const cleared = held.reduce(acceptEvent, { ...watched, held: [], doubted: null });
  const last = passInput(cleared, input, nowMs, policy);
  return { ...last, passed: [...released, ...last.passed] };
}

/** Holds an event. The first of a new price takes the place of what was held before. */
function doubtQuote(
  watched: Watched,
  input: MarketInput,
  sinceMs: EpochMs,
  sights: number,
  isOther: boolean,
): Judgement {
  const { next, dropped } = isOther ? dropHeld(watched, 'spike') : { next: watched, dropped: [] };
  const held = [...next.held, input];
  const lastBar = input.event.type === 'BarClosed' ? input.event.bar : next.lastBar;
  return {
    next: { ...next, held, lastBar, doubted: { quote: input.event.quote, sinceMs, sights } },
    verdict: 'hold',
    reason: null,
    passed: [],
    dropped,
  };
}

function acceptEvent(watched: Watched, { event }: MarketInput): Watched {
  const { instrument, believed } = watched;
  const { quote } = event;
  const rate = believed
    ? updateScale(instrument, watched.rate, believed.quote, quote)
    : coldRate(instrument, quote);
  const isBar = event.type === 'BarClosed';
  const seen = isBar
    ? NOTHING_SEEN
    : {
        low: Math.min(watched.seen.low, quote.lastTicks),
        high: Math.max(watched.seen.high, quote.lastTicks),
      };
  const lastBar = isBar ? event.bar : watched.lastBar;
  return {
    ...watched,
    believed: { quote, type: event.type },
    rate,
    seen,
    lastBar,
    rejected: isBar
      ? watched.rejected.filter(({ atMs }) => atMs > event.bar.endsMs)
      : watched.rejected,
  };
}

/**
 * Lets an event through; a late one without reaching resting orders, a bar that holds a dropped
 * price as the quote of its close.
 */
function passInput(
  watched: Watched,
  input: MarketInput,
  nowMs: EpochMs,
  { lateAfterMs }: GuardPolicy,
): Judgement {
  const next = {
    ...acceptEvent(watched, input),
    doubted: null,
    stored: input.isBackfill ? watched.stored : null,
  };
  const isLate = !input.isBackfill && nowMs !== Infinity && nowMs - input.atMs > lateAfterMs;
  const timed = isLate ? { ...input, isBackfill: true } : input;
  const { event } = input;
  if (event.type === 'BarClosed' && holdsRejected(watched, event.bar)) {
    const { market, instrumentId, quote } = event;
    return {
      next,
      verdict: 'drop',
      reason: 'bar of a spike',
      passed: [{ ...timed, event: { type: 'QuoteArrived', market, instrumentId, quote } }],
      dropped: [{ input, reason: 'bar of a spike' }],
    };
  }
  return { next, verdict: 'pass', reason: isLate ? 'late' : null, passed: [timed], dropped: [] };
}

/** Whether a bar reaches to a price that was dropped while it lasted, beyond all that passed. */
function holdsRejected(
  { rejected, seen }: Watched,
  bar: Extract<MarketInput['event'], { type: 'BarClosed' }>['bar'],
): boolean {
  const top = Math.max(bar.openTicks, bar.closeTicks, seen.high);
  const bottom = Math.min(bar.openTicks, bar.closeTicks, seen.low);
  return rejected.some(({ lastTicks, atMs }) => {
    if (atMs < bar.startsMs || atMs > bar.endsMs) return false;
    return (
      (lastTicks > top && lastTicks <= bar.highTicks) ||
      (lastTicks < bottom && lastTicks >= bar.lowTicks)
    );
  });
}
