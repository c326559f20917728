// Audit of the drawdown allowance after a re-arm.
import { beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../app/trading/domain/record';
import { auditRecords } from '../support/audited-records';
import { GAS, openDesk, createTestConfig } from '../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../support/reference-orders';

const REARM = { type: 'StartTrading', commodity: null, rearm: true } as const;
let records: readonly LogRecord[] = [];
let equityMills = 0;

beforeAll(async () => {
  const desk = await openDesk(createTestConfig({ hasBreakers: true }));
  desk.quote(GAS, 2_800);
  expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 100 }))).toBe(
    'granted',
  );
  desk.wait(60_000);
  desk.quote(GAS, 5_900);
  expect(await executeCommand(desk, REARM)).toBe('granted');
  ({ equityMills } = getBook(desk));
  records = [...desk.journal.records];
});

/** The log with a changed re-arm payload. */
const withRearmPayload = (payload: Record<string, unknown>): readonly LogRecord[] =>
  records.map((record) =>
    record.type === 'DrawdownRearmed'
      ? ({ ...record, payload: { peakMills: record.payload.peakMills, ...payload } } as LogRecord)
      : record,
  );

test('accepts half of the allowance on the trip day, and an older record without the field', () => {
  expect(records.find(({ type }) => type === 'DrawdownRearmed')?.payload).toMatchObject({
    allowedMills: Math.round(equityMills * 0.06),
  });
  expect(auditRecords(records)).toBeNull();
  expect(auditRecords(withRearmPayload({}))).toBeNull();
});

test.each([
  ['one mill more', () => Math.round(equityMills * 0.06) + 1],
  ['one mill less', () => Math.round(equityMills * 0.06) - 1],
  ['the whole allowance', () => Math.round(equityMills * 0.12)],
  ['no limit', () => null],
])('finds %s', (_what, allowedMills) => {
  expect(auditRecords(withRearmPayload({ allowedMills: allowedMills() }))).toBe(
    'payload.allowedMills',
  );
});

test('finds a second re-arm on one day', () => {
  const rearmed = records.findIndex(({ type }) => type === 'DrawdownRearmed');
  const tripped = records.find(({ type }) => type === 'DrawdownTripped');
  const [rearmRecord] = records.slice(rearmed);
  const trip = {
    ...tripped,
    payload: { peakMills: equityMills, equityMills, allowedMills: -1 },
  } as LogRecord;
  expect(auditRecords([...records.slice(0, rearmed + 1), trip, rearmRecord as LogRecord])).toBe(
    'type',
  );
});
