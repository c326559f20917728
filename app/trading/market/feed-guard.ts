/**
 * Checks every market event once before the engine; drops invalid, old, repeated and unconfirmed
 * ones.
 */
import type { Decimal, Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import { DROP_REASONS, type DropReason, type MarketInput } from './guard-checks';
import {
  type Dropped,
  type GuardPolicy,
  type Assessment,
  type WatchedInstrument,
  assessInput,
  createWatchedInstrument,
} from './guard-assessment';
import {
  type OutageStatus,
  type OutageWatch,
  type QuotedHours,
  createOutageWatch,
} from './guard-outages';

export interface FeedGuardOptions {
  readonly market: string;
  /**
   * `news`: live feed; jumps need confirmation, outages are recorded. `record`: finished history,
   * checked at import. `late`: delayed quotes, whose jumps need confirmation, and finished bars; no
   * outages.
   */
  readonly kind: 'news' | 'record' | 'late';
  readonly hours: QuotedHours;
  /** Last stored quote in current ticks, the reference of the first quote; null for none. */
  readonly storedQuote?: (instrument: Instrument) => Quote | null;
}

export interface GuardStatus {
  /** Market events received; each is passed, dropped or pending. */
  readonly received: number;
  readonly passed: number;
  /** Passed after confirmation. */
  readonly released: number;
  /** Passed without effect on resting orders, because too old. */
  readonly late: number;
  /** Held until the next quote of the instrument. */
  readonly pending: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  readonly lastDrop: {
    readonly instrumentId: string;
    readonly reason: DropReason;
    readonly atMs: EpochMs | null;
  } | null;
  readonly outages: OutageStatus;
}

/** An accepted quote and the tick of its prices. */
export interface AcceptedQuote {
  readonly tick: Decimal;
  readonly quote: Quote;
}

/** Fields of a listing event that the guard uses. */
interface Listing {
  readonly type: 'MarketListed';
  readonly market: string;
  readonly instruments: readonly Instrument[];
  readonly staleAfterMs: number;
  /** Contracts whose history is replayed after this listing. */
  readonly shownAgain?: readonly string[];
}

interface FeedGuard {
  /** Events to forward, in order. `nowMs`: arrival time; Infinity when events define time. */
  filterEvent<E extends MarketInput | Listing>(
    event: E,
    nowMs: EpochMs,
  ): readonly (E | MarketInput)[];
  getStatus(nowMs: EpochMs): GuardStatus;
  /** Last accepted quotes by instrument id, to seed a later start. */
  getQuotes(): ReadonlyMap<string, AcceptedQuote>;
}

/** Maximum hold of a jump, in multiples of the stale limit. */
const CONFIRM_STALE_MULTIPLE = 4;

/** A guard for one market. Instruments are added by `MarketListed`. */
export function createFeedGuard(options: FeedGuardOptions): FeedGuard {
  const guard = new MarketGuard(options);
  return {
    filterEvent: (event, nowMs) => guard.filterEvent(event, nowMs),
    getStatus: (nowMs) => guard.getStatus(nowMs),
    getQuotes: () => guard.getQuotes(),
  };
}

class MarketGuard {
  private readonly watched = new Map<string, WatchedInstrument>();
  private policy: GuardPolicy = { confirmsJumps: true, confirmWithinMs: 0, lateAfterMs: 0 };
  private outages: OutageWatch = createOutageWatch(Infinity, 'always');
  private readonly dropped = Object.fromEntries(
    DROP_REASONS.map((reason) => [reason, 0]),
  ) as Record<DropReason, number>;
  private readonly counts = { received: 0, passed: 0, released: 0, late: 0, pending: 0 };
  private lastDrop: GuardStatus['lastDrop'] = null;

  constructor(private readonly options: FeedGuardOptions) {}

  filterEvent<E extends MarketInput | Listing>(
    event: E,
    nowMs: EpochMs,
  ): readonly (E | MarketInput)[] {
    if (event.type === 'MarketListed') this.addInstruments(event);
    return event.type === 'Market' ? this.assessEvent(event, nowMs) : [event];
  }

  private addInstruments({ market, instruments, staleAfterMs, shownAgain = [] }: Listing): void {
    if (market !== this.options.market) return;
    const isNews = this.options.kind === 'news';
    this.policy = {
      confirmsJumps: this.options.kind !== 'record',
      confirmWithinMs: CONFIRM_STALE_MULTIPLE * staleAfterMs,
      lateAfterMs: staleAfterMs,
    };
    if (this.watched.size === 0)
      this.outages = createOutageWatch(isNews ? staleAfterMs : Infinity, this.options.hours);
    for (const id of shownAgain) this.resetInstrument(id);
    for (const instrument of instruments) this.watchInstrument(instrument);
  }

  /** Resets an instrument whose history is replayed. */
  private resetInstrument(instrumentId: string): void {
    const watched = this.watched.get(instrumentId);
    if (!watched) return;
    this.counts.pending -= watched.held.length;
    for (const input of watched.held) this.recordDrop({ input, reason: 'unconfirmed' });
    this.watched.delete(instrumentId);
  }

  /** Keeps the state of an instrument unless its tick changes. */
  private watchInstrument(instrument: Instrument): void {
    const watched = this.watched.get(instrument.id);
    const isSame =
      watched?.instrument.tick.digits === instrument.tick.digits &&
      watched.instrument.tick.decimals === instrument.tick.decimals;
    if (watched) this.counts.pending -= isSame ? 0 : watched.held.length;
    if (watched && !isSame)
      for (const input of watched.held) this.recordDrop({ input, reason: 'unconfirmed' });
    this.watched.set(
      instrument.id,
      watched && isSame
        ? { ...watched, instrument }
        : createWatchedInstrument(instrument, this.options.storedQuote?.(instrument) ?? null),
    );
  }

  private assessEvent(input: MarketInput, nowMs: EpochMs): readonly MarketInput[] {
    this.counts.received += 1;
    const { market, instrumentId } = input.event;
    const watched = market === this.options.market ? this.watched.get(instrumentId) : undefined;
    if (!watched) {
      this.recordDrop({ input, reason: 'unlisted' });
      return [];
    }
    const isBarOfLateFeed = this.options.kind === 'late' && input.event.type !== 'QuoteArrived';
    const policy = isBarOfLateFeed ? { ...this.policy, confirmsJumps: false } : this.policy;
    const assessment = assessInput(watched, input, nowMs, policy);
    this.watched.set(instrumentId, assessment.next);
    this.countAssessment(assessment, watched.held.length);
    if (assessment.passed.length > 0 && !input.isBackfill)
      this.outages.recordQuote(watched.instrument, input.event.quote.atMs);
    return assessment.passed;
  }

  private countAssessment(
    { next, verdict, reason, passed, dropped }: Assessment,
    heldBefore: number,
  ): void {
    const isReplaced = reason === 'bar of a spike';
    this.counts.pending += next.held.length - heldBefore;
    this.counts.passed += passed.length - (isReplaced ? 1 : 0);
    if (verdict !== 'drop' || isReplaced) this.counts.released += Math.max(0, passed.length - 1);
    if (reason === 'late') this.counts.late += 1;
    for (const each of dropped) this.recordDrop(each);
  }

  private recordDrop({ input: { event }, reason }: Dropped): void {
    this.dropped[reason] += 1;
    const atMs: unknown = (event.quote as Quote | null | undefined)?.atMs;
    this.lastDrop = {
      instrumentId: event.instrumentId,
      reason,
      atMs: Number.isSafeInteger(atMs) ? (atMs as EpochMs) : null,
    };
  }

  getStatus(nowMs: EpochMs): GuardStatus {
    return {
      ...this.counts,
      dropped: { ...this.dropped },
      lastDrop: this.lastDrop,
      outages: this.outages.getStatus(nowMs),
    };
  }

  getQuotes(): ReadonlyMap<string, AcceptedQuote> {
    return new Map(
      [...this.watched].flatMap(([id, { instrument, stored, accepted }]) => {
        const quote = stored ?? accepted?.quote;
        return quote ? [[id, { tick: instrument.tick, quote }] as const] : [];
      }),
    );
  }
}

/** Total number of dropped events. */
export const countDropped = (status: Pick<GuardStatus, 'dropped'>): number =>
  Object.values(status.dropped).reduce((sum, count) => sum + count, 0);
