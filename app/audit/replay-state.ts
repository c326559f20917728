// What the audit has retold so far: the desk as the log says it must be, and the rows that can no
// longer change.
import type { LogRow } from './hash-chain';
import { type Facts, assertFact } from './facts';
import type { ReplayedSignal } from './replayed';
import {
  type ReplayedBook,
  type ReplayedDesk,
  type ReplayedSwitch,
  bookRow,
  orderRow,
  positionRow,
  switchRow,
  userRow,
} from './replayed';
import type { AuditedTable, AuditRow } from './tables';

/**
 * All that later records are checked against. Maps, sets and plain values alone, so that it can be
 * stored (structured clone).
 */
export interface AuditMemory {
  readonly desk: ReplayedDesk;
  readonly seenOrders: Set<string>;
  readonly seenPositions: Set<string>;
  readonly signals: {
    readonly waiting: Map<number, ReplayedSignal>;
    readonly scored: Set<string>;
    readonly demoted: Set<string>;
  };
  /** Engine time of the last record. */
  lastMs: number;
}

const emptyMemory = (): AuditMemory => ({
  desk: {
    books: new Map(),
    users: new Map(),
    listings: new Map(),
    halted: new Set(),
    disabled: new Set(),
    trading: 'ACTIVE',
    reason: '',
  },
  seenOrders: new Set(),
  seenPositions: new Set(),
  signals: { waiting: new Map(), scored: new Set(), demoted: new Set() },
  lastMs: -Infinity,
});

export class ReplayState {
  readonly desk: ReplayedDesk;
  readonly seenOrders: Set<string>;
  readonly seenPositions: Set<string>;
  /** By id of a position that this audit has seen closing the record that closed it. */
  readonly closedSeqs = new Map<string, number>();
  /** Refused commands by the number of their record. */
  readonly refusals = new Map<number, Facts>();
  /**
   * Signals by the record that froze them, and the networks that were scored and demoted, by their
   * place.
   */
  readonly signals: AuditMemory['signals'];
  row!: LogRow;
  facts!: Facts;
  private postings: AuditRow[] = [];

  /**
   * `thinnedMs`: valuations were last thinned as seen from this engine time. `memory`: of an audit
   * that ended before the first record; it is changed.
   */
  constructor(
    readonly expect: (table: AuditedTable, row: AuditRow) => void,
    readonly thinnedMs: number,
    readonly memory: AuditMemory = emptyMemory(),
  ) {
    this.desk = memory.desk;
    this.seenOrders = memory.seenOrders;
    this.seenPositions = memory.seenPositions;
    this.signals = memory.signals;
  }

  /** Turns to the next record; the postings of the one before are forgotten. */
  begin(row: LogRow): void {
    this.row = row;
    this.facts = JSON.parse(row.payload) as Facts;
    this.postings = [];
    assertFact(
      row.at_ms >= this.memory.lastMs,
      'at_ms',
      row.at_ms,
      `${this.memory.lastMs} or later`,
    );
    assertFact(
      row.cause_seq === null || (row.cause_seq >= 1 && row.cause_seq < row.seq),
      'cause_seq',
      row.cause_seq,
      'an earlier record',
    );
    this.memory.lastMs = row.at_ms;
  }

  /** The postings that the present record must have left. */
  posted(): readonly AuditRow[] {
    return this.postings;
  }

  post(rows: readonly AuditRow[]): void {
    this.postings.push(...rows);
  }

  book(): ReplayedBook {
    const book = this.desk.books.get(this.row.book_id ?? '');
    assertFact(book !== undefined, 'book_id', this.row.book_id, 'an open book');
    assertFact(book.userId === this.row.user_id, 'user_id', this.row.user_id, book.userId);
    return book;
  }

  switchOf(book: ReplayedBook, commodity: string): ReplayedSwitch {
    const state = book.switches.get(commodity) ?? {
      active: false,
      playbookId: null,
      lastEntryMs: null,
      losses: 0,
    };
    book.switches.set(commodity, state);
    return state;
  }

  /** Expects the rows of everything that may still change. */
  finish(): void {
    const { books, users, trading, reason } = this.desk;
    this.expect('desk', { id: 1, trading, reason });
    for (const [userId, user] of users) this.expect('user_desk', userRow(userId, user));
    for (const book of books.values()) {
      this.expect('book', bookRow(book));
      for (const [commodity, state] of book.switches)
        this.expect('book_commodity', switchRow(book, commodity, state));
      for (const order of book.orders.values()) this.expect('trade_order', orderRow(book, order));
      for (const held of book.positions.values()) this.expect('position', positionRow(book, held));
    }
  }
}
