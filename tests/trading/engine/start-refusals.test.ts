// RUN is refused while an account is worth nothing or is being reset.
import { describe, expect, test } from 'vitest';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { computeEquityMills } from '../../../app/trading/engine/marks';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, getBook, handOrder } from '../../support/reference-orders';

const RUN_ALL = { type: 'StartTrading', commodity: null } as const;
const RUN_GAS = { type: 'StartTrading', commodity: 'natural-gas' } as const;

/** A desk that sold 130 lots of gas at $2.800: a rise of 0.001 costs $1.30. */
async function shortDesk(): Promise<DeskHarness> {
  const desk = await openDesk(testConfig());
  desk.quote(GAS, 2_800);
  expect(await answer(desk, handOrder({ side: 'SELL', lots: 130 }))).toBe('granted');
  return desk;
}

async function loadMessage(
  desk: DeskHarness,
  command: Parameters<DeskHarness['send']>[1],
): Promise<string> {
  const { outcome } = await desk.send('ann', command);
  return outcome.ok ? '' : `${outcome.refusal.code}: ${outcome.refusal.message}`;
}

/** A quote at the daily limit, at which nobody sells. */
function lockedUp(desk: DeskHarness, ticks: number): void {
  const atMs = desk.nowMs() + 5_000;
  const quote = { ...quoteAround(toTicks(ticks), 1, atMs), lock: 'UP' as const };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: GAS.id, quote },
  });
}

describe('an account that is worth zero or less', () => {
  test('refuses RUN ALL and RUN with its equity and what to do, and starts nothing', async () => {
    const desk = await shortDesk();
    desk.wait(120_000);
    desk.quote(GAS, 22_801);
    expect(getBook(desk).equityMills).toBeLessThan(0);
    for (const command of [RUN_ALL, RUN_GAS, { ...RUN_ALL, rearm: true }]) {
      expect(await loadMessage(desk, command)).toMatch(
        /^EQUITY: Equity is −\$1,0\d\d\.\d\d, .* reset the account/,
      );
    }
    expect([getBook(desk).globalActive, getBook(desk).commodities]).toEqual([false, {}]);
  });

  test('is refused at exactly zero, and not one mill above', async () => {
    const desk = await shortDesk();
    const before = getBook(desk);
    const worth = (equityMills: number): Promise<string> => {
      const state = desk.runner.state();
      const book = {
        ...before,
        positions: {},
        balances: { ...before.balances, available: toMills(equityMills), reserved: toMills(0) },
        equityMills: toMills(equityMills),
      };
      const { effects } = desk.engine.process(
        { ...state, books: { [book.id]: book } },
        {
          type: 'Command',
          commandId: 'c',
          atMs: state.nowMs,
          envelope: { userId: 'ann', command: RUN_ALL, idempotencyKey: null },
        },
      );
      const answered = effects.flatMap((effect) =>
        effect.type === 'Answer' ? [effect.result.outcome] : [],
      )[0];
      return Promise.resolve(answered?.ok === true ? 'granted' : (answered?.refusal.code ?? ''));
    };
    expect([await worth(-1), await worth(0), await worth(1)]).toEqual([
      'EQUITY',
      'EQUITY',
      'granted',
    ]);
  });

  test('counts a fall since the last valuation, and a valuation that the price has left since', async () => {
    const fallen = await shortDesk();
    fallen.wait(70_000);
    fallen.quote(GAS, 2_800);
    fallen.quote(GAS, 22_900);
    expect([
      getBook(fallen).equityMills > 0,
      computeEquityMills(fallen.runner.state(), getBook(fallen)) < 0,
    ]).toEqual([true, true]);
    expect(await answer(fallen, RUN_ALL)).toBe('EQUITY');
    const recovered = await shortDesk();
    recovered.wait(120_000);
    recovered.quote(GAS, 22_900);
    recovered.quote(GAS, 2_800);
    expect(getBook(recovered).equityMills).toBeLessThan(0);
    expect(await answer(recovered, RUN_ALL)).toBe('EQUITY');
  });

  test('refuses entries by hand with the same reason, lets what is held leave, and runs again after a reset', async () => {
    const desk = await shortDesk();
    desk.wait(120_000);
    desk.quote(GAS, 22_900);
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 1 }))).toBe('EQUITY');
    expect(await answer(desk, { type: 'CloseTrading', commodity: null })).toBe('granted');
    expect(await answer(desk, RUN_ALL)).toBe('EQUITY');
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(await answer(desk, RUN_ALL)).toBe('granted');
  });
});

describe('a reset that waits', () => {
  /**
   * A short position that cannot leave, because nobody sells at the limit, and a reset that waits
   * for it.
   */
  async function waitingDesk(): Promise<DeskHarness> {
    const desk = await shortDesk();
    lockedUp(desk, 2_900);
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk).isResetPending).toBe(true);
    return desk;
  }

  test('refuses RUN ALL and RUN with the number of positions, and starts nothing', async () => {
    const desk = await waitingDesk();
    for (const command of [RUN_ALL, RUN_GAS]) {
      expect(await loadMessage(desk, command)).toBe(
        'OPEN_POSITIONS: A reset waits for 1 position to close. RUN again when the account has been reset.',
      );
    }
    expect([
      getBook(desk).globalActive,
      Object.values(getBook(desk).commodities).some(({ active }) => active),
    ]).toEqual([false, false]);
    desk.quote(GAS, 2_900);
    expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
    expect(await answer(desk, RUN_ALL)).toBe('granted');
  });

  test('sends the exit again when it is asked again after the exit was taken back', async () => {
    const desk = await waitingDesk();
    const [exit] = Object.values(getBook(desk).orders);
    expect(await answer(desk, { type: 'CancelOrder', orderId: exit?.id ?? '' })).toBe('granted');
    expect(getBook(desk).orders).toEqual({});
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(Object.values(getBook(desk).orders).map(({ purpose }) => purpose)).toEqual(['EXIT']);
    desk.quote(GAS, 2_900);
    expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
    expect(desk.journal.records.filter(({ type }) => type === 'ResetRequested')).toHaveLength(1);
  });
});

test('a reset waits for positions that cannot close now, and is not said to be done', async () => {
  let isShut = false;
  const desk = await openDesk(
    testConfig({
      sessionClosed: (_mode, { id }) => (isShut && id === 'NG' ? 'The venue is closed' : null),
    }),
  );
  desk.quote(GAS, 2_800);
  desk.quote(CRUDE, 7_000);
  expect(await answer(desk, handOrder({ lots: 10 }))).toBe('granted');
  expect(await answer(desk, handOrder({ instrumentId: CRUDE.id, lots: 10 }))).toBe('granted');
  isShut = true;
  const { outcome } = await desk.send('ann', { type: 'ResetBook' });
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      closedPositions: [expect.any(String)],
      waiting: [{ instrumentId: 'NG', reason: 'NG: The venue is closed' }],
    },
  });
  expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
  isShut = false;
  desk.quote(GAS, 2_800);
  expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
});
