/** Collects the state changes and effects of one engine step. */
import type { Book } from '../domain/book';
import type { LogRecord, RecordPayloads, RecordType } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { BrokerLink } from '../ports';
import { type StoreBook, applyRecordWith } from './apply-record';
import type { Effect, Step } from './event';
import { listTouchedRows } from './order-settlement';
import type { DeskState } from './state';

export interface Owner {
  readonly userId: string | null;
  readonly bookId: string | null;
}

/**
 * Accounts of an unpublished state: copied at the first change, then changed in place. Copying for
 * each of 1,000 valued accounts would dominate the cost of a price.
 */
export class OwnedBooks {
  private books: Record<string, Book> | null = null;

  readonly put: StoreBook = (books, book) => {
    if (this.books !== books) this.books = { ...books };
    this.books[book.id] = book;
    return this.books;
  };
}

export class StateTransaction {
  /** Copied for this step, so it may be changed in place. */
  private current: { -readonly [Key in keyof DeskState]: DeskState[Key] };
  private readonly effects: Effect[] = [];
  /** Engine time: the event's time, but never earlier than before. */
  readonly nowMs: EpochMs;

  constructor(
    state: DeskState,
    atMs: EpochMs,
    private readonly own: OwnedBooks = new OwnedBooks(),
    /** Cause of the following records; null for none. */
    public causeSeq: number | null = null,
  ) {
    this.nowMs = Math.max(state.nowMs, atMs);
    this.current = { ...state, sequence: state.sequence + 1, nowMs: this.nowMs };
  }

  get state(): DeskState {
    return this.current;
  }

  /** Records and applies a fact. Returns its sequence number. */
  record<T extends RecordType>(type: T, owner: Owner, payload: RecordPayloads[T]): number {
    const seq = this.current.logSeq + 1;
    const record = {
      seq,
      userId: owner.userId,
      bookId: owner.bookId,
      type,
      payload,
      causeSeq: this.causeSeq,
      atMs: this.nowMs,
    } as LogRecord;
    const before = owner.bookId === null ? undefined : this.current.books[owner.bookId];
    this.current = applyRecordWith(this.current, record, this.own.put);
    this.effects.push({ type: 'Record', record, ...listTouchedRows(before, this.current, record) });
    return seq;
  }

  /** Runs `action` with a record of this step as cause. */
  withCause<T>(seq: number, action: () => T): T {
    const cause = this.causeSeq;
    this.causeSeq = seq;
    const result = action();
    this.causeSeq = cause;
    return result;
  }

  /** Markets follow from the feeds and are not stored. */
  setMarkets(markets: DeskState['markets']): void {
    this.current.markets = markets;
  }

  /** The clock fault follows from the clocks and is not stored. */
  setClockFault(clockFault: string | null): void {
    this.current.clockFault = clockFault;
  }

  setBrokerLink(bookId: string, link: BrokerLink): void {
    this.current.links = { ...this.current.links, [bookId]: link };
  }

  /** After a fill, what the comparison found at the broker is no longer what it has. */
  clearHoldings(bookId: string): void {
    const link = this.current.links[bookId];
    if (link?.state === 'ready' && link.atBroker)
      this.setBrokerLink(bookId, { ...link, atBroker: null });
  }

  /** The connection is down since its first loss, whatever the reason is now. */
  setBrokerDown(bookId: string, reason: string): void {
    const link = this.current.links[bookId];
    const sinceMs = link?.state === 'down' ? link.sinceMs : this.nowMs;
    this.setBrokerLink(bookId, { state: 'down', reason, sinceMs });
  }

  /** Follows from the orders and the clock, and is not stored. */
  setUncoveredSince(uncoveredSince: DeskState['uncoveredSince']): void {
    this.current.uncoveredSince = uncoveredSince;
  }

  /** The progress of valuations follows from the clock and is not stored. */
  setValuation(valuation: DeskState['valuation']): void {
    this.current.valuation = valuation;
  }

  emit(effect: Exclude<Effect, { type: 'Record' }>): void {
    this.effects.push(effect);
  }

  finish(): Step {
    return { state: this.current, effects: this.effects };
  }
}
