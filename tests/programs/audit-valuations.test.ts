// Audit of valuations without live prices, of forgotten closes, and of early "closed" answers.
import { describe, expect, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { computeDigest, sortedJson } from '../../app/audit/hash-chain';
import { prepareFindHash } from '../../app/audit/record-hashes';
import type { LogRecord, RecordPayloads } from '../../app/trading/domain/record';
import { toMills } from '../../app/trading/domain/units';
import { auditRecords } from '../support/audited-records';
import { openStoredDesk } from '../support/stored-desk';
import { type DeskHarness, GAS, openDesk, createTestConfig } from '../support/desk-harness';
import { getBook, createManualOrder } from '../support/reference-orders';
import { MINUTE_MS } from '../../app/trading/domain/time';

async function openDeskWithPosition(config = createTestConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder());
  desk.wait(MINUTE_MS);
  desk.quote(GAS, 2900);
  return desk;
}

/** The records with a changed last valuation. */
function withLastValuation(
  { journal }: DeskHarness,
  change: (facts: RecordPayloads['PortfolioValued']) => RecordPayloads['PortfolioValued'],
): LogRecord[] {
  const last = journal.records.map(({ type }) => type).lastIndexOf('PortfolioValued');
  return journal.records.map((record, index) =>
    index === last && record.type === 'PortfolioValued'
      ? { ...record, payload: change(record.payload) }
      : record,
  );
}

describe('valuation audit', () => {
  test("passes for the engine's valuation", async () => {
    const desk = await openDeskWithPosition();
    expect(auditRecords(desk.journal.records)).toBeNull();
  });

  test('requires a mark for every position', async () => {
    const desk = await openDeskWithPosition();
    const records = withLastValuation(desk, (facts) => ({
      ...facts,
      marks: {},
      unrealisedMills: toMills(0),
      equityMills: facts.balanceMills,
    }));
    expect(auditRecords(records)).toBe('payload.marks');
  });

  test('requires the time of the oldest quote once one has it', async () => {
    const desk = await openDeskWithPosition();
    desk.wait(15 * MINUTE_MS);
    desk.quote(GAS, 2950);
    const records = withLastValuation(desk, ({ oldestQuoteMs: _gone, ...facts }) => facts);
    expect(auditRecords(records)).toBe('payload.oldestQuoteMs');
  });

  test('rejects a quote from the future', async () => {
    const desk = await openDeskWithPosition();
    const records = withLastValuation(desk, (facts) => ({
      ...facts,
      oldestQuoteMs: desk.nowMs() + 1,
    }));
    expect(auditRecords(records)).toBe('payload.oldestQuoteMs');
  });

  test('accepts older records without a quote time', async () => {
    const desk = await openDeskWithPosition();
    const records = desk.journal.records.map((record) => {
      if (record.type !== 'PortfolioValued') return record;
      const { oldestQuoteMs: _gone, ...facts } = record.payload;
      return { ...record, payload: facts };
    });
    expect(auditRecords(records)).toBeNull();
  });
});

describe('audit of a requested close', () => {
  test('fails when no exit order follows within 10 minutes', async () => {
    const desk = await openDeskWithPosition();
    const [position] = Object.values(getBook(desk).positions);
    const last = desk.journal.records.at(-1);
    if (!position || !last) throw new Error('no open position');
    const { userId, bookId } = { userId: 'ann', bookId: position.bookId };
    const request: LogRecord = {
      seq: last.seq + 1,
      userId,
      bookId,
      type: 'CloseRequested',
      causeSeq: null,
      atMs: last.atMs,
      payload: {
        reason: 'manual',
        positions: [{ positionId: position.id, instrumentId: 'NG', obstacle: null }],
      },
    };
    const lastValuation = desk.journal.records
      .filter((record) => record.type === 'PortfolioValued')
      .at(-1);
    if (lastValuation?.type !== 'PortfolioValued') throw new Error('no valuation');
    const createValuation = (afterMs: number): LogRecord => ({
      ...lastValuation,
      seq: last.seq + 2,
      atMs: last.atMs + afterMs,
      causeSeq: null,
    });
    expect(
      auditRecords([...desk.journal.records, request, createValuation(9 * MINUTE_MS)]),
    ).toBeNull();
    expect(auditRecords([...desk.journal.records, request, createValuation(10 * MINUTE_MS)])).toBe(
      'payload',
    );
  });
});

describe('audit of a CLOSE result', () => {
  /** An engine with a real database that executed a CLOSE while the position had to wait. */
  async function openDeskWithClose() {
    const { db, desk } = await openStoredDesk(createTestConfig({ fillsAtOnce: false }));
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder());
    desk.quote(GAS, 2800);
    await desk.send('ann', { type: 'CloseTrading', commodity: null }, 'close-key');
    return { raw: db.$client, desk };
  }

  interface CommandRow {
    readonly user_id: string;
    readonly idempotency_key: string;
    readonly command_id: string;
    readonly request_hash: string;
    readonly result: string;
    readonly seq: number;
    readonly last_seq: number;
  }

  test("passes for the engine's result", async () => {
    const { raw } = await openDeskWithClose();
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
  });

  test('finds an open position reported as closed', async () => {
    const { raw } = await openDeskWithClose();
    const row = raw
      .prepare<[], CommandRow>("SELECT * FROM command WHERE idempotency_key = 'close-key'")
      .get();
    if (!row) throw new Error('no stored result');
    const answer = JSON.parse(row.result) as {
      outcome: { value: { closedPositions: string[]; waiting: { positionId: string }[] } };
    };
    const { value } = answer.outcome;
    expect([value.closedPositions, value.waiting.length]).toEqual([[], 1]);
    value.closedPositions = value.waiting.map(({ positionId }) => positionId);
    value.waiting = [];
    const result = JSON.stringify(answer);
    const hash = prepareFindHash(raw)(row.seq);
    const seal = computeDigest(
      sortedJson([
        row.user_id,
        row.idempotency_key,
        row.command_id,
        row.request_hash,
        result,
        row.seq,
        row.last_seq,
        hash,
      ]),
    );
    raw
      .prepare("UPDATE command SET result = ?, seal = ? WHERE idempotency_key = 'close-key'")
      .run(result, seal);
    expect(auditDatabase(raw).firstDifferences).toMatchObject([
      { table: 'command', column: 'result' },
    ]);
  });
});
