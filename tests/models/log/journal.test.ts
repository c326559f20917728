// The journal: a step of the engine is on disk whole, or the disk is as it was.
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../app/models/log/journal.server';
import { listPostings } from '../../../app/models/log/ledger.server';
import { listDecisions, logHead } from '../../../app/models/log/log.server';
import { listFills, listOrders } from '../../../app/models/positions/order.server';
import { canonicalJson } from '../../../app/trading/domain/canonical';
import { toLots } from '../../../app/trading/domain/units';
import { StorageError } from '../../../app/trading/ports';
import { openDatabase } from '../../../db/client.server';
import { emptyBooks, testJournal } from '../../support/books';
import { ScriptedDesk, dice } from '../../support/scripted-desk';
import { tradedDesk } from '../../support/scripted-trader';

const everything = (db: ReturnType<typeof emptyBooks>['db']) =>
  Object.fromEntries(
    [
      'event',
      'posting',
      'desk',
      'user_desk',
      'book',
      'book_commodity',
      'position',
      'trade_order',
      'fill',
      'snapshot',
      'command',
      'meta',
    ].map((table) => [table, db.$client.prepare(`SELECT * FROM "${table}"`).all()]),
  );

describe('a commit', () => {
  it('chains its records by the stated formula', () => {
    const { db } = emptyBooks();
    const desk = tradedDesk(testJournal(db), 20);
    let before = '0'.repeat(64);
    for (const record of desk.commits.flatMap((commit) => commit.records)) {
      const row = db.$client.prepare('SELECT * FROM event WHERE seq = ?').get(record.seq) as Record<
        string,
        unknown
      >;
      const facts = canonicalJson([
        record.seq,
        record.userId,
        record.bookId,
        record.type,
        record.payload,
        record.causeSeq,
        record.atMs,
      ]);
      expect(row['payload']).toBe(canonicalJson(record.payload));
      expect(row['prev_hash']).toBe(before);
      expect(row['hash']).toBe(hash('sha256', before + facts));
      expect(row['seal']).toBe(
        hash('sha256', `${String(row['hash'])}|${String(row['wall_ms'])}|test`),
      );
      before = String(row['hash']);
    }
    expect(logHead(db)).toEqual({ seq: desk.state.logSeq, hash: before });
  });

  it('gives the same hash whenever and by whichever version it is written', () => {
    const [first, second] = [emptyBooks().db, emptyBooks().db];
    tradedDesk(testJournal(first), 50);
    tradedDesk(openJournal(second, { wallMs: () => 5, codeVersion: 'another' }), 50);
    expect(logHead(second)).toEqual(logHead(first));
  });

  it('stores the same rows in one commit as in many', () => {
    const [many, one] = [emptyBooks().db, emptyBooks().db];
    const desk = tradedDesk(testJournal(many), 400, 11);
    const rows = <T extends { id: string }>(name: 'orders' | 'positions') =>
      [
        ...new Map(
          desk.commits.flatMap((commit) => [...commit[name]]).map((row) => [row.id, row]),
        ).values(),
      ] as unknown as T[];
    testJournal(one).commit({
      records: desk.commits.flatMap((commit) => [...commit.records]),
      results: desk.commits.flatMap((commit) => [...commit.results]),
      state: desk.state,
      orders: rows('orders'),
      positions: rows('positions'),
    });
    expect({ ...everything(one), meta: null }).toEqual({ ...everything(many), meta: null });
  });

  it('stores whole fills, orders and postings under their owner alone', () => {
    const { db } = emptyBooks();
    const desk = tradedDesk(testJournal(db), 60);
    const [newest] = listOrders(db, 'ada', 'ada:simulation', 10);
    const [fill] = listFills(db, 'ada', 'ada:simulation', 10);
    expect(newest?.placedSeq).toBe(
      desk.commits
        .flatMap((commit) => [...commit.records])
        .filter((record) => record.type === 'OrderPlaced' && record.bookId === 'ada:simulation')
        .at(-1)?.seq,
    );
    expect(listPostings(db, 'ada', fill?.eventSeq ?? 0).length).toBeGreaterThanOrEqual(3);
    const decided = desk.commits
      .flatMap((commit) => [...commit.records])
      .filter(
        (record) =>
          record.bookId === 'ada:simulation' &&
          ['DecisionTaken', 'OrderRefused'].includes(record.type),
      );
    expect(listDecisions(db, 'ada', 'ada:simulation', 3)).toEqual(decided.slice(-3).reverse());
    const foreign = [
      listOrders(db, 'bob', 'ada:simulation', 10),
      listFills(db, 'bob', 'ada:simulation', 10),
      listPostings(db, 'bob', fill?.eventSeq ?? 0),
      listDecisions(db, 'bob', 'ada:simulation', 5),
    ];
    expect(foreign).toEqual([[], [], [], []]);
  });

  it('keeps the epoch of an order that ends in the commit of a reset', () => {
    const { db } = emptyBooks();
    const desk = new ScriptedDesk(testJournal(db));
    desk.list();
    const book = desk.open('ada');
    const order = desk.place(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(3),
      positionId: 'p1',
      playbookId: null,
    });
    desk.send(order);
    desk.fill(order.id, book.id, 2, 2801);
    desk.commit();
    desk.reset(book.id);
    const late = desk.place(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(1),
      positionId: 'p2',
      playbookId: null,
    });
    desk.end(late);
    desk.commit();
    expect(
      db.$client
        .prepare('SELECT epoch, count(*) AS orders FROM trade_order GROUP BY epoch ORDER BY epoch')
        .all(),
    ).toEqual([
      { epoch: 1, orders: 2 },
      { epoch: 2, orders: 1 },
    ]);
    expect(
      db.$client
        .prepare("SELECT DISTINCT epoch FROM posting WHERE entry = 'CLOSING'")
        .pluck()
        .all(),
    ).toEqual([1]);
    expect(
      db.$client
        .prepare('SELECT sum(amount) FROM posting WHERE epoch = 1 AND unit = ?')
        .pluck()
        .get('mills'),
    ).toBe(0);
  });
});

