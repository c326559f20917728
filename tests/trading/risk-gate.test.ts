import { describe, expect, test } from 'vitest';
import { type Book, IDLE_SWITCH } from '../../app/trading/domain/book';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { EMPTY_BALANCES } from '../../app/trading/domain/ledger';
import type { Order } from '../../app/trading/domain/order';
import type { RefusalCode } from '../../app/trading/domain/outcome';
import type { Position } from '../../app/trading/domain/position';
import { quoteAround } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS, type RiskLevel } from '../../app/trading/domain/settings';
import { NO_LOTS, NO_MILLS, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { ENTRIES_PER_MINUTE_MAX, LOTS_MAX } from '../../app/trading/risk/limits';
import type { GateView } from '../../app/trading/risk/gate-view';
import { approveOrders, firstRefusal } from '../../app/trading/risk/pre-trade';
import { CRUDE, GAS } from '../support/desk-harness';

const NOW = Date.UTC(2024, 0, 2, 15);
const EQUITY = 25_000_000;

function order(change: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    bookId: 'ann:simulation',
    commodity: 'natural-gas',
    instrumentId: 'NG',
    side: 'BUY',
    type: 'MARKET',
    purpose: 'ENTRY',
    lots: toLots(10),
    filledLots: NO_LOTS,
    priceTicks: null,
    positionId: 'p1',
    groupId: null,
    playbookId: null,
    stopDistanceTicks: null,
    targetDistanceTicks: null,
    reservedMills: toMills(280_000),
    state: 'INTENT',
    executionIds: [],
    placedMs: NOW,
    ...change,
  };
}

function position(
  id: string,
  commodity: CommodityKey,
  reserved: number,
  change: Partial<Position> = {},
): Position {
  return {
    id,
    bookId: 'ann:simulation',
    epoch: 1,
    commodity,
    instrumentId: 'NG',
    groupId: null,
    playbookId: null,
    direction: 'LONG',
    status: 'ACTIVE',
    lots: toLots(10),
    lotsEntered: toLots(10),
    costMills: toMills(280_000),
    entryValueMills: toMills(280_000),
    exitValueMills: NO_MILLS,
    realisedMills: NO_MILLS,
    feesMills: NO_MILLS,
    reservedMills: toMills(reserved),
    openedMs: NOW,
    closedMs: null,
    ...change,
  };
}

const rows = <T extends { readonly id: string }>(...items: readonly T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.id, item]));

function book(change: Partial<Book> = {}): Book {
  return {
    id: 'ann:simulation',
    userId: 'ann',
    mode: 'simulation',
    market: 'test',
    epoch: 1,
    capitalMills: toMills(EQUITY),
    openedMs: NOW,
    positions: {},
    orders: {},
    globalActive: false,
    balances: { ...EMPTY_BALANCES, available: toMills(EQUITY), equity: toMills(-EQUITY) },
    isResetPending: false,
    commodities: {},
    opened: 0,
    closed: 0,
    won: 0,
    valuedMinute: 0,
    equityMills: toMills(EQUITY),
    day: '2024-01-02',
    dayStartMills: toMills(EQUITY),
    dayLowMills: toMills(EQUITY),
    peakMills: toMills(EQUITY),
    drawdown: null,
    marginCall: null,
    openTrades: {},
    entryTimes: [],
    marks: {},
    closing: {},
    ...change,
  };
}

/** An entry that passes every check of a moderate book of $25,000. */
function view(change: Partial<GateView> = {}, riskLevel: RiskLevel = 'moderate'): GateView {
  return {
    order: order(),
    book: book(),
    instrument: GAS,
    settings: { ...DEFAULT_SETTINGS, riskLevel },
    nowMs: NOW,
    quote: quoteAround(toTicks(2800), 1, NOW),
    staleAfterMs: 15_000,
    barSigma: 0,
    scaleTicks: 2800,
    equityMills: toMills(EQUITY),
    unvalued: [],
    feeMills: toMills(28),
    isHalted: false,
    haltReason: '',
    isSelected: true,
    sessionClosed: null,
    modeBlocked: null,
    clockFault: null,
    ...change,
  };
}

const working = (id: string, change: Partial<Order>): Order =>
  order({ id, state: 'SENT', ...change });
