// Re-arming the drawdown breaker: needs confirmation; half the allowance on the day of the trip.
import { describe, expect, test } from 'vitest';
import type { LogRecord } from '../../../app/trading/domain/record';
import { type LossBreaker, listLossBreakers } from '../../../app/trading/risk/breaker-status';
import { RISK_LIMITS } from '../../../app/trading/risk/limits';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { LoggedState } from '../../../app/trading/domain/book';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import { type DeskHarness, GAS, openDesk, createTestConfig } from '../../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../../support/reference-orders';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const RUN_ALL = { type: 'StartTrading', commodity: null } as const;
const REARM = { ...RUN_ALL, rearm: true } as const;
const NORMAL = RISK_LIMITS.moderate.drawdownRatioMax;

/** Quotes one minute later, which values the account on the same day. */
function quoteNextMinute(desk: DeskHarness, ticks: number): void {
  desk.wait(MINUTE_MS);
  desk.quote(GAS, ticks);
}

function nextDay(desk: DeskHarness, ticks: number): void {
  desk.wait(86_400_000);
  desk.quote(GAS, ticks);
}

/** Sells 100 lots of gas (1 tick is $1). */
async function sellGas(desk: DeskHarness): Promise<void> {
  expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 100 }))).toBe(
    'granted',
  );
}

/** Breaker tripped today: gas sold at $2.800 and bought back 3,100 ticks higher. */
async function trippedDesk(): Promise<DeskHarness> {
  const desk = await openDesk(createTestConfig({ hasBreakers: true }));
  desk.quote(GAS, 2_800);
  await sellGas(desk);
  quoteNextMinute(desk, 5_900);
  expect(getBook(desk).drawdown).not.toBeNull();
  return desk;
}

const listRearms = (desk: DeskHarness): readonly LogRecord[] =>
  desk.journal.records.filter(({ type }) => type === 'DrawdownRearmed');

const findDrawdown = (desk: DeskHarness): LossBreaker | undefined =>
  listLossBreakers(getBook(desk), DEFAULT_SETTINGS, getBook(desk).equityMills).find(
    ({ name }) => name === 'DRAWDOWN',
  );

async function loadMessage(
  desk: DeskHarness,
  command: Parameters<DeskHarness['send']>[1],
): Promise<string> {
  const { outcome } = await desk.send('ann', command);
  return outcome.ok ? '' : `${outcome.refusal.code}: ${outcome.refusal.message}`;
}

