// RUN is rejected at zero equity, during a reset, and for a commodity without prices.
import { describe, expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { computeEquityMills } from '../../../app/trading/engine/marks';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { executeCommand, getBook, createManualOrder } from '../../support/reference-orders';
import { compareAccount, createVenue, createVenueConfig } from '../../support/venue-desk';

const RUN_ALL = { type: 'StartTrading', commodity: null } as const;
const RUN_GAS = { type: 'StartTrading', commodity: 'natural-gas' } as const;

/** 130 lots of gas short at $2.800: 1 tick costs $1.30. */
async function shortDesk(): Promise<DeskHarness> {
  const desk = await openDesk(createTestConfig());
  desk.quote(GAS, 2_800);
  expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 130 }))).toBe(
    'granted',
  );
  return desk;
}

async function loadMessage(
  desk: DeskHarness,
  command: Parameters<DeskHarness['send']>[1],
): Promise<string> {
  const { outcome } = await desk.send('ann', command);
  return outcome.ok ? '' : `${outcome.refusal.code}: ${outcome.refusal.message}`;
}

/** A quote at limit up, without sellers. */
function lockedUp(desk: DeskHarness, ticks: number): void {
  const atMs = desk.nowMs() + 5_000;
  const quote = { ...buildQuote(toTicks(ticks), 1, atMs), lock: 'UP' as const };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: { type: 'QuoteArrived', market: MARKET, instrumentId: GAS.id, quote },
  });
}

describe('account with equity of zero or less', () => {
  test('rejects RUN and RUN ALL with its equity and a remedy', async () => {
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

  test('is rejected at zero and accepted one mill above', async () => {
    const desk = await shortDesk();
    const before = getBook(desk);
    const runWithEquity = (equityMills: number): Promise<string> => {
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
    expect([await runWithEquity(-1), await runWithEquity(0), await runWithEquity(1)]).toEqual([
      'EQUITY',
      'EQUITY',
      'granted',
    ]);
  });

  test('uses current prices, not the last valuation', async () => {
    const fallen = await shortDesk();
    fallen.wait(70_000);
    fallen.quote(GAS, 2_800);
    fallen.quote(GAS, 22_900);
    expect([
      getBook(fallen).equityMills > 0,
      computeEquityMills(fallen.runner.state(), getBook(fallen)) < 0,
    ]).toEqual([true, true]);
    expect(await executeCommand(fallen, RUN_ALL)).toBe('EQUITY');
    const recovered = await shortDesk();
    recovered.wait(120_000);
    recovered.quote(GAS, 22_900);
    recovered.quote(GAS, 2_800);
    expect(getBook(recovered).equityMills).toBeLessThan(0);
    expect(await executeCommand(recovered, RUN_ALL)).toBe('EQUITY');
  });

  test('rejects manual entries, allows exits and runs again after a reset', async () => {
    const desk = await shortDesk();
    desk.wait(120_000);
    desk.quote(GAS, 22_900);
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 1 }))).toBe('EQUITY');
    expect(await executeCommand(desk, { type: 'CloseTrading', commodity: null })).toBe('granted');
    expect(await executeCommand(desk, RUN_ALL)).toBe('EQUITY');
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(await executeCommand(desk, RUN_ALL)).toBe('granted');
  });
});

describe('pending reset', () => {
  /** A short position that cannot close at limit up, and a reset that waits for it. */
  async function waitingDesk(): Promise<DeskHarness> {
    const desk = await shortDesk();
    lockedUp(desk, 2_900);
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk).isResetPending).toBe(true);
    return desk;
  }

  test('rejects RUN and RUN ALL with the number of open positions', async () => {
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
    expect(await executeCommand(desk, RUN_ALL)).toBe('granted');
  });

  test('places the exit again if requested again after its cancellation', async () => {
    const desk = await waitingDesk();
    const [exit] = Object.values(getBook(desk).orders);
    expect(await executeCommand(desk, { type: 'CancelOrder', orderId: exit?.id ?? '' })).toBe(
      'granted',
    );
    expect(getBook(desk).orders).toEqual({});
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
    expect(Object.values(getBook(desk).orders).map(({ purpose }) => purpose)).toEqual(['EXIT']);
    desk.quote(GAS, 2_900);
    expect(getBook(desk)).toMatchObject({ isResetPending: false, epoch: 2 });
    expect(desk.journal.records.filter(({ type }) => type === 'ResetRequested')).toHaveLength(1);
  });
});

test('a reset waits for positions that cannot close now', async () => {
  let isShut = false;
  const desk = await openDesk(
    createTestConfig({
      explainClosedSession: (_mode, { id }) =>
        isShut && id === 'NG' ? 'The venue is closed' : null,
    }),
  );
  desk.quote(GAS, 2_800);
  desk.quote(CRUDE, 7_000);
  expect(await executeCommand(desk, createManualOrder({ lots: 10 }))).toBe('granted');
  expect(await executeCommand(desk, createManualOrder({ instrumentId: CRUDE.id, lots: 10 }))).toBe(
    'granted',
  );
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

describe('commodity that no source has prices of', () => {
  const REASON = 'No source has prices of cotton.';
  const explainUnpriced = (market: string, commodity: string): string | null =>
    market === MARKET && commodity === 'cotton' ? REASON : null;
  const runCotton = { type: 'StartTrading', commodity: 'cotton' } as const;

  test('rejects RUN with the reason and stays off', async () => {
    const desk = await openDesk(createTestConfig({ explainUnpriced }));
    expect(await loadMessage(desk, runCotton)).toBe(`NO_PRICES: ${REASON}`);
    expect(getBook(desk).commodities).toEqual({});
  });

  test('is left out by RUN ALL, which starts the others', async () => {
    const desk = await openDesk(createTestConfig({ explainUnpriced }));
    expect(await loadMessage(desk, RUN_ALL)).toBe('');
    const active = COMMODITY_KEYS.filter((key) => getBook(desk).commodities[key]?.active);
    expect(active).toEqual(COMMODITY_KEYS.filter((key) => key !== 'cotton'));
    expect(getBook(desk).globalActive).toBe(true);
  });

  test('starts in another market, and where all have prices', async () => {
    const elsewhere = await openDesk(
      createTestConfig({ explainUnpriced: (market) => (market === MARKET ? null : REASON) }),
    );
    expect(await loadMessage(elsewhere, runCotton)).toBe('');
    expect(await loadMessage(await openDesk(createTestConfig()), runCotton)).toBe('');
  });
});

describe('commodity that the broker of the account does not trade', () => {
  const REASON = 'Cotton Futures are not traded at venue.';
  const openAtBroker = () =>
    openDesk(
      createVenueConfig({
        ...createVenue(),
        explainUntraded: (commodity) => (commodity === 'cotton' ? REASON : null),
      }),
    );

  test('rejects RUN with the reason, and is left out by RUN ALL', async () => {
    const desk = await openAtBroker();
    compareAccount(desk);
    const runCotton = { type: 'StartTrading', commodity: 'cotton' } as const;
    expect(await loadMessage(desk, runCotton)).toBe(`NO_BROKER: ${REASON}`);
    expect(await loadMessage(desk, RUN_ALL)).toBe('');
    const active = COMMODITY_KEYS.filter((key) => getBook(desk).commodities[key]?.active);
    expect(active).toEqual(COMMODITY_KEYS.filter((key) => key !== 'cotton'));
  });
});
