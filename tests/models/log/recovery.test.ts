// Recovery from any checkpoint or none, and detection of a modified log.
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../app/models/log/journal.server';
import { ChainError, getLogHead, prepareFindEventHash } from '../../../app/models/log/log.server';
import {
  findAuditedHead,
  recoverState,
  saveAuditedHead,
  saveCheckpoint,
} from '../../../app/models/log/recovery.server';
import type { LoggedState } from '../../../app/trading/domain/book';
import type { Settings } from '../../../app/trading/domain/settings';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import type { Database } from '../../../db/client.server';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import type { ScriptedDesk } from '../../support/scripted-desk';
import { createTradedDesk } from '../../support/scripted-trader';

const pickLoggedState = ({
  logSeq,
  nowMs,
  trading,
  listings,
  users,
  books,
  signals,
  halts,
  disabledUsers,
}: LoggedState): LoggedState => ({
  sequence: 0,
  logSeq,
  nowMs,
  trading,
  listings,
  users,
  books,
  signals,
  halts,
  disabledUsers,
});

/** Ids of open positions and orders by age. */
const listIdsByAge = (desk: LoggedState) =>
  Object.values(desk.books).map((book) => [Object.keys(book.positions), Object.keys(book.orders)]);

/** Runs SQL without triggers and CHECKs, like an attacker with file access. */
function tamperWith(db: Database, sql: string): void {
  const guards = db.$client
    .prepare<
      [],
      { name: string; sql: string }
    >("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of guards) db.$client.exec(`DROP TRIGGER ${name}`);
  db.$client.pragma('ignore_check_constraints = ON');
  db.$client.exec(sql);
  db.$client.pragma('ignore_check_constraints = OFF');
  for (const guard of guards) db.$client.exec(guard.sql);
}

function tradedBooks(steps = 300, seed = 21): { db: Database; desk: ScriptedDesk } {
  const { db } = createEmptyDatabase();
  return { db, desk: createTradedDesk(openTestJournal(db), steps, seed) };
}

describe('recovery', () => {
  it('of an empty log returns an empty state', () => {
    const { db } = createEmptyDatabase();
    const recovery = recoverState(db, applyRecord);
    expect(recovery).toMatchObject({ head: { seq: 0 }, sequence: 0, differences: [], folded: 0 });
    expect(recovery.state.books).toEqual({});
  });

  it('applies the whole log without a checkpoint', () => {
    const { db, desk } = tradedBooks();
    const { state, head, differences, folded } = recoverState(db, applyRecord);
    expect(pickLoggedState(state)).toEqual(pickLoggedState(desk.state));
    expect(differences).toEqual([]);
    expect(head).toEqual(getLogHead(db));
    expect(folded).toBe(desk.state.logSeq);
  });

  it('from any checkpoint returns the same state and row order', () => {
    const whole = createTradedDesk(null, 120, 8);
    for (let at = 5; at < whole.commits.length; at += 17) {
      const { db } = createEmptyDatabase();
      const journal = openTestJournal(db);
      whole.commits.forEach((commit, place) => {
        journal.commit(commit);
        if (place === at) saveCheckpoint(db, commit.state, journal.head());
      });
      const { state, differences, folded } = recoverState(db, applyRecord);
      expect(pickLoggedState(state)).toEqual(pickLoggedState(whole.state));
      expect(listIdsByAge(state)).toEqual(listIdsByAge(whole.state));
      expect(differences).toEqual([]);
      expect(folded).toBe(whole.state.logSeq - (whole.commits[at]?.state.logSeq ?? 0));
    }
  });

  it('takes the default of a setting that an old checkpoint lacks', () => {
    const { db, desk } = tradedBooks(60);
    const users = Object.fromEntries(
      Object.entries(desk.state.users).map(([id, user]) => {
        const { riskLevel: _added, ...rest } = user.settings;
        return [id, { ...user, settings: rest as Settings }];
      }),
    );
    saveCheckpoint(db, { ...desk.state, users }, getLogHead(db));
    const recovered = Object.values(recoverState(db, applyRecord).state.users);
    expect(recovered.map(({ settings }) => settings)).toEqual(
      Object.values(users).map(({ settings }) => ({ ...settings, riskLevel: 'moderate' })),
    );
  });

  it('reads only checkpoints whose fields are those of its format', () => {
    const { db, desk } = tradedBooks(0);
    saveCheckpoint(db, desk.state, getLogHead(db));
    const stored = JSON.parse(
      db.$client.prepare<[], string>('SELECT state FROM checkpoint').pluck().get() ?? '',
    ) as LoggedState & { format: number };
    const listFields = (row: object | undefined): string =>
      Object.keys(row ?? {})
        .sort()
        .join(' ');
    const { format, ...state } = stored;
    expect(
      {
        format,
        state: listFields(state),
        user: listFields(state.users['ada']),
        account: listFields(state.books['ada:paper']),
      },
      'an earlier checkpoint lacks a new field: raise CHECKPOINT_FORMAT in recovery.server.ts with it',
    ).toEqual({
      format: 12,
      state: 'books disabledUsers halts listings logSeq nowMs sequence signals trading users',
      user: 'mode modeSwitchTimes settings userId',
      account:
        'arming balances capitalMills closed closing commodities day dayLowMills dayStartMills drawdown endedOrders entryTimes epoch equityMills globalActive halt id isResetPending isValuationDue marginCall market marks mode nextOrderNumber openTrades opened openedMs orders peakMills peakMs positions proposals rejectionTimes userId valuedMinute won',
    });
  });

  it('keeps three checkpoints and skips a corrupt one', () => {
    const { db } = createEmptyDatabase();
    const journal = openTestJournal(db);
    const whole = createTradedDesk(null, 50, 4);
    for (const commit of whole.commits) {
      journal.commit(commit);
      saveCheckpoint(db, commit.state, journal.head());
    }
    const storedSequences = db.$client
      .prepare<[], number>('SELECT seq FROM checkpoint ORDER BY seq DESC')
      .pluck()
      .all();
    expect(storedSequences).toEqual(
      whole.commits
        .slice(-3)
        .map((commit) => commit.state.logSeq)
        .reverse(),
    );
    db.$client.exec(
      `UPDATE checkpoint SET state = replace(state, 'ACTIVE', 'HALTED') WHERE seq = ${storedSequences[0]}`,
    );
    const { state, folded } = recoverState(db, applyRecord);
    expect(folded).toBe((storedSequences[0] ?? 0) - (storedSequences[1] ?? 0));
    expect(pickLoggedState(state)).toEqual(pickLoggedState(whole.state));
  });

  it('never reuses a sequence number', () => {
    const { db, desk } = tradedBooks(30);
    const first = recoverState(db, applyRecord);
    expect(first.sequence).toBeGreaterThan(desk.state.sequence);
    const second = recoverState(db, applyRecord);
    expect(second.sequence).toBeGreaterThanOrEqual(first.sequence + 1_000_000);
  });

  it('lets the journal continue at its end', () => {
    const { db, desk } = tradedBooks(30);
    const { state } = recoverState(db, applyRecord);
    const journal = openJournal(db, { wallMs: () => 0, codeVersion: 'later' });
    const record = {
      seq: state.logSeq + 1,
      userId: null,
      bookId: null,
      type: 'TradingHalted',
      payload: { reason: 'x' },
      causeSeq: null,
      atMs: desk.nowMs,
    } as const;
    journal.commit({
      records: [record],
      results: [],
      state: applyRecord(state, record),
      orders: [],
      positions: [],
    });
    expect(recoverState(db, applyRecord)).toMatchObject({
      differences: [],
      state: { trading: { state: 'HALTED', reason: 'x' } },
    });
  });
});

describe('a modified log', () => {
  const TOUCHES = [
    [
      "UPDATE event SET payload = replace(payload, '25000000', '26000000') WHERE type = 'BookOpened'",
      /does not match its hash/,
    ],
    ["UPDATE event SET user_id = 'eve' WHERE seq = 40", /does not match its hash/],
    ['UPDATE event SET at_ms = at_ms + 1 WHERE seq = 40', /does not match its hash/],
    ['UPDATE event SET wall_ms = wall_ms + 1 WHERE seq = 40', /does not match its seal/],
    ["UPDATE event SET code_version = 'other' WHERE seq = 40", /does not match its seal/],
    ['UPDATE event SET hash = zeroblob(32) WHERE seq = 40', /does not match its hash/],
    ['PRAGMA foreign_keys = OFF; DELETE FROM event WHERE seq = 40', /is missing/],
  ] as const;

  it.each(TOUCHES)('is rejected: %s', (sql, reason) => {
    const { db } = tradedBooks(60);
    tamperWith(db, sql);
    expect(() => recoverState(db, applyRecord)).toThrow(ChainError);
    expect(() => recoverState(db, applyRecord)).toThrow(reason);
  });

  it('is verified from the last audited record on', () => {
    const { db, desk } = tradedBooks(60);
    saveCheckpoint(db, desk.state, getLogHead(db));
    const middle = { seq: 40, hash: prepareFindEventHash(db)(40) ?? '' };
    saveAuditedHead(db, middle);
    expect(findAuditedHead(db)).toEqual(middle);
    tamperWith(db, 'UPDATE event SET at_ms = at_ms + 1 WHERE seq = 30');
    expect(recoverState(db, applyRecord)).toMatchObject({ verifiedFrom: 41, folded: 0 });
    tamperWith(db, 'UPDATE event SET at_ms = at_ms + 1 WHERE seq = 50');
    expect(() => recoverState(db, applyRecord)).toThrow(ChainError);
  });
});

describe('rows that differ from the log', () => {
  const TOUCHES = [
    ['UPDATE book SET available_mills = available_mills + 1', 'availableMills'],
    ['UPDATE book SET global_active = 1 - global_active', 'globalActive'],
    ["UPDATE book_commodity SET playbook_id = 'OTHER'", 'playbookId'],
    ['UPDATE position SET cost_mills = cost_mills + 1', 'costMills'],
    ["UPDATE trade_order SET state = 'SENT' WHERE state = 'ACKNOWLEDGED'", 'state'],
    ["UPDATE user_desk SET risk_level = 'conservative'", 'riskLevel'],
    ["UPDATE desk SET reason = 'other'", 'reason'],
    [
      "PRAGMA foreign_keys = OFF; DELETE FROM position WHERE status = 'ACTIVE'",
      'is missing on disk',
    ],
    ['DELETE FROM user_desk', 'is missing on disk'],
  ] as const;

  it.each(TOUCHES)('are reported: %s', (sql, name) => {
    const { db } = tradedBooks(160, 9);
    expect(recoverState(db, applyRecord).differences).toEqual([]);
    tamperWith(db, sql);
    const { differences } = recoverState(db, applyRecord);
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.every((difference) => difference.includes(name))).toBe(true);
  });
});
