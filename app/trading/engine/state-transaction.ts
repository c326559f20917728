/** A step in the making: the desk so far, and what must leave the engine with it. */
import type { Book } from '../domain/book';
import type { LogRecord, RecordPayloads, RecordType } from '../domain/record';
import type { EpochMs } from '../domain/units';
import { type PutBook, applyPutting } from './apply';
import type { Effect, Step } from './event';
import { listTouchedRows } from './order-settlement';
import type { DeskState } from './state';

export interface Owner {
  readonly userId: string | null;
  readonly bookId: string | null;
}

/**
 * The books of a desk in the making: copied at the first change, changed in place from then on.
 * Nobody outside has seen the copy yet. A thousand users are valued at one price, and a copy for
 * each would be the whole cost of it.
 */
export class OwnBooks {
  private books: Record<string, Book> | null = null;

  readonly put: PutBook = (books, book) => {
    if (this.books !== books) this.books = { ...books };
    this.books[book.id] = book;
    return this.books;
  };
}

export class Draft {
  private current: DeskState;
  private readonly made: Effect[] = [];
  /** Engine time: that of the event, but never before an earlier one. */
  readonly nowMs: EpochMs;

  constructor(
    state: DeskState,
    atMs: EpochMs,
    private readonly own: OwnBooks = new OwnBooks(),
    /** The record that causes those to come; null until there is one. */
    public causeSeq: number | null = null,
  ) {
    this.nowMs = Math.max(state.nowMs, atMs);
    this.current = { ...state, sequence: state.sequence + 1, nowMs: this.nowMs };
  }

  get state(): DeskState {
    return this.current;
  }

  /** Writes a fact down and applies it; the number it got. */
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
    this.current = applyPutting(this.current, record, this.own.put);
    this.made.push({ type: 'Record', record, ...listTouchedRows(before, this.current, record) });
    return seq;
  }

  /** Does something as caused by a record of this step. */
  because(seq: number, act: () => void): void {
    const cause = this.causeSeq;
    this.causeSeq = seq;
    act();
    this.causeSeq = cause;
  }

  /** Changes what follows from the feeds and is never stored. */
  setMarkets(markets: DeskState['markets']): void {
    this.current = { ...this.current, markets };
  }

  /** Changes what follows from the clocks and is never stored. */
  setClockFault(clockFault: string | null): void {
    this.current = { ...this.current, clockFault };
  }

  emit(effect: Exclude<Effect, { type: 'Record' }>): void {
    this.made.push(effect);
  }

  finish(): Step {
    return { state: this.current, effects: this.made };
  }
}
