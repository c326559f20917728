// The audit recomputes what a re-arming leaves of the drawdown allowance.
import { beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../app/trading/domain/record';
import { auditRecords } from '../support/audited-records';
import { GAS, openDesk, testConfig } from '../support/desk-harness';
import { answer, getBook, handOrder } from '../support/reference-orders';

const REARM = { type: 'StartTrading', commodity: null, rearm: true } as const;
let records: readonly LogRecord[] = [];
let equityMills = 0;

beforeAll(async () => {
  const desk = await openDesk(testConfig({ hasBreakers: true }));
  desk.quote(GAS, 2_800);
  expect(await answer(desk, handOrder({ side: 'SELL', lots: 100 }))).toBe('granted');
  desk.wait(60_000);
  desk.quote(GAS, 5_900);
  expect(await answer(desk, REARM)).toBe('granted');
  ({ equityMills } = getBook(desk));
  records = [...desk.journal.records];
});

/** The log with another payload of its re-arming. */
const changed = (payload: Record<string, unknown>): readonly LogRecord[] =>
  records.map((record) =>
    record.type === 'DrawdownRearmed'
      ? ({ ...record, payload: { peakMills: record.payload.peakMills, ...payload } } as LogRecord)
      : record,
  );

test('half of the allowance on the day of the trip agrees, and so does an older record without the field', () => {
  expect(records.find(({ type }) => type === 'DrawdownRearmed')?.payload).toMatchObject({
    allowedMills: Math.round(equityMills * 0.06),
  });
  expect(auditRecords(records)).toBeNull();
  expect(auditRecords(changed({}))).toBeNull();
});

test.each([
  ['one mill more', () => Math.round(equityMills * 0.06) + 1],
  ['one mill less', () => Math.round(equityMills * 0.06) - 1],
  ['the whole allowance', () => Math.round(equityMills * 0.12)],
  ['no limit', () => null],
])('%s is found', (_what, allowedMills) => {
  expect(auditRecords(changed({ allowedMills: allowedMills() }))).toBe('payload.allowedMills');
});

test('a second re-arming on one day is found', () => {
  const rearmed = records.findIndex(({ type }) => type === 'DrawdownRearmed');
  const tripped = records.find(({ type }) => type === 'DrawdownTripped');
  const [again] = records.slice(rearmed);
  const trip = {
    ...tripped,
    payload: { peakMills: equityMills, equityMills, allowedMills: -1 },
  } as LogRecord;
  expect(auditRecords([...records.slice(0, rearmed + 1), trip, again as LogRecord])).toBe('type');
});
