// The audit against valuations without live prices, closes that are forgotten, and answers that say
// closed too early.
import { describe, expect, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit';
import { computeDigest, sortedJson } from '../../app/audit/hash-chain';
import type { LogRecord, RecordPayloads } from '../../app/trading/domain/record';
import { toMills } from '../../app/trading/domain/units';
import { auditRecords } from '../support/audited-records';
import { emptyBooks, testJournal } from '../support/books';
import {
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  memoryJournal,
  openDesk,
  testConfig,
} from '../support/desk-harness';
import { getBook, handOrder } from '../support/reference-orders';
import { MINUTE_MS } from '../../app/trading/domain/time';

async function heldDesk(config = testConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.quote(GAS, 2800);
  await desk.send('ann', handOrder());
  desk.wait(MINUTE_MS);
  desk.quote(GAS, 2900);
  return desk;
}

/** The records with the last valuation replaced. */
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

describe('a valuation', () => {
  test('as the engine makes it is right', async () => {
    const desk = await heldDesk();
    expect(auditRecords(desk.journal.records)).toBeNull();
  });

  test('must mark everything held', async () => {
    const desk = await heldDesk();
    const records = withLastValuation(desk, (facts) => ({
      ...facts,
      marks: {},
      unrealisedMills: toMills(0),
      equityMills: facts.balanceMills,
    }));
    expect(auditRecords(records)).toBe('payload.marks');
  });

  test('must state the time of its oldest quote once one has', async () => {
    const desk = await heldDesk();
    const records = withLastValuation(desk, ({ oldestQuoteMs: _gone, ...facts }) => facts);
    expect(auditRecords(records)).toBe('payload.oldestQuoteMs');
  });

  test('must not be made of a quote of the future', async () => {
    const desk = await heldDesk();
    const records = withLastValuation(desk, (facts) => ({
      ...facts,
      oldestQuoteMs: desk.nowMs() + 1,
    }));
    expect(auditRecords(records)).toBe('payload.oldestQuoteMs');
  });

  test('of an earlier version may lack marks: nothing held was priced then', async () => {
    const desk = await heldDesk();
    const records = desk.journal.records.map((record) => {
      if (record.type !== 'PortfolioValued') return record;
      const { oldestQuoteMs: _gone, ...facts } = record.payload;
      return { ...record, payload: facts };
    });
    expect(auditRecords(records)).toBeNull();
  });
});

describe('a position that has to be closed', () => {
  test('is missed when it stays without an exit order for ten minutes of simulation', async () => {
    const desk = await heldDesk();
    const [position] = Object.values(getBook(desk).positions);
    const last = desk.journal.records.at(-1);
    if (!position || !last) throw new Error('the desk holds a position');
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
    const valued = desk.journal.records
      .filter((record) => record.type === 'PortfolioValued')
      .at(-1);
    if (valued?.type !== 'PortfolioValued') throw new Error('the desk was valued');
    const valuation = (afterMs: number): LogRecord => ({
      ...valued,
      seq: last.seq + 2,
      atMs: last.atMs + afterMs,
      causeSeq: null,
    });
    expect(auditRecords([...desk.journal.records, request, valuation(9 * MINUTE_MS)])).toBeNull();
    expect(auditRecords([...desk.journal.records, request, valuation(10 * MINUTE_MS)])).toBe(
      'payload',
    );
  });
});

describe('an answer to CLOSE', () => {
  /** A desk over a real database that answered a CLOSE while the position had to wait. */
  async function answeredDesk() {
    const { db } = emptyBooks();
    const stored = testJournal(db);
    const desk = deskHarness(testConfig({ fillsAtOnce: false }), {
      ...memoryJournal(),
      commit: stored.commit,
      findResult: stored.findResult,
    });
    await desk.send('ann', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    desk.quote(GAS, 2800);
    await desk.send('ann', handOrder());
    desk.quote(GAS, 2800);
    await desk.send('ann', { type: 'CloseTrading', commodity: null }, 'close-key');
    return { raw: db.$client, desk };
  }

  interface AnswerRow {
    readonly user_id: string;
    readonly idempotency_key: string;
    readonly command_id: string;
    readonly request_hash: string;
    readonly result: string;
    readonly seq: number;
    readonly last_seq: number;
  }

  test('as the engine gives it is right', async () => {
    const { raw } = await answeredDesk();
    expect(auditDatabase(raw).kept).toEqual([]);
  });

  test('that says closed of a position which is still open is a difference', async () => {
    const { raw } = await answeredDesk();
    const row = raw
      .prepare<[], AnswerRow>("SELECT * FROM command WHERE idempotency_key = 'close-key'")
      .get();
    if (!row) throw new Error('the answer is stored');
    const answer = JSON.parse(row.result) as {
      outcome: { value: { closedPositions: string[]; waiting: { positionId: string }[] } };
    };
    const { value } = answer.outcome;
    expect([value.closedPositions, value.waiting.length]).toEqual([[], 1]);
    value.closedPositions = value.waiting.map(({ positionId }) => positionId);
    value.waiting = [];
    const result = JSON.stringify(answer);
    const hash = raw
      .prepare<[number], string>('SELECT hash FROM event WHERE seq = ?')
      .pluck()
      .get(row.seq);
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
    expect(auditDatabase(raw).kept).toMatchObject([{ table: 'command', column: 'result' }]);
  });
});
