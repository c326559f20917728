// Journal: an engine step is stored completely or not at all.
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../app/models/log/journal.server';
import { listPostings } from '../../../app/models/log/ledger.server';
import { listDecisions, getLogHead } from '../../../app/models/log/log.server';
import { listFills, listOrders } from '../../../app/models/positions/order.server';
import { toCanonicalJson } from '../../../app/trading/domain/canonical-json';
import { toLots } from '../../../app/trading/domain/units';
import { StorageError } from '../../../app/trading/ports';
import { openDatabase } from '../../../db/client.server';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import { ScriptedDesk, createDice } from '../../support/scripted-desk';
import { createTradedDesk } from '../../support/scripted-trader';

const readAllTables = (db: ReturnType<typeof createEmptyDatabase>['db']) =>
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
  it('chains record hashes by the documented formula', () => {
    const { db } = createEmptyDatabase();
    const desk = createTradedDesk(openTestJournal(db), 20);
    let before = '0'.repeat(64);
    for (const record of desk.commits.flatMap((commit) => commit.records)) {
      const row = db.$client
        .prepare<
          [number],
          Record<string, unknown>
        >('SELECT *, lower(hex(hash)) AS hash_hex, lower(hex(seal)) AS seal_hex FROM event WHERE seq = ?')
        .get(record.seq)!;
      const facts = toCanonicalJson([
        record.seq,
        record.userId,
        record.bookId,
        record.type,
        record.payload,
        record.causeSeq,
        record.atMs,
      ]);
      expect(row['payload']).toBe(toCanonicalJson(record.payload));
      expect(row['hash_hex']).toBe(hash('sha256', before + facts));
      expect(row['seal_hex']).toBe(
        hash('sha256', `${String(row['hash_hex'])}|${String(row['wall_ms'])}|test`),
      );
      before = String(row['hash_hex']);
    }
    expect(getLogHead(db)).toEqual({ seq: desk.state.logSeq, hash: before });
  });

  it('produces the same hash at any time and code version', () => {
    const [first, second] = [createEmptyDatabase().db, createEmptyDatabase().db];
    createTradedDesk(openTestJournal(first), 50);
    createTradedDesk(openJournal(second, { wallMs: () => 5, codeVersion: 'another' }), 50);
    expect(getLogHead(second)).toEqual(getLogHead(first));
  });

  it('stores the same rows in one commit or in many', () => {
    const [many, one] = [createEmptyDatabase().db, createEmptyDatabase().db];
    const desk = createTradedDesk(openTestJournal(many), 400, 11);
    const listRows = <T extends { id: string }>(name: 'orders' | 'positions') =>
      [
        ...new Map(
          desk.commits.flatMap((commit) => [...commit[name]]).map((row) => [row.id, row]),
        ).values(),
      ] as unknown as T[];
    openTestJournal(one).commit({
      records: desk.commits.flatMap((commit) => [...commit.records]),
      results: desk.commits.flatMap((commit) => [...commit.results]),
      state: desk.state,
      orders: listRows('orders'),
      positions: listRows('positions'),
    });
    expect({ ...readAllTables(one), meta: null }).toEqual({ ...readAllTables(many), meta: null });
  });

  it('stores fills, orders and postings visible to their owner only', () => {
    const { db } = createEmptyDatabase();
    const desk = createTradedDesk(openTestJournal(db), 60);
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

  it('keeps the account period of an order that ends in the commit of a reset', () => {
    const { db } = createEmptyDatabase();
    const desk = new ScriptedDesk(openTestJournal(db));
    desk.listMarket();
    const book = desk.openAccount('ada');
    const order = desk.placeOrder(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(3),
      positionId: 'p1',
      playbookId: null,
    });
    desk.sendOrder(order);
    desk.fillOrder(order.id, book.id, 2, 2801);
    desk.commit();
    desk.resetAccount(book.id);
    const late = desk.placeOrder(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(1),
      positionId: 'p2',
      playbookId: null,
    });
    desk.endOrder(late);
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
  it('returns the stored result for its key, to its user only', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const desk = createTradedDesk(journal, 30);
    const results = desk.commits.flatMap((commit) => [...commit.results]);
    expect(results.length).toBeGreaterThan(5);
    for (const result of results) {
      const { userId, idempotencyKey } = result.envelope;
      expect(journal.findResult(userId, idempotencyKey ?? '')).toEqual(result);
      expect(journal.findResult(userId === 'ada' ? 'bob' : 'ada', idempotencyKey ?? '')).toBeNull();
    }
  });

  it('keeps its first result', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const desk = createTradedDesk(journal, 5);
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

describe('a full disk', () => {
  it('stores nothing of the commit and accepts it again once there is space', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const desk = createTradedDesk(journal, 40, 3);
    const whole = createTradedDesk(null, 400, 3).commits.slice(desk.commits.length);
    const before = readAllTables(db);
    db.$client.pragma(
      `max_page_count = ${Number(db.$client.pragma('page_count', { simple: true })) + 1}`,
    );
    let stored = 0;
    const storeRest = () =>
      whole.slice(stored).forEach((commit) => {
        journal.commit(commit);
        stored += 1;
      });
    expect(storeRest).toThrow(StorageError);
    const after = readAllTables(db);
    const head = getLogHead(db);
    expect(head).toEqual(journal.head());
    expect(head.seq).toBe(whole[stored - 1]?.records.at(-1)?.seq ?? before['event']?.length);
    expect(storeRest).toThrow(/could not be written \(SQLITE_FULL\).*Check the free space/s);
    expect(readAllTables(db)).toEqual(after);
    db.$client.pragma('max_page_count = 1073741823');
    storeRest();
    const reference = createEmptyDatabase().db;
    createTradedDesk(openTestJournal(reference), 400, 3);
    expect(readAllTables(db)).toEqual(readAllTables(reference));
  });

  it('raises StorageError on a readonly database', () => {
    const { db, path } = createEmptyDatabase();
    const desk = createTradedDesk(openTestJournal(db), 5);
    const journal = openTestJournal(openDatabase(path, { readonly: true }));
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

  it('is detected by a probe that leaves no record', () => {
    const { db } = createEmptyDatabase();
    // VACUUM removes free pages, which `max_page_count` does not limit.
    db.$client.exec('VACUUM');
    const journal = openTestJournal(db);
    createTradedDesk(journal, 5);
    const head = journal.head();
    const countPages = () => Number(db.$client.pragma('page_count', { simple: true }));
    db.$client.pragma(`max_page_count = ${countPages() + 3}`);
    expect(() => journal.probe()).toThrow(StorageError);
    expect(
      db.$client.prepare("SELECT count(*) FROM meta WHERE key = 'storage_probe'").pluck().get(),
    ).toBe(0);
    db.$client.pragma(`max_page_count = ${countPages() + 30}`);
    for (let round = 0; round < 20; round += 1) journal.probe();
    expect([journal.head(), getLogHead(db)]).toEqual([head, head]);
    expect(
      String(db.$client.prepare("SELECT value FROM meta WHERE key = 'storage_probe'").pluck().get())
        .length,
    ).toBeLessThan(20);
  });

  it('is distinguished from a program fault', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const desk = createTradedDesk(journal, 5);
    const last = desk.commits.at(-1);
    if (!last) throw new Error('a desk commits');
    const before = readAllTables(db);
    expect(() => journal.commit(last)).toThrow(/invariant broken: record \d+ follows \d+/);
    expect(readAllTables(db)).toEqual(before);
  });
});

describe('the sequence ceiling', () => {
  it('stays above every committed sequence number', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const roll = createDice(7);
    const desk = new ScriptedDesk(journal, roll);
    desk.listMarket();
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
