// Re-arming a drawdown breaker: confirmed by a person, and with half of the allowance on the day of
// the trip.
import { describe, expect, test } from 'vitest';
import type { LogRecord } from '../../../app/trading/domain/record';
import { type LossBreaker, lossBreakers } from '../../../app/trading/risk/headroom';
import { RISK_LIMITS } from '../../../app/trading/risk/limits';
import { applyRecord } from '../../../app/trading/engine/apply';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { LoggedDesk } from '../../../app/trading/domain/book';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import { type DeskHarness, GAS, openDesk, testConfig } from '../../support/desk-harness';
import { answer, getBook, handOrder } from '../../support/reference-orders';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const RUN_ALL = { type: 'StartTrading', commodity: null } as const;
const REARM = { ...RUN_ALL, rearm: true } as const;
const NORMAL = RISK_LIMITS.moderate.drawdownRatioMax;

/** A price one minute later, so that the book is valued at it on the same day. */
function quoteNextMinute(desk: DeskHarness, ticks: number): void {
  desk.wait(MINUTE_MS);
  desk.quote(GAS, ticks);
}

function nextDay(desk: DeskHarness, ticks: number): void {
  desk.wait(86_400_000);
  desk.quote(GAS, ticks);
}

/** Sells 100 lots of gas, of which a rise of one tick costs a dollar. */
async function sellGas(desk: DeskHarness): Promise<void> {
  expect(await answer(desk, handOrder({ side: 'SELL', lots: 100 }))).toBe('granted');
}

/**
 * A desk whose breaker has tripped today: gas sold at $2.800 and bought back 3,100 ticks higher.
 */
async function trippedDesk(): Promise<DeskHarness> {
  const desk = await openDesk(testConfig({ hasBreakers: true }));
  desk.quote(GAS, 2_800);
  await sellGas(desk);
  quoteNextMinute(desk, 5_900);
  expect(getBook(desk).drawdown).not.toBeNull();
  return desk;
}

const rearmed = (desk: DeskHarness): readonly LogRecord[] =>
  desk.journal.records.filter(({ type }) => type === 'DrawdownRearmed');

const findDrawdown = (desk: DeskHarness): LossBreaker | undefined =>
  lossBreakers(getBook(desk), DEFAULT_SETTINGS, getBook(desk).equityMills).find(
    ({ name }) => name === 'DRAWDOWN',
  );

async function loadMessage(
  desk: DeskHarness,
  command: Parameters<DeskHarness['send']>[1],
): Promise<string> {
  const { outcome } = await desk.send('ann', command);
  return outcome.ok ? '' : `${outcome.refusal.code}: ${outcome.refusal.message}`;
}