describe('RUN ALL after a drawdown trip', () => {
  test('is rejected without confirmation, with figures and instructions', async () => {
    const desk = await trippedDesk();
    expect(await loadMessage(desk, RUN_ALL)).toMatch(
      /^DRAWDOWN: Drawdown \$3,10\d\.\d\d, from \$25,000\.00 to \$21,89\d\.\d\d: .*"rearm": true.* new peak would be \$21,8\d\d\.\d\d, the new allowance \$1,31\d\.\d\d\.$/,
    );
    expect(await loadMessage(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toContain(
      'RUN ALL re-arms it after a confirmation; RUN of one commodity does not.',
    );
    expect(
      await executeCommand(desk, { type: 'StartTrading', commodity: 'natural-gas', rearm: true }),
    ).toBe('DRAWDOWN');
    expect([getBook(desk).drawdown === null, getBook(desk).globalActive, listRearms(desk)]).toEqual(
      [false, false, []],
    );
  });

  test('re-arms when confirmed, with half the allowance for the day', async () => {
    const desk = await trippedDesk();
    expect(await executeCommand(desk, REARM)).toBe('granted');
    const { equityMills, drawdown, peakMills, globalActive } = getBook(desk);
    const allowedMills = Math.round((equityMills * NORMAL) / 2);
    expect([drawdown, peakMills, globalActive]).toEqual([null, equityMills, true]);
    expect(listRearms(desk)).toMatchObject([{ payload: { peakMills: equityMills, allowedMills } }]);
    expect(findDrawdown(desk)).toMatchObject({
      allowedMills,
      lostMills: 0,
      isTripped: false,
      isReduced: true,
    });
  });

  test('only runs when nothing has tripped', async () => {
    const desk = await openDesk(createTestConfig({ hasBreakers: true }));
    expect(await executeCommand(desk, REARM)).toBe('granted');
    expect([getBook(desk).globalActive, listRearms(desk)]).toEqual([true, []]);
  });
});

describe('day of the trip', () => {
  /**
   * Re-armed today. The daily loss limit blocks entries, so the position is from the day before and
   * the limit is raised.
   */
  async function rearmedHolding(): Promise<DeskHarness> {
    const desk = await openDesk(createTestConfig({ hasBreakers: true }));
    desk.quote(GAS, 2_800);
    await sellGas(desk);
    // Most of the drawdown is on the day before, so that the daily loss limit leaves room.
    quoteNextMinute(desk, 5_500);
    nextDay(desk, 5_500);
    quoteNextMinute(desk, 5_850);
    expect(getBook(desk).drawdown).not.toBeNull();
    expect(await executeCommand(desk, REARM)).toBe('granted');
    await sellSmall(desk);
    return desk;
  }

  const sellSmall = async (desk: DeskHarness): Promise<void> =>
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 50 }))).toBe(
      'granted',
    );

  test('trips again at half the drawdown and cannot be re-armed that day', async () => {
    const desk = await rearmedHolding();
    const { peakMills } = getBook(desk);
    const half = (peakMills * NORMAL) / 2;
    // 50 lots: 1 tick is $0.50.
    const ticks = Math.ceil(half / 500);
    quoteNextMinute(desk, 5_850 + ticks - 100);
    expect(getBook(desk).drawdown).toBeNull();
    quoteNextMinute(desk, 5_850 + ticks + 100);
    expect(getBook(desk).drawdown).toMatchObject({ allowedMills: Math.round(half) });
    expect(findDrawdown(desk)).toMatchObject({ allowedMills: Math.round(half), isTripped: true });
    const runOne = { type: 'StartTrading', commodity: 'natural-gas' } as const;
    for (const command of [RUN_ALL, REARM, runOne])
      expect(await loadMessage(desk, command)).toMatch(
        /^DRAWDOWN: .* It was re-armed once today already; RUN ALL can re-arm it from the next trading day on\.$/,
      );
    nextDay(desk, 5_000);
    expect(await executeCommand(desk, RUN_ALL)).toBe('DRAWDOWN');
    expect(await executeCommand(desk, REARM)).toBe('granted');
    expect(listRearms(desk).at(-1)).toMatchObject({
      payload: { peakMills: getBook(desk).equityMills, allowedMills: null },
    });
    expect(findDrawdown(desk)).toMatchObject({
      allowedMills: Math.round(getBook(desk).peakMills * NORMAL),
      isReduced: false,
    });
  });

  test('restores the normal allowance on the next day', async () => {
    const desk = await rearmedHolding();
    const { peakMills } = getBook(desk);
    nextDay(desk, 5_850);
    expect(findDrawdown(desk)).toMatchObject({
      allowedMills: Math.round(Math.max(peakMills, getBook(desk).peakMills) * NORMAL),
      isReduced: false,
    });
    quoteNextMinute(desk, 5_850 + Math.ceil((peakMills * NORMAL * 0.75) / 500));
    expect(getBook(desk).drawdown).toBeNull();
  });

  test('keeps the daily loss limit', async () => {
    const desk = await trippedDesk();
    expect(await executeCommand(desk, REARM)).toBe('granted');
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('DAILY_LOSS');
  });

  test('a higher risk level does not raise the reduced allowance; a lower one may reduce it', async () => {
    const desk = await trippedDesk();
    await executeCommand(desk, REARM);
    const { equityMills } = getBook(desk);
    const saveRiskLevel = (riskLevel: 'conservative' | 'aggressive') =>
      listLossBreakers(getBook(desk), { riskLevel }, equityMills)[1]?.allowedMills;
    expect(saveRiskLevel('aggressive')).toBe(Math.round((equityMills * NORMAL) / 2));
    expect(saveRiskLevel('conservative')).toBe(
      Math.min(
        Math.round((equityMills * NORMAL) / 2),
        Math.round(equityMills * RISK_LIMITS.conservative.drawdownRatioMax),
      ),
    );
  });

  test('a reset clears the reduced allowance', async () => {
    const desk = await trippedDesk();
    await executeCommand(desk, REARM);
    await executeCommand(desk, { type: 'ResetBook' });
    expect([getBook(desk).reducedAllowance, findDrawdown(desk)]).toMatchObject([
      undefined,
      { allowedMills: 25_000_000 * NORMAL, isReduced: false },
    ]);
  });
});

test('re-arming a day after the trip gives the normal allowance', async () => {
  const desk = await trippedDesk();
  nextDay(desk, 5_900);
  expect(await executeCommand(desk, REARM)).toBe('granted');
  expect(listRearms(desk)).toMatchObject([{ payload: { allowedMills: null } }]);
});

test('folds older records without the allowance field', async () => {
  const desk = await trippedDesk();
  await executeCommand(desk, REARM);
  const old = desk.journal.records.map(
    (record): LogRecord =>
      record.type === 'DrawdownRearmed'
        ? { ...record, payload: { peakMills: record.payload.peakMills } }
        : record,
  );
  const folded = old.reduce<LoggedState>((state, record) => applyRecord(state, record), EMPTY_DESK);
  const { reducedAllowance: _reduced, ...book } = getBook(desk);
  expect(folded.books[book.id]).toEqual(book);
});