describe('a command', () => {
  it('is answered again from its key, for its user alone', () => {
    const { db } = emptyBooks();
    const journal = testJournal(db);
    const desk = tradedDesk(journal, 30);
    const results = desk.commits.flatMap((commit) => [...commit.results]);
    expect(results.length).toBeGreaterThan(5);
    for (const result of results) {
      const { userId, idempotencyKey } = result.envelope;
      expect(journal.findResult(userId, idempotencyKey ?? '')).toEqual(result);
      expect(journal.findResult(userId === 'ada' ? 'bob' : 'ada', idempotencyKey ?? '')).toBeNull();
    }
  });

  it('keeps its first answer', () => {
    const { db } = emptyBooks();
    const journal = testJournal(db);
    const desk = tradedDesk(journal, 5);
    const [first] = desk.commits.flatMap((commit) => [...commit.results]);
    if (!first) throw new Error('a desk answers');
    journal.commit({
      records: [],
      results: [{ ...first, commandId: 'later' }],
      state: desk.state,
      orders: [],
      positions: [],
    });
    expect(journal.findResult(first.envelope.userId, first.envelope.idempotencyKey ?? '')).toEqual(
      first,
    );
  });
});

describe('a disk that refuses', () => {
  it('keeps nothing of the commit, and takes the same commit once there is room', () => {
    const { db } = emptyBooks();
    const journal = testJournal(db);
    const desk = tradedDesk(journal, 40, 3);
    const whole = tradedDesk(null, 400, 3).commits.slice(desk.commits.length);
    const before = everything(db);
    db.$client.pragma(
      `max_page_count = ${Number(db.$client.pragma('page_count', { simple: true })) + 1}`,
    );
    let stored = 0;
    const store = () =>
      whole.slice(stored).forEach((commit) => {
        journal.commit(commit);
        stored += 1;
      });
    expect(store).toThrow(StorageError);
    const after = everything(db);
    const head = logHead(db);
    expect(head).toEqual(journal.head());
    expect(head.seq).toBe(whole[stored - 1]?.records.at(-1)?.seq ?? before['event']?.length);
    expect(store).toThrow(/could not be written \(SQLITE_FULL\).*Check the free space/s);
    expect(everything(db)).toEqual(after);
    db.$client.pragma('max_page_count = 1073741823');
    store();
    const reference = emptyBooks().db;
    tradedDesk(testJournal(reference), 400, 3);
    expect(everything(db)).toEqual(everything(reference));
  });

  it('is told apart when it may only be read', () => {
    const { db, path } = emptyBooks();
    const desk = tradedDesk(testJournal(db), 5);
    const journal = testJournal(openDatabase(path, { readonly: true }));
    const seq = desk.state.logSeq + 1;
    const record = {
      seq,
      userId: null,
      bookId: null,
      type: 'TradingHalted',
      payload: { reason: 'x' },
      causeSeq: null,
      atMs: desk.nowMs,
    } as const;
    expect(() =>
      journal.commit({
        records: [record],
        results: [],
        state: { ...desk.state, logSeq: seq },
        orders: [],
        positions: [],
      }),
    ).toThrow(StorageError);
  });

  it('is found by a probe, which takes the room of a command and leaves no record', () => {
    const { db } = emptyBooks();
    // Pages that migrations freed are room that no limit takes away.
    db.$client.exec('VACUUM');
    const journal = testJournal(db);
    tradedDesk(journal, 5);
    const head = journal.head();
    const pages = () => Number(db.$client.pragma('page_count', { simple: true }));
    db.$client.pragma(`max_page_count = ${pages() + 3}`);
    expect(() => journal.probe()).toThrow(StorageError);
    expect(
      db.$client.prepare("SELECT count(*) FROM meta WHERE key = 'storage_probe'").pluck().get(),
    ).toBe(0);
    db.$client.pragma(`max_page_count = ${pages() + 30}`);
    for (let round = 0; round < 20; round += 1) journal.probe();
    expect([journal.head(), logHead(db)]).toEqual([head, head]);
    expect(
      String(db.$client.prepare("SELECT value FROM meta WHERE key = 'storage_probe'").pluck().get())
        .length,
    ).toBeLessThan(20);
  });

  it('is told apart from a fault of the program', () => {
    const { db } = emptyBooks();
    const journal = testJournal(db);
    const desk = tradedDesk(journal, 5);
    const last = desk.commits.at(-1);
    if (!last) throw new Error('a desk commits');
    const before = everything(db);
    expect(() => journal.commit(last)).toThrow(/invariant broken: record \d+ follows \d+/);
    expect(everything(db)).toEqual(before);
  });
});

describe('the sequence ceiling', () => {
  it('stays above every number that a commit has shown', () => {
    const { db } = emptyBooks();
    const journal = testJournal(db);
    const roll = dice(7);
    const desk = new ScriptedDesk(journal, roll);
    desk.list();
    for (let step = 0; step < 40; step += 1) {
      desk.state = { ...desk.state, sequence: desk.state.sequence + Math.floor(roll() * 400_000) };
      desk.record('TradingResumed', null, { reason: '' });
      const { state } = desk.commit();
      const ceiling = Number(
        db.$client.prepare("SELECT value FROM meta WHERE key = 'sequence_ceiling'").pluck().get(),
      );
      expect(ceiling).toBeGreaterThanOrEqual(state.sequence + 500_000);
    }
  });
});
