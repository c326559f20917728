// Stored margin calls: recovery, notifications, and audit of forged records.
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import { listNoticeFacts } from '../../../app/models/notifications/notice-facts.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import type { LogRecord } from '../../../app/trading/domain/record';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { auditRecords } from '../../support/audited-records';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  OPEN_BOOK,
  createDeskHarness,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { openStoredDesk } from '../../support/stored-desk';

const config = createTestConfig({ hasMargin: true, hasGuards: false });
async function sellGas(desk: DeskHarness): Promise<void> {
  desk.quote(GAS, 2800);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  await desk.send('ann', createManualOrder({ side: 'SELL', lots: 700, stop: 20_000 }));
}

describe('a stored margin call', () => {
  it('survives a restart, and the log passes the audit', async () => {
    const { db } = createEmptyDatabase();
    const stored = openTestJournal(db);
    const journal = {
      ...createMemoryJournal(),
      commit: stored.commit,
      findResult: stored.findResult,
    };
    const before = createDeskHarness(config, journal);
    await before.send('ann', OPEN_BOOK);
    await sellGas(before);
    before.quote(GAS, 5400);
    const { state, differences } = recoverState(db, applyRecord);
    expect(differences).toEqual([]);
    expect(state.books['ann:simulation']?.marginCall).toEqual(
      before.runner.state().books['ann:simulation']?.marginCall,
    );
    const again = openTestJournal(db);
    const after = createDeskHarness(
      config,
      { ...createMemoryJournal(), commit: again.commit, findResult: again.findResult },
      { ...EMPTY_DESK, ...state },
    );
    for (const ticks of [5410, 5411, 5600, 5601, 5602]) after.quote(GAS, ticks);
    const types = db.$client
      .prepare<[], string>("SELECT type FROM event WHERE type LIKE 'Margin%' ORDER BY seq")
      .pluck()
      .all();
    expect(types.slice(0, 3)).toEqual(['MarginCalled', 'MarginReduced', 'MarginRestored']);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
  });
});

describe('the notification log', () => {
  it('shows call, reduction and end with equity and margin', async () => {
    const { db, desk } = await openStoredDesk(config);
    await sellGas(desk);
    for (const ticks of [5400, 5410, 5411]) desk.quote(GAS, ticks);
    const page = listNoticeFacts(db, 'ann', {
      before: null,
      withProtection: true,
      signalsFor: null,
      limit: 100,
    });
    const types = page.facts
      .map(({ record }) => record.type)
      .filter((type) => type.startsWith('Margin'));
    expect(types).toEqual(['MarginRestored', 'MarginReduced', 'MarginCalled']);
    const terminal = { db, state: () => desk.runner.state() } as unknown as Terminal;
    const notices = buildNoticePage(terminal, 'ann', null).notices.filter(({ title }) =>
      /margin/i.test(title),
    );
    expect(notices.map(({ title, variant }) => [title, variant])).toEqual([
      ['Margin call ended', 'default'],
      ['Positions reduced by margin', 'destructive'],
      ['Margin call', 'destructive'],
    ]);
    expect(notices[2]?.description).toMatch(
      /equity \$[\d,]+\.\d\d, maintenance margin \$[\d,]+\.\d\d/,
    );
  });
});

describe('the audit of margin', () => {
  /** A log with a margin call, a reduction and its end. */
  async function calledLog(): Promise<LogRecord[]> {
    const desk = createDeskHarness(config);
    await desk.send('ann', OPEN_BOOK);
    await sellGas(desk);
    for (const ticks of [5400, 5410, 5411]) desk.quote(GAS, ticks);
    desk.quote(CRUDE, 500);
    return desk.journal.records;
  }
  type Payload = Record<string, unknown> & {
    terms: Record<string, Record<string, number>>;
    lots: Record<string, number>;
  };
  const forgeRecords = (
    records: readonly LogRecord[],
    type: LogRecord['type'],
    forge: (payload: Payload) => Partial<Payload>,
  ): LogRecord[] =>
    records.map((record) =>
      record.type === type
        ? ({
            ...record,
            payload: { ...record.payload, ...forge(record.payload as unknown as Payload) },
          } as LogRecord)
        : record,
    );

  it('accepts an unmodified log', async () => {
    expect(auditRecords(await calledLog())).toBeNull();
  });

  it.each([
    [
      'another maintenance margin',
      'MarginCalled',
      ({ maintenanceMills }: Payload) => ({ maintenanceMills: Number(maintenanceMills) + 1 }),
      'payload.maintenanceMills',
    ],
    [
      'another initial margin',
      'MarginCalled',
      ({ initialMills }: Payload) => ({ initialMills: Number(initialMills) - 1 }),
      'payload.initialMills',
    ],
    [
      'another equity',
      'MarginRestored',
      ({ equityMills }: Payload) => ({ equityMills: Number(equityMills) + 1 }),
      'payload.equityMills',
    ],
    [
      'a price larger than the mark',
      'MarginCalled',
      ({ terms }: Payload) => ({ terms: { NG: { ...terms['NG'], sizeTicks: 99_999 } } }),
      'payload.terms',
    ],
    [
      'fewer lots than the exit that follows',
      'MarginReduced',
      ({ lots }: Payload) => ({
        lots: Object.fromEntries(Object.entries(lots).map(([id, count]) => [id, count - 1])),
      }),
      'payload.order.lots',
    ],
    [
      'more lots than are held',
      'MarginReduced',
      ({ lots }: Payload) => ({
        lots: Object.fromEntries(Object.keys(lots).map((id) => [id, 701])),
      }),
      'payload.lots',
    ],
  ] as const)('detects %s', async (_name, type, forge, column) => {
    expect(auditRecords(forgeRecords(await calledLog(), type, forge as never))).toBe(column);
  });

  it('detects an entry during a margin call', async () => {
    const records = await calledLog();
    const called = records.findIndex(({ type }) => type === 'MarginCalled');
    const entry = records.find(
      (record) => record.type === 'OrderPlaced' && record.payload.order.purpose === 'ENTRY',
    );
    const placed = entry?.type === 'OrderPlaced' ? entry : null;
    if (!placed) throw new Error('the log has an entry');
    const at = records[called];
    const copy = {
      ...placed,
      seq: (at?.seq ?? 0) + 1,
      causeSeq: null,
      atMs: at?.atMs ?? 0,
      payload: {
        ...placed.payload,
        order: { ...placed.payload.order, id: 'another', positionId: 'new' },
      },
    } as LogRecord;
    expect(auditRecords([...records.slice(0, called + 1), copy])).toBe('payload.order.purpose');
  });

  it('detects a margin call of an account above maintenance margin', async () => {
    const records = await calledLog();
    const restored = records.findIndex(({ type }) => type === 'MarginRestored');
    const copy = {
      ...records[restored],
      type: 'MarginCalled',
      seq: (records[restored]?.seq ?? 0) + 1,
    } as LogRecord;
    expect(auditRecords([...records.slice(0, restored + 1), copy])).toBe('payload.equityMills');
  });
});