const entries = (count: number): number[] => Array.from({ length: count }, () => NOW - 59_999);
const balances = (available: number, reserved: number): Book['balances'] => ({
  ...EMPTY_BALANCES,
  available: toMills(available),
  reserved: toMills(reserved),
  equity: toMills(-available - reserved),
});
const exit = (change: Partial<Order> = {}): Order =>
  order({ purpose: 'EXIT', side: 'SELL', reservedMills: NO_MILLS, ...change });
const holding = { book: book({ positions: rows(position('p1', 'natural-gas', 280_000)) }) };

interface Case {
  readonly name: RefusalCode;
  readonly what: string;
  /** Just allowed, and one step beyond. */
  readonly at: GateView;
  readonly beyond: GateView;
  readonly asked?: number;
  readonly allowed?: number;
}

const cases: readonly Case[] = [
  {
    name: 'HALTED',
    what: 'trading is halted',
    at: view(),
    beyond: view({ isHalted: true, haltReason: 'the audit failed' }),
  },
  {
    name: 'DISABLED',
    what: 'an operator has disabled the user',
    at: view({ isUserDisabled: false }),
    beyond: view({ isUserDisabled: true }),
  },
  {
    name: 'CLOCK',
    what: 'the system clock has stepped',
    at: view(),
    beyond: view({ clockFault: 'The system clock jumped 1 h 0 min back.' }),
  },
  {
    name: 'MODE',
    what: 'the book is not selected',
    at: view(),
    beyond: view({ isSelected: false }),
  },
  {
    name: 'MODE',
    what: 'no broker is connected',
    at: view(),
    beyond: view({ modeBlocked: 'No broker is connected for live trading.' }),
  },
  {
    name: 'SESSION',
    what: 'the venue is closed',
    at: view(),
    beyond: view({ sessionClosed: 'ICE US opens at 08:00.' }),
  },
  { name: 'STALE_QUOTE', what: 'no quote yet', at: view(), beyond: view({ quote: null }) },
  {
    name: 'STALE_QUOTE',
    what: 'a quote older than allowed',
    at: view({ nowMs: NOW + 15_000 }),
    beyond: view({ nowMs: NOW + 15_001 }),
    asked: 15_001,
    allowed: 15_000,
  },
  {
    name: 'SIZE',
    what: 'no lots',
    at: view({ order: order({ lots: toLots(1) }) }),
    beyond: view({ order: order({ lots: NO_LOTS }) }),
    asked: 0,
    allowed: 1,
  },
  {
    name: 'SIZE',
    what: 'a slip of the keyboard',
    at: view({ order: order({ lots: toLots(LOTS_MAX) }) }),
    beyond: view({ order: order({ lots: toLots(LOTS_MAX + 1) }) }),
    asked: LOTS_MAX + 1,
    allowed: LOTS_MAX,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'a limit 5 % from the last price',
    at: view({ order: order({ type: 'LIMIT', priceTicks: toTicks(2660) }) }),
    beyond: view({ order: order({ type: 'LIMIT', priceTicks: toTicks(2659) }) }),
    asked: 141,
    allowed: 140,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'above as below',
    at: view({ order: order({ type: 'STOP', priceTicks: toTicks(2940) }) }),
    beyond: view({ order: order({ type: 'STOP', priceTicks: toTicks(2941) }) }),
    asked: 141,
    allowed: 140,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'five sigmas of a bar in a wild market',
    at: view({ barSigma: 0.04, order: order({ type: 'LIMIT', priceTicks: toTicks(2240) }) }),
    beyond: view({ barSigma: 0.04, order: order({ type: 'LIMIT', priceTicks: toTicks(2239) }) }),
    asked: 561,
    allowed: 560,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'a spread beyond the collar',
    at: view({ quote: quoteAround(toTicks(2800), 140, NOW) }),
    beyond: view({ quote: quoteAround(toTicks(2800), 141, NOW) }),
    asked: 282,
    allowed: 280,
  },
  {
    name: 'DUPLICATE',
    what: 'an entry on the same side is working',
    at: view({
      book: book({ orders: rows(working('o0', { side: 'SELL', reservedMills: NO_MILLS })) }),
    }),
    beyond: view({ book: book({ orders: rows(working('o0', { reservedMills: NO_MILLS })) }) }),
  },
  {
    name: 'DUPLICATE',
    what: 'an order in the contract is unanswered',
    at: view({
      book: book({
        orders: rows(working('o0', { side: 'SELL', state: 'SENT', reservedMills: NO_MILLS })),
      }),
    }),
    beyond: view({
      book: book({
        orders: rows(working('o0', { side: 'SELL', state: 'UNKNOWN', reservedMills: NO_MILLS })),
      }),
    }),
  },
  {
    name: 'ORDER_RATE',
    what: 'twenty entries within a minute',
    at: view({
      book: book({ entryTimes: [NOW - 60_000, ...entries(ENTRIES_PER_MINUTE_MAX - 1)] }),
    }),
    beyond: view({ book: book({ entryTimes: entries(ENTRIES_PER_MINUTE_MAX) }) }),
    asked: 21,
    allowed: 20,
  },
  {
    name: 'POSITION',
    what: 'two positions in a commodity',
    at: view({ book: book({ positions: rows(position('p8', 'natural-gas', 0)) }) }),
    beyond: view({
      book: book({
        positions: rows(position('p8', 'natural-gas', 0), position('p9', 'natural-gas', 0)),
      }),
    }),
    asked: 3,
    allowed: 2,
  },
  {
    name: 'NOTIONAL',
    what: 'of one commodity, 15 %',
    at: view({ order: order({ reservedMills: toMills(3_750_000) }) }),
    beyond: view({ order: order({ reservedMills: toMills(3_750_001) }) }),
    asked: 3_750_001,
    allowed: 3_750_000,
  },
  {
    name: 'NOTIONAL',
    what: 'of a group, 30 %: crude and gas together',
    at: view({ book: book({ positions: rows(position('p8', 'crude-oil', 7_220_000)) }) }),
    beyond: view({ book: book({ positions: rows(position('p8', 'crude-oil', 7_220_001)) }) }),
    asked: 7_500_001,
    allowed: 7_500_000,
  },
  {
    name: 'NOTIONAL',
    what: 'of all positions and waiting entries, 75 %',
    at: view({
      book: book({
        positions: rows(position('p8', 'corn', 18_000_000)),
        orders: rows(
          working('o0', {
            commodity: 'cotton',
            instrumentId: 'CT',
            reservedMills: toMills(470_000),
          }),
        ),
      }),
    }),
    beyond: view({
      book: book({
        positions: rows(position('p8', 'corn', 18_000_000)),
        orders: rows(
          working('o0', {
            commodity: 'cotton',
            instrumentId: 'CT',
            reservedMills: toMills(470_001),
          }),
        ),
      }),
    }),
    asked: 18_750_001,
    allowed: 18_750_000,
  },
  {
    name: 'CASH',
    what: '15 % of the balance stays free, and the fee is part of the price',
    at: view({ book: book({ balances: balances(4_030_028, 20_969_972) }) }),
    beyond: view({ book: book({ balances: balances(4_030_027, 20_969_973) }) }),
    asked: 280_028,
    allowed: 280_027,
  },
  {
    name: 'DAILY_LOSS',
    what: '4 % of the equity that the day began with',
    at: view({ equityMills: toMills(24_000_000) }),
    beyond: view({ equityMills: toMills(23_999_999) }),
    asked: 1_000_001,
    allowed: 1_000_000,
  },
  {
    name: 'DAILY_LOSS',
    what: 'a loss of the day that was regained',
    at: view({ book: book({ dayLowMills: toMills(24_000_000) }) }),
    beyond: view({ book: book({ dayLowMills: toMills(23_999_999) }) }),
    asked: 1_000_001,
    allowed: 1_000_000,
  },
  {
    name: 'EQUITY',
    what: 'an account that is worth nothing',
    at: view(),
    beyond: view({ equityMills: toMills(0) }),
    asked: 0,
    allowed: 0,
  },
  {
    name: 'EQUITY',
    what: 'one that was worth nothing at the last valuation',
    at: view(),
    beyond: view({ book: book({ equityMills: toMills(-1) }) }),
    asked: -1,
    allowed: 0,
  },
  {
    name: 'DRAWDOWN',
    what: 'after the breaker of the fall from the peak',
    at: view({ book: book({ drawdown: null }) }),
    beyond: view({
      book: book({
        drawdown: {
          atMs: 0,
          peakMills: toMills(25_000_000),
          equityMills: toMills(21_000_000),
          allowedMills: toMills(3_000_000),
          day: '2024-01-02',
        },
      }),
    }),
    asked: 4_000_000,
    allowed: 0,
  },
  {
    name: 'COOL_OFF',
    what: 'after too many lost trades in a row',
    at: view({
      book: book({ commodities: { 'natural-gas': { ...IDLE_SWITCH, coolUntilMs: NOW } } }),
    }),
    beyond: view({
      book: book({ commodities: { 'natural-gas': { ...IDLE_SWITCH, coolUntilMs: NOW + 1 } } }),
    }),
    asked: NOW,
    allowed: NOW + 1,
  },
  {
    name: 'UNPROTECTED',
    what: 'beside a position without its stop',
    at: view({
      book: book({
        positions: rows({ ...position('p8', 'corn', 0), hasStop: true }),
        orders: rows(
          working('s8', {
            purpose: 'STOP',
            commodity: 'corn',
            instrumentId: 'CORN',
            positionId: 'p8',
          }),
        ),
      }),
    }),
    beyond: view({
      book: book({ positions: rows({ ...position('p8', 'corn', 0), hasStop: true }) }),
    }),
  },
];