describe('RUN ALL on an account whose breaker has tripped', () => {
  test('is refused with the figures and how to confirm, and re-arms nothing', async () => {
    const desk = await trippedDesk();
    expect(await loadMessage(desk, RUN_ALL)).toMatch(
      /^DRAWDOWN: The account fell \$3,10\d\.\d\d, from \$25,000\.00 to \$21,89\d\.\d\d, .*"rearm": true.* new peak would be \$21,8\d\d\.\d\d, the new allowance \$1,31\d\.\d\d\.$/,
    );
    expect(await loadMessage(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toContain(
      'RUN ALL re-arms it after a confirmation; RUN of one commodity does not.',
    );
    expect(
      await answer(desk, { type: 'StartTrading', commodity: 'natural-gas', rearm: true }),
    ).toBe('DRAWDOWN');
    expect([getBook(desk).drawdown === null, getBook(desk).globalActive, rearmed(desk)]).toEqual([
      false,
      false,
      [],
    ]);
  });

  test('re-arms when confirmed, with half of the allowance for the rest of the day', async () => {
    const desk = await trippedDesk();
    expect(await answer(desk, REARM)).toBe('granted');
    const { equityMills, drawdown, peakMills, globalActive } = getBook(desk);
    const allowedMills = Math.round((equityMills * NORMAL) / 2);
    expect([drawdown, peakMills, globalActive]).toEqual([null, equityMills, true]);
    expect(rearmed(desk)).toMatchObject([{ payload: { peakMills: equityMills, allowedMills } }]);
    expect(findDrawdown(desk)).toMatchObject({
      allowedMills,
      lostMills: 0,
      isTripped: false,
      isReduced: true,
    });
  });

  test('confirmed where nothing has tripped is RUN ALL and no more', async () => {
    const desk = await openDesk(testConfig({ hasBreakers: true }));
    expect(await answer(desk, REARM)).toBe('granted');
    expect([getBook(desk).globalActive, rearmed(desk)]).toEqual([true, []]);
  });
});

describe('on the day of the trip', () => {
  /**
   * Re-armed today; the daily loss keeps entries out, so what is held comes from a day whose loss
   * limit is raised.
   */
  async function rearmedHolding(): Promise<DeskHarness> {
    const desk = await openDesk(testConfig({ hasBreakers: true }));
    desk.quote(GAS, 2_800);
    await sellGas(desk);
    // Most of the fall comes on the day before, so that the daily loss leaves room on the day of
    // the trip.
    quoteNextMinute(desk, 5_500);
    nextDay(desk, 5_500);
    quoteNextMinute(desk, 5_850);
    expect(getBook(desk).drawdown).not.toBeNull();
    expect(await answer(desk, REARM)).toBe('granted');
    await sellSmall(desk);
    return desk;
  }

  const sellSmall = async (desk: DeskHarness): Promise<void> =>
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 50 }))).toBe('granted');

  test('a second trip comes at half of the normal fall, and cannot be re-armed before the next day', async () => {
    const desk = await rearmedHolding();
    const { peakMills } = getBook(desk);
    const half = (peakMills * NORMAL) / 2;
    // 50 lots: a tick is half a dollar.
    const ticks = Math.ceil(half / 500);
    quoteNextMinute(desk, 5_850 + ticks - 100);
    expect(getBook(desk).drawdown).toBeNull();
    quoteNextMinute(desk, 5_850 + ticks + 100);
    expect(getBook(desk).drawdown).toMatchObject({ allowedMills: Math.round(half) });
    expect(findDrawdown(desk)).toMatchObject({ allowedMills: Math.round(half), isTripped: true });
    for (const command of [RUN_ALL, REARM])
      expect(await loadMessage(desk, command)).toMatch(
        /^DRAWDOWN: .* It was re-armed once today already; RUN ALL can re-arm it from the next trading day on\.$/,
      );
    nextDay(desk, 5_000);
    expect(await answer(desk, RUN_ALL)).toBe('DRAWDOWN');
    expect(await answer(desk, REARM)).toBe('granted');
    expect(rearmed(desk).at(-1)).toMatchObject({
      payload: { peakMills: getBook(desk).equityMills, allowedMills: null },
    });
    expect(findDrawdown(desk)).toMatchObject({
      allowedMills: Math.round(getBook(desk).peakMills * NORMAL),
      isReduced: false,
    });
  });

  test('the normal allowance counts from the peak again on the next day', async () => {
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

  test('the daily loss limit goes on counting', async () => {
    const desk = await trippedDesk();
    expect(await answer(desk, REARM)).toBe('granted');
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('DAILY_LOSS');
  });

  test('a more daring risk level after re-arming does not widen the allowance, a more careful one may narrow it', async () => {
    const desk = await trippedDesk();
    await answer(desk, REARM);
    const { equityMills } = getBook(desk);
    const at = (riskLevel: 'conservative' | 'aggressive') =>
      lossBreakers(getBook(desk), { riskLevel }, equityMills)[1]?.allowedMills;
    expect(at('aggressive')).toBe(Math.round((equityMills * NORMAL) / 2));
    expect(at('conservative')).toBe(
      Math.min(
        Math.round((equityMills * NORMAL) / 2),
        Math.round(equityMills * RISK_LIMITS.conservative.drawdownRatioMax),
      ),
    );
  });

  test('a reset forgets the smaller allowance', async () => {
    const desk = await trippedDesk();
    await answer(desk, REARM);
    await answer(desk, { type: 'ResetBook' });
    expect([getBook(desk).reducedAllowance, findDrawdown(desk)]).toMatchObject([
      undefined,
      { allowedMills: 25_000_000 * NORMAL, isReduced: false },
    ]);
  });
});

test('re-armed a day after the trip an account has its normal allowance', async () => {
  const desk = await trippedDesk();
  nextDay(desk, 5_900);
  expect(await answer(desk, REARM)).toBe('granted');
  expect(rearmed(desk)).toMatchObject([{ payload: { allowedMills: null } }]);
});

test('a record without the field, as older versions wrote it, is folded as before', async () => {
  const desk = await trippedDesk();
  await answer(desk, REARM);
  const old = desk.journal.records.map(
    (record): LogRecord =>
      record.type === 'DrawdownRearmed'
        ? { ...record, payload: { peakMills: record.payload.peakMills } }
        : record,
  );
  const folded = old.reduce<LoggedDesk>((state, record) => applyRecord(state, record), EMPTY_DESK);
  const { reducedAllowance: _reduced, ...book } = getBook(desk);
  expect(folded.books[book.id]).toEqual(book);
});
