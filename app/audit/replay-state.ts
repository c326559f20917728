// State of the replay: the engine state that the log implies, and rows that are final.
import type { LogRow } from './hash-chain';
import { type Facts, assertFact } from './record-facts';
import type { ReplayedSignal } from './replayed-desk';
import {
  type ReplayedBook,
  type ReplayedDesk,
  type ReplayedSwitch,
  buildBookRow,
  buildOrderRow,
  buildPositionRow,
  buildSwitchRow,
  buildUserRow,
} from './replayed-desk';
import type { AuditedTable, AuditRow } from './audited-tables';

/**
 * Everything that later records are checked against. Only maps, sets and plain values, because it
 * is stored by structured clone.
 */
export interface AuditMemory {
  readonly desk: ReplayedDesk;
  readonly seenOrders: Set<string>;
  readonly seenPositions: Set<string>;
  readonly signals: {
    readonly pending: Map<number, ReplayedSignal>;
    readonly scored: Set<string>;
    readonly demoted: Set<string>;
  };
  /** Engine time of the last record. */
  lastMs: number;
}

const createMemory = (): AuditMemory => ({
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
  signals: { pending: new Map(), scored: new Set(), demoted: new Set() },
  lastMs: -Infinity,
});

export class ReplayState {
  readonly desk: ReplayedDesk;
  readonly seenOrders: Set<string>;
  readonly seenPositions: Set<string>;
  /** Closing record by position id, for positions closed in this audit. */
  readonly closedSeqs = new Map<string, number>();
  /** Refusals by record of the command. */
  readonly refusals = new Map<number, Facts>();
  /** Pending signals by record; scored and demoted networks by key. */
  readonly signals: AuditMemory['signals'];
  row!: LogRow;
  facts!: Facts;
  private postings: AuditRow[] = [];

  /**
   * `thinnedMs`: engine time of the last thinning of snapshots. `memory`: of an earlier audit; it
   * is changed.
   */
  constructor(
    readonly expect: (table: AuditedTable, row: AuditRow) => void,
    readonly thinnedMs: number,
    readonly memory: AuditMemory = createMemory(),
  ) {
    this.desk = memory.desk;
    this.seenOrders = memory.seenOrders;
    this.seenPositions = memory.seenPositions;
    this.signals = memory.signals;
  }

  /** Starts the next record and clears the postings of the previous one. */
  startRecord(row: LogRow): void {
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

  /** Expected postings of the current record. */
  getPostings(): readonly AuditRow[] {
    return this.postings;
  }

  post(rows: readonly AuditRow[]): void {
    this.postings.push(...rows);
  }

  getBook(): ReplayedBook {
    const book = this.desk.books.get(this.row.book_id ?? '');
    assertFact(book !== undefined, 'book_id', this.row.book_id, 'an open account');
    assertFact(book.userId === this.row.user_id, 'user_id', this.row.user_id, book.userId);
    return book;
  }

  getSwitch(book: ReplayedBook, commodity: string): ReplayedSwitch {
    const state = book.switches.get(commodity) ?? {
      active: false,
      playbookId: null,
      lastEntryMs: null,
      losses: 0,
    };
    book.switches.set(commodity, state);
    return state;
  }

  /** Expects the rows of everything that is not final. */
  finish(): void {
    const { books, users, trading, reason } = this.desk;
    this.expect('desk', { id: 1, trading, reason });
    for (const [userId, user] of users) this.expect('user_desk', buildUserRow(userId, user));
    for (const book of books.values()) {
      this.expect('book', buildBookRow(book));
      for (const [commodity, state] of book.switches)
        this.expect('book_commodity', buildSwitchRow(book, commodity, state));
      for (const order of book.orders.values())
        this.expect('trade_order', buildOrderRow(book, order));
      for (const { order } of book.ended.values())
        this.expect('trade_order', buildOrderRow(book, order));
      for (const position of book.positions.values())
        this.expect('position', buildPositionRow(book, position));
    }
  }
}