describe('an entry', () => {
  test('passes when nothing is against it', () => expect(firstRefusal(view())).toBeNull());

  test.each(cases.map((each) => [each.name, each.what, each] as const))(
    '%s: %s',
    (_name, _what, { name, at, beyond, asked, allowed }) => {
      expect(firstRefusal(at)).toBeNull();
      const refusal = firstRefusal(beyond);
      expect(refusal).toMatchObject({
        code: name,
        ...(asked === undefined ? {} : { asked, allowed }),
      });
      expect(refusal?.message).toMatch(/^[A-Z0-9].*\.$/);
    },
  );

  test('has a case for each of the names', () => {
    const names: readonly RefusalCode[] = [
      'SIZE',
      'NOTIONAL',
      'PRICE_COLLAR',
      'POSITION',
      'CASH',
      'DAILY_LOSS',
      'DRAWDOWN',
      'COOL_OFF',
      'UNPROTECTED',
      'ORDER_RATE',
      'DUPLICATE',
      'STALE_QUOTE',
      'SESSION',
      'MODE',
      'HALTED',
      'DISABLED',
      'CLOCK',
      'EQUITY',
    ];
    expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(names));
  });

  test.each([
    ['conservative', 1, 2_500_000],
    ['moderate', 2, 3_750_000],
    ['aggressive', 2, 5_000_000],
  ] as const)(
    'at risk level %s: %d positions, %d mills in a commodity',
    (level, positions, notional) => {
      const held = (count: number): GateView =>
        view(
          {
            book: book({
              positions: rows(
                ...Array.from({ length: count }, (_item, index) =>
                  position(`x${index}`, 'natural-gas', 0),
                ),
              ),
            }),
          },
          level,
        );
      expect([
        firstRefusal(held(positions - 1))?.code,
        firstRefusal(held(positions))?.code,
      ]).toEqual([undefined, 'POSITION']);
      const reserving = (amount: number): GateView =>
        view({ order: order({ reservedMills: toMills(amount) }) }, level);
      expect([
        firstRefusal(reserving(notional))?.code,
        firstRefusal(reserving(notional + 1))?.code,
      ]).toEqual([undefined, 'NOTIONAL']);
    },
  );

  test('that adds to a position is not counted as another', () => {
    const positions = rows(position('p1', 'natural-gas', 0), position('p9', 'natural-gas', 0));
    expect(firstRefusal(view({ book: book({ positions }) }))).toBeNull();
  });

  test('near zero is measured by the size that the price usually has', () => {
    const crude = (priceTicks: number): GateView =>
      view({
        instrument: CRUDE,
        scaleTicks: 2000,
        quote: quoteAround(toTicks(1), 1, NOW),
        order: order({
          instrumentId: 'CL',
          commodity: 'crude-oil',
          type: 'LIMIT',
          priceTicks: toTicks(priceTicks),
        }),
      });
    expect([firstRefusal(crude(-99))?.code, firstRefusal(crude(-100))?.code]).toEqual([
      undefined,
      'PRICE_COLLAR',
    ]);
  });
});

