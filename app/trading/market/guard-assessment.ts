/** Per-instrument assessment of events: pass, hold for confirmation, or drop. */
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs, Ticks } from '../domain/units';
import { type DropReason, type MarketInput, findContentReason } from './guard-checks';
import {
  type BarSpan,
  type PrecedingEvent,
  isRepeated,
  findSequenceReason,
} from './guard-sequence';
import {
  computeAllowedMove,
  computeInitialRate,
  computeDistance,
  updateRate,
  getScale,
} from './guard-limits';

/** Guard state of an instrument. Immutable. */
export interface WatchedInstrument {
  readonly instrument: Instrument;
  /** Last accepted quote; null before the first. */
  readonly accepted: PrecedingEvent | null;
  /**
   * Quote stored by an earlier run, used until the first live quote passes: backfill confirms
   * nothing.
   */
  readonly stored: Quote | null;
  /** Estimated variance, ticks squared per minute. */
  readonly rate: number;
  /** Unconfirmed events, oldest first. */
  readonly held: readonly MarketInput[];
  readonly suspect: {
    readonly quote: Quote;
    readonly sinceMs: EpochMs;
    readonly confirmations: number;
  } | null;
  readonly lastBar: BarSpan;
  /** Price range that passed since the last bar. */
  readonly priceRange: { readonly low: number; readonly high: number };
  /** Recently dropped prices: a bar that reaches one of them contains it. */
  readonly rejected: readonly { readonly lastTicks: Ticks; readonly atMs: EpochMs }[];
}

export interface GuardPolicy {
  /** True when jumps need a second quote. False for a finished history. */
  readonly confirmsJumps: boolean;
  /** A held event not confirmed within this time is dropped. */
  readonly confirmWithinMs: number;
  /** An event older than this at arrival updates prices but fills no resting order. */
  readonly lateAfterMs: number;
}

export interface Dropped {
  readonly input: MarketInput;
  readonly reason: DropReason;
}

export interface Assessment {
  readonly next: WatchedInstrument;
  readonly verdict: 'pass' | 'hold' | 'drop';
  readonly reason: DropReason | 'late' | null;
  /** Events to forward now, in order: held ones before the confirming one. */
  readonly passed: readonly MarketInput[];
  readonly dropped: readonly Dropped[];
}

/**
 * A jump beyond this multiple of the allowed move and this fraction of the price suggests wrong
 * units: more quotes must agree.
 */
const REMOTE_MOVES = 5;
const REMOTE_FRACTION = 0.2;
const CONFIRMATIONS = 2;
const CONFIRMATIONS_REMOTE = 4;
/** Extra confirmations when the quote is unchanged, which is weaker evidence. */
const CONFIRMATIONS_UNCHANGED = 1;
const REJECTED_MAX = 16;
/** Held events released within this time count as live; later ones only update prices. */
const FRESH_MS = 1000;

const NO_BAR: BarSpan = { startsMs: -Infinity, endsMs: -Infinity };
const EMPTY_RANGE = { low: Infinity, high: -Infinity };

/** State of a newly listed instrument, with its stored quote, if any. */
export const createWatchedInstrument = (
  instrument: Instrument,
  stored: Quote | null,
): WatchedInstrument => ({
  instrument,
  accepted: null,
  stored,
  rate: 0,
  held: [],
  suspect: null,
  lastBar: NO_BAR,
  priceRange: EMPTY_RANGE,
  rejected: [],
});

/** Assesses one event. `nowMs`: arrival time; Infinity when events define time. Pure. */
export function assessInput(
  state: WatchedInstrument,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
): Assessment {
  const watched = policy.confirmsJumps && !input.isBackfill ? withStoredQuote(state) : state;
  const fault =
    findContentReason(watched.instrument, input, nowMs) ??
    findSequenceReason(input, watched.accepted, watched.lastBar) ??
    findHeldReason(watched, input);
  if (fault !== null) return dropInput(watched, input, fault);
  const expired =
    watched.suspect !== null &&
    input.event.quote.atMs - watched.suspect.sinceMs > policy.confirmWithinMs;
  const { next, dropped } = expired
    ? dropHeld(watched, 'unconfirmed')
    : { next: watched, dropped: [] };
  const judged =
    policy.confirmsJumps && !input.isBackfill
      ? assessQuote(next, input, nowMs, policy)
      : passInput(next, input, nowMs, policy);
  return dropped.length === 0 ? judged : { ...judged, dropped: [...dropped, ...judged.dropped] };
}

