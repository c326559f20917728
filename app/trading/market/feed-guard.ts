/**
 * The guard between a feed and the desk: every market event passes here once, and what is false,
 * old, repeated or unconfirmed does not go on.
 */
import type { Decimal, Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import { DROP_REASONS, type DropReason, type MarketInput } from './guard-checks';
import {
  type Dropped,
  type GuardPolicy,
  type Judgement,
  type Watched,
  assessInput,
  createWatched,
} from './guard-fold';
import {
  type OutageStatus,
  type OutageWatch,
  type QuotedHours,
  watchOutages,
} from './guard-outages';

export interface FeedGuardOptions {
  readonly market: string;
  /**
   * `news`: jumps wait for a second quote, silences are recorded. `record`: a finished history,
   * whose every row was accounted for when it was read.
   */
  readonly kind: 'news' | 'record';
  readonly hours: QuotedHours;
  /**
   * The last price stored of an instrument, in its present ticks, against which its first quote is
   * held; null where there is none.
   */
  readonly storedQuote?: (instrument: Instrument) => Quote | null;
}

export interface GuardStatus {
  /** Market events that came; each is passed, dropped or waiting. */
  readonly came: number;
  readonly passed: number;
  /** Of those passed: held first, then confirmed. */
  readonly released: number;
  /** Of those passed: too old to reach resting orders. */
  readonly late: number;
  /** Held now, until the next quote of their instruments. */
  readonly waiting: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  readonly lastDrop: {
    readonly instrumentId: string;
    readonly reason: DropReason;
    readonly atMs: EpochMs | null;
  } | null;
  readonly outages: OutageStatus;
}

/** A quote with the tick that its prices are counted in. */
export interface BelievedQuote {
  readonly tick: Decimal;
  readonly quote: Quote;
}

/** What the guard reads of a listing of contracts. */
interface Listing {
  readonly type: 'MarketListed';
  readonly market: string;
  readonly instruments: readonly Instrument[];
  readonly staleAfterMs: number;
  /** Contracts whose past is shown again after this listing; none when absent. */
  readonly shownAgain?: readonly string[];
}

interface FeedGuard {
  /**
   * What goes on to the desk now that an event came, in order; `nowMs` is when, Infinity where time
   * is that of the events.
   */
  take<E extends MarketInput | Listing>(event: E, nowMs: EpochMs): readonly (E | MarketInput)[];
  status(nowMs: EpochMs): GuardStatus;
  /**
   * The last believed quotes by instrument id: what a later start may hold its first quotes
   * against.
   */
  quotes(): ReadonlyMap<string, BelievedQuote>;
}

/** How long a jump is held at most, in the times that a quote may be old. */
const CONFIRM_STALE_TIMES = 4;

/** A guard over one market. Instruments become known with `MarketListed`. */
export function feedGuard(options: FeedGuardOptions): FeedGuard {
  const guard = new MarketGuard(options);
  return {
    take: (event, nowMs) => guard.take(event, nowMs),
    status: (nowMs) => guard.status(nowMs),
    quotes: () => guard.quotes(),
  };
}

class MarketGuard {
  private readonly watched = new Map<string, Watched>();
  private policy: GuardPolicy = { doubts: true, confirmWithinMs: 0, lateAfterMs: 0 };
  private outages: OutageWatch = watchOutages(Infinity, 'always');
  private readonly dropped = Object.fromEntries(
    DROP_REASONS.map((reason) => [reason, 0]),
  ) as Record<DropReason, number>;
  private readonly counts = { came: 0, passed: 0, released: 0, late: 0, waiting: 0 };
  private lastDrop: GuardStatus['lastDrop'] = null;

  constructor(private readonly options: FeedGuardOptions) {}

  take<E extends MarketInput | Listing>(event: E, nowMs: EpochMs): readonly (E | MarketInput)[] {
    if (event.type === 'MarketListed') this.list(event);
    return event.type === 'Market' ? this.judged(event, nowMs) : [event];
  }

  private list({ market, instruments, staleAfterMs, shownAgain = [] }: Listing): void {
    if (market !== this.options.market) return;
    const isNews = this.options.kind === 'news';
    this.policy = {
      doubts: isNews,
      confirmWithinMs: CONFIRM_STALE_TIMES * staleAfterMs,
      lateAfterMs: staleAfterMs,
    };
    if (this.watched.size === 0)
      this.outages = watchOutages(isNews ? staleAfterMs : Infinity, this.options.hours);
    for (const id of shownAgain) this.forget(id);
    for (const instrument of instruments) this.watch(instrument);
  }

  /** Drops what is known of an instrument whose past comes again. */
  private forget(instrumentId: string): void {
    const known = this.watched.get(instrumentId);
    if (!known) return;
    this.counts.waiting -= known.held.length;
    for (const input of known.held) this.drop({ input, reason: 'unconfirmed' });
    this.watched.delete(instrumentId);
  }

  /** What is known of an instrument stays, unless it now steps in other ticks. */
  private watch(instrument: Instrument): void {
    const known = this.watched.get(instrument.id);
    const isSame =
      known?.instrument.tick.digits === instrument.tick.digits &&
      known.instrument.tick.decimals === instrument.tick.decimals;
    if (known) this.counts.waiting -= isSame ? 0 : known.held.length;
    if (known && !isSame)
      for (const input of known.held) this.drop({ input, reason: 'unconfirmed' });
    this.watched.set(
      instrument.id,
      known && isSame
        ? { ...known, instrument }
        : createWatched(instrument, this.options.storedQuote?.(instrument) ?? null),
    );
  }

  private judged(input: MarketInput, nowMs: EpochMs): readonly MarketInput[] {
    this.counts.came += 1;
    const { market, instrumentId } = input.event;
    const watched = market === this.options.market ? this.watched.get(instrumentId) : undefined;
    if (!watched) {
      this.drop({ input, reason: 'unlisted' });
      return [];
    }
    const judgement = assessInput(watched, input, nowMs, this.policy);
    this.watched.set(instrumentId, judgement.next);
    this.count(judgement, watched.held.length);
    if (judgement.passed.length > 0 && !input.isBackfill)
      this.outages.heard(watched.instrument, input.event.quote.atMs);
    return judgement.passed;
  }

  private count({ next, verdict, reason, passed, dropped }: Judgement, heldBefore: number): void {
    const isReplaced = reason === 'bar of a spike';
    this.counts.waiting += next.held.length - heldBefore;
    this.counts.passed += passed.length - (isReplaced ? 1 : 0);
    if (verdict !== 'drop' || isReplaced) this.counts.released += Math.max(0, passed.length - 1);
    if (reason === 'late') this.counts.late += 1;
    for (const each of dropped) this.drop(each);
  }

  private drop({ input: { event }, reason }: Dropped): void {
    this.dropped[reason] += 1;
    const atMs: unknown = (event.quote as Quote | null | undefined)?.atMs;
    this.lastDrop = {
      instrumentId: event.instrumentId,
      reason,
      atMs: Number.isSafeInteger(atMs) ? (atMs as EpochMs) : null,
    };
  }

  status(nowMs: EpochMs): GuardStatus {
    return {
      ...this.counts,
      dropped: { ...this.dropped },
      lastDrop: this.lastDrop,
      outages: this.outages.status(nowMs),
    };
  }

  quotes(): ReadonlyMap<string, BelievedQuote> {
    return new Map(
      [...this.watched].flatMap(([id, { instrument, stored, believed }]) => {
        const quote = stored ?? believed?.quote;
        return quote ? [[id, { tick: instrument.tick, quote }] as const] : [];
      }),
    );
  }
}

/** All that was dropped, whatever the reason. */
export const countDropped = (status: Pick<GuardStatus, 'dropped'>): number =>
  Object.values(status.dropped).reduce((sum, count) => sum + count, 0);