describe('an exit', () => {
  test.each([
    ['HALTED', { isHalted: true, haltReason: 'x' }],
    ['DISABLED', { isUserDisabled: true }],
    ['a book that is not selected', { isSelected: false }],
    ['STALE_QUOTE', { nowMs: NOW + 999_000 }],
    ['no quote at all', { quote: null }],
    ['ORDER_RATE', { book: book({ ...holding.book, entryTimes: entries(99) }) }],
    ['DAILY_LOSS', { equityMills: toMills(1) }],
    ['CASH', { book: book({ ...holding.book, balances: balances(-5, 280_000) }) }],
    ['PRICE_COLLAR', { order: exit({ type: 'LIMIT', priceTicks: toTicks(1) }) }],
    ['a spread of any width', { quote: quoteAround(toTicks(2800), 2000, NOW) }],
    [
      'POSITION',
      {
        book: book({
          positions: rows(
            position('p1', 'natural-gas', 0),
            position('p2', 'natural-gas', 0),
            position('p3', 'natural-gas', 0),
          ),
        }),
      },
    ],
    ['an entry that waits', { book: book({ ...holding.book, orders: rows(working('o0', {})) }) }],
  ] as const)('is never held up by %s', (_name, against) =>
    expect(firstRefusal(view({ ...holding, order: exit(), ...against }))).toBeNull(),
  );

  test('takes at least one lot and no more than are held', () => {
    expect(firstRefusal(view({ ...holding, order: exit({ lots: toLots(10) }) }))).toBeNull();
    expect(firstRefusal(view({ ...holding, order: exit({ lots: toLots(11) }) }))).toMatchObject({
      code: 'SIZE',
      asked: 11,
      allowed: 10,
    });
    expect(firstRefusal(view({ ...holding, order: exit({ lots: NO_LOTS }) }))).toMatchObject({
      code: 'SIZE',
      asked: 0,
      allowed: 1,
    });
    expect(firstRefusal(view({ order: exit() }))).toMatchObject({ code: 'SIZE', allowed: 0 });
  });

  test('is not sent twice; stops and targets stand beside it', () => {
    const beside = (purpose: Order['purpose']): GateView =>
      view({
        ...holding,
        order: exit(),
        book: book({ ...holding.book, orders: rows(working('o0', { purpose, side: 'SELL' })) }),
      });
    expect(
      (['STOP', 'TARGET', 'EXIT'] as const).map((purpose) => firstRefusal(beside(purpose))?.code),
    ).toEqual([undefined, undefined, 'DUPLICATE']);
  });

  test('waits for a venue that is closed and for a broker that is not there', () => {
    expect(firstRefusal(view({ ...holding, order: exit(), sessionClosed: 'closed' }))?.code).toBe(
      'SESSION',
    );
    expect(
      firstRefusal(
        view({
          ...holding,
          order: exit(),
          modeBlocked: 'No broker is connected for live trading.',
        }),
      )?.code,
    ).toBe('MODE');
  });
});

describe('legs', () => {
  test('pass together, or the first that fails is named and none passes', () => {
    const good = view();
    const bad = view({ order: order({ id: 'o2', lots: NO_LOTS }) });
    expect(approveOrders([good, view({ order: order({ id: 'o3' }) })])).toMatchObject({
      ok: true,
      value: [{ id: 'o1' }, { id: 'o3' }],
    });
    expect(approveOrders([good, bad])).toMatchObject({
      ok: false,
      refusal: { code: 'SIZE' },
      denied: { order: { id: 'o2' } },
    });
  });

  test('of one group count once', () => {
    const positions = rows(
      position('p8', 'natural-gas', 0, { groupId: 'g1' }),
      position('p9', 'natural-gas', 0, { groupId: 'g1' }),
    );
    expect(firstRefusal(view({ book: book({ positions }) }))).toBeNull();
    expect(
      firstRefusal(
        view({ book: book({ positions: { ...positions, p7: position('p7', 'natural-gas', 0) } }) }),
      )?.code,
    ).toBe('POSITION');
  });
});