/** Until the first live quote passes, the reference is the stored quote, not the backfill. */
const withStoredQuote = (watched: WatchedInstrument): WatchedInstrument =>
  watched.stored
    ? {
        ...watched,
        accepted: { quote: watched.stored, type: 'QuoteArrived' },
        rate: computeInitialRate(watched.instrument, watched.stored),
      }
    : watched;

const dropInput = (
  watched: WatchedInstrument,
  input: MarketInput,
  reason: DropReason,
): Assessment => ({
  next: rejectEvent(watched, reason, input),
  verdict: 'drop',
  reason,
  passed: [],
  dropped: [{ input, reason }],
});

/** A repeated held event confirms nothing. */
const findHeldReason = ({ held }: WatchedInstrument, { event }: MarketInput): DropReason | null =>
  held.some((each) => isRepeated(event, { type: each.event.type, quote: each.event.quote }))
    ? 'duplicate'
    : null;

/** Remembers the price of a rejected event: the bar of the feed may contain it. */
function rejectEvent(
  watched: WatchedInstrument,
  reason: DropReason,
  { event }: MarketInput,
): WatchedInstrument {
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
    rejected: [...watched.rejected.slice(1 - REJECTED_MAX), { lastTicks, atMs }],
  };
}

/** Drops held events; the suspect price stays, so that a slow feed can still confirm it. */
function dropHeld(
  watched: WatchedInstrument,
  reason: DropReason,
): { readonly next: WatchedInstrument; readonly dropped: readonly Dropped[] } {
  if (watched.held.length === 0) return { next: watched, dropped: [] };
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
 * Assesses a valid event: near the accepted price it passes, near the suspect price it confirms,
 * else it is held.
 */
function assessQuote(
  watched: WatchedInstrument,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
): Assessment {
  const { instrument, accepted, suspect } = watched;
  const { quote } = input.event;
  const rate = Math.max(watched.rate, accepted ? 0 : computeInitialRate(instrument, quote));
  const isNear = (reference: Quote): boolean =>
    computeDistance(reference, quote) <= computeAllowedMove(instrument, rate, reference, quote);
  const confirms = suspect !== null && isNear(suspect.quote);
  const continues = accepted !== null && isNear(accepted.quote);
  if (
    continues &&
    !(confirms && computeDistance(suspect.quote, quote) < computeDistance(accepted.quote, quote))
  ) {
    // `passInput` ends the suspicion.
    const { next, dropped } = dropHeld(watched, 'spike');
    const passed = passInput(next, input, nowMs, policy);
    return dropped.length === 0 ? passed : { ...passed, dropped: [...dropped, ...passed.dropped] };
  }
  // A suspect event may have a wrong time stamp: only later events can confirm or replace it.
  if (suspect !== null && quote.atMs < suspect.quote.atMs)
    return dropInput(watched, input, 'from the past');
  return confirms
    ? confirmQuote(watched, input, nowMs, policy, rate)
    : suspectQuote(watched, input, quote.atMs, 1, true);
}

const computeRemoteMove = (instrument: Instrument, rate: number, from: Quote, to: Quote): number =>
  Math.max(
    REMOTE_MOVES * computeAllowedMove(instrument, rate, from, to),
    REMOTE_FRACTION * getScale(instrument, from),
  );

/**
 * A quote near the suspect price: counts as confirmation when it is later; enough confirmations
 * release all held events.
 */
function confirmQuote(
  watched: WatchedInstrument,
  input: MarketInput,
  nowMs: EpochMs,
  policy: GuardPolicy,
  rate: number,
): Assessment {
  const { instrument, accepted, suspect, held } = watched;
  if (!suspect) throw new Error('only a suspect price can be confirmed');
  const { quote } = input.event;
  const isUnchanged = computeDistance(suspect.quote, quote) === 0;
  const isRemote =
    accepted !== null &&
    computeDistance(accepted.quote, quote) >
      computeRemoteMove(instrument, rate, accepted.quote, quote);
  const confirmations = suspect.confirmations + (quote.atMs > suspect.quote.atMs ? 1 : 0);
  const required =
    (isRemote ? CONFIRMATIONS_REMOTE : CONFIRMATIONS) + (isUnchanged ? CONFIRMATIONS_UNCHANGED : 0);
  if (confirmations < required)
    return suspectQuote(watched, input, suspect.sinceMs, confirmations, false);
  const released = held.map((each) =>
    nowMs - each.atMs > FRESH_MS ? { ...each, isBackfill: true } : each,
  );
  const cleared = held.reduce(acceptEvent, { ...watched, held: [], suspect: null });
  const last = passInput(cleared, input, nowMs, policy);
  return { ...last, passed: [...released, ...last.passed] };
}

/** Holds an event. The first event of a new price replaces the held ones. */
function suspectQuote(
  watched: WatchedInstrument,
  input: MarketInput,
  sinceMs: EpochMs,
  confirmations: number,
  isOther: boolean,
): Assessment {
  const { next, dropped } = isOther ? dropHeld(watched, 'spike') : { next: watched, dropped: [] };
  const heldInputs = [...next.held, input];
  const lastBar = input.event.type === 'BarClosed' ? input.event.bar : next.lastBar;
  return {
    next: {
      ...next,
      held: heldInputs,
      lastBar,
      suspect: { quote: input.event.quote, sinceMs, confirmations },
    },
    verdict: 'hold',
    reason: null,
    passed: [],
    dropped,
  };
}

const extendRange = (
  range: WatchedInstrument['priceRange'],
  lastTicks: Ticks,
): WatchedInstrument['priceRange'] =>
  lastTicks >= range.low && lastTicks <= range.high
    ? range
    : { low: Math.min(range.low, lastTicks), high: Math.max(range.high, lastTicks) };

function acceptEvent(watched: WatchedInstrument, { event }: MarketInput): WatchedInstrument {
  const { instrument, accepted } = watched;
  const { quote } = event;
  const rate = accepted
    ? updateRate(instrument, watched.rate, accepted.quote, quote)
    : computeInitialRate(instrument, quote);
  const isBar = event.type === 'BarClosed';
  const priceRange = isBar ? EMPTY_RANGE : extendRange(watched.priceRange, quote.lastTicks);
  const lastBar = isBar ? event.bar : watched.lastBar;
  return {
    ...watched,
    accepted: { quote, type: event.type },
    rate,
    priceRange,
    lastBar,
    rejected: isBar
      ? watched.rejected.filter(({ atMs }) => atMs > event.bar.endsMs)
      : watched.rejected,
  };
}

/**
 * Passes an event. A late one fills no resting order; a bar that contains a dropped price passes as
 * its closing quote only.
 */
function passInput(
  watched: WatchedInstrument,
  input: MarketInput,
  nowMs: EpochMs,
  { lateAfterMs }: GuardPolicy,
): Assessment {
  const next = {
    ...acceptEvent(watched, input),
    suspect: null,
    stored: input.isBackfill ? watched.stored : null,
  };
  const isLate = !input.isBackfill && nowMs !== Infinity && nowMs - input.atMs > lateAfterMs;
  const timed = isLate ? { ...input, isBackfill: true } : input;
  const { event } = input;
  if (event.type === 'BarClosed' && includesRejected(watched, event.bar)) {
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

/** True when a bar reaches a price dropped during it and beyond all passed prices. */
function includesRejected(
  { rejected, priceRange }: WatchedInstrument,
  bar: Extract<MarketInput['event'], { type: 'BarClosed' }>['bar'],
): boolean {
  const top = Math.max(bar.openTicks, bar.closeTicks, priceRange.high);
  const bottom = Math.min(bar.openTicks, bar.closeTicks, priceRange.low);
  return rejected.some(({ lastTicks, atMs }) => {
    if (atMs < bar.startsMs || atMs > bar.endsMs) return false;
    return (
      (lastTicks > top && lastTicks <= bar.highTicks) ||
      (lastTicks < bottom && lastTicks >= bar.lowTicks)
    );
  });
}
