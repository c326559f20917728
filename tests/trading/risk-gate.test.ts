import { describe, expect, test } from 'vitest';
import { type Book, IDLE_SWITCH, buildNewBook } from '../../app/trading/domain/book';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { EMPTY_BALANCES } from '../../app/trading/domain/ledger';
import type { Order } from '../../app/trading/domain/order';
import type { RefusalCode } from '../../app/trading/domain/outcome';
import type { Position } from '../../app/trading/domain/position';
import { buildQuote } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS, type RiskLevel } from '../../app/trading/domain/settings';
import { NO_LOTS, NO_MILLS, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { ENTRIES_PER_MINUTE_MAX, LOTS_MAX } from '../../app/trading/risk/limits';
import type { PreTradeInput } from '../../app/trading/risk/pre-trade-input';
import { approveOrders, findRefusal } from '../../app/trading/risk/approve-orders';
import { buildBrokerOrder } from '../support/broker-order';
import { CRUDE, GAS } from '../support/desk-harness';

const NOW = Date.UTC(2024, 0, 2, 15);
const EQUITY = 25_000_000;

function createOrder(change: Partial<Order> = {}): Order {
  return buildBrokerOrder({
    reservedMills: toMills(280_000),
    state: 'INTENT',
    placedMs: NOW,
    ...change,
  });
}

function createPosition(
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

const indexById = <T extends { readonly id: string }>(...items: readonly T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.id, item]));

function createBook(change: Partial<Book> = {}): Book {
  return {
    ...buildNewBook({
      id: 'ann:simulation',
      userId: 'ann',
      mode: 'simulation',
      market: 'test',
      epoch: 1,
      capitalMills: toMills(EQUITY),
      openedMs: NOW,
      balances: { ...EMPTY_BALANCES, available: toMills(EQUITY), equity: toMills(-EQUITY) },
    }),
    valuedMinute: 0,
    day: '2024-01-02',
    ...change,
  };
}

/** An entry that passes every check of a moderate $25,000 account. */
function createInput(
  change: Partial<PreTradeInput> = {},
  riskLevel: RiskLevel = 'moderate',
): PreTradeInput {
  return {
    order: createOrder(),
    book: createBook(),
    instrument: GAS,
    settings: { ...DEFAULT_SETTINGS, riskLevel },
    nowMs: NOW,
    quote: buildQuote(toTicks(2800), 1, NOW),
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

const createWorkingOrder = (id: string, change: Partial<Order>): Order =>
  createOrder({ id, state: 'SENT', ...change });
const createEntryTimes = (count: number): number[] =>
  Array.from({ length: count }, () => NOW - 59_999);
const createBalances = (available: number, reserved: number): Book['balances'] => ({
  ...EMPTY_BALANCES,
  available: toMills(available),
  reserved: toMills(reserved),
  equity: toMills(-available - reserved),
});
const createExit = (change: Partial<Order> = {}): Order =>
  createOrder({ purpose: 'EXIT', side: 'SELL', reservedMills: NO_MILLS, ...change });
const holding = {
  book: createBook({ positions: indexById(createPosition('p1', 'natural-gas', 280_000)) }),
};

interface Case {
  readonly name: RefusalCode;
  readonly what: string;
  /** Just allowed, and one step beyond. */
  readonly at: PreTradeInput;
  readonly beyond: PreTradeInput;
  readonly requested?: number;
  readonly allowed?: number;
}

const cases: readonly Case[] = [
  {
    name: 'HALTED',
    what: 'trading is halted',
    at: createInput(),
    beyond: createInput({ isHalted: true, haltReason: 'the audit failed' }),
  },
  {
    name: 'DISABLED',
    what: 'an operator has disabled the user',
    at: createInput({ isUserDisabled: false }),
    beyond: createInput({ isUserDisabled: true }),
  },
  {
    name: 'CLOCK',
    what: 'the system clock has stepped',
    at: createInput(),
    beyond: createInput({ clockFault: 'The system clock jumped 1 h 0 min back.' }),
  },
  {
    name: 'MODE',
    what: 'the book is not selected',
    at: createInput(),
    beyond: createInput({ isSelected: false }),
  },
  {
    name: 'MODE',
    what: 'no broker is connected',
    at: createInput(),
    beyond: createInput({ modeBlocked: 'No broker is connected for live trading.' }),
  },
  {
    name: 'SESSION',
    what: 'the venue is closed',
    at: createInput(),
    beyond: createInput({ sessionClosed: 'ICE US opens at 08:00.' }),
  },
  {
    name: 'STALE_QUOTE',
    what: 'no quote yet',
    at: createInput(),
    beyond: createInput({ quote: null }),
  },
  {
    name: 'STALE_QUOTE',
    what: 'a quote older than allowed',
    at: createInput({ nowMs: NOW + 15_000 }),
    beyond: createInput({ nowMs: NOW + 15_001 }),
    requested: 15_001,
    allowed: 15_000,
  },
  {
    name: 'SIZE',
    what: 'no lots',
    at: createInput({ order: createOrder({ lots: toLots(1) }) }),
    beyond: createInput({ order: createOrder({ lots: NO_LOTS }) }),
    requested: 0,
    allowed: 1,
  },
  {
    name: 'SIZE',
    what: 'a slip of the keyboard',
    at: createInput({ order: createOrder({ lots: toLots(LOTS_MAX) }) }),
    beyond: createInput({ order: createOrder({ lots: toLots(LOTS_MAX + 1) }) }),
    requested: LOTS_MAX + 1,
    allowed: LOTS_MAX,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'a limit 5 % from the last price',
    at: createInput({ order: createOrder({ type: 'LIMIT', priceTicks: toTicks(2660) }) }),
    beyond: createInput({ order: createOrder({ type: 'LIMIT', priceTicks: toTicks(2659) }) }),
    requested: 141,
    allowed: 140,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'above as below',
    at: createInput({ order: createOrder({ type: 'STOP', priceTicks: toTicks(2940) }) }),
    beyond: createInput({ order: createOrder({ type: 'STOP', priceTicks: toTicks(2941) }) }),
    requested: 141,
    allowed: 140,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'five sigmas of a bar in a wild market',
    at: createInput({
      barSigma: 0.04,
      order: createOrder({ type: 'LIMIT', priceTicks: toTicks(2240) }),
    }),
    beyond: createInput({
      barSigma: 0.04,
      order: createOrder({ type: 'LIMIT', priceTicks: toTicks(2239) }),
    }),
    requested: 561,
    allowed: 560,
  },
  {
    name: 'PRICE_COLLAR',
    what: 'a spread beyond the collar',
    at: createInput({ quote: buildQuote(toTicks(2800), 140, NOW) }),
    beyond: createInput({ quote: buildQuote(toTicks(2800), 141, NOW) }),
    requested: 282,
    allowed: 280,
  },
  {
    name: 'DUPLICATE',
    what: 'an entry on the same side is working',
    at: createInput({
      book: createBook({
        orders: indexById(createWorkingOrder('o0', { side: 'SELL', reservedMills: NO_MILLS })),
      }),
    }),
    beyond: createInput({
      book: createBook({
        orders: indexById(createWorkingOrder('o0', { reservedMills: NO_MILLS })),
      }),
    }),
  },
  {
    name: 'DUPLICATE',
    what: 'its position is being closed',
    at: createInput({ order: createOrder({ positionId: 'p0' }), book: createBook() }),
    beyond: createInput({
      order: createOrder({ positionId: 'p0' }),
      book: createBook({ closing: { p0: { reason: 'manual', sinceMs: NOW, obstacle: null } } }),
    }),
  },
  {
    name: 'DUPLICATE',
    what: 'an order in the contract is unanswered',
    at: createInput({
      book: createBook({
        orders: indexById(
          createWorkingOrder('o0', { side: 'SELL', state: 'SENT', reservedMills: NO_MILLS }),
        ),
      }),
    }),
    beyond: createInput({
      book: createBook({
        orders: indexById(
          createWorkingOrder('o0', { side: 'SELL', state: 'UNKNOWN', reservedMills: NO_MILLS }),
        ),
      }),
    }),
  },
  {
    name: 'ORDER_RATE',
    what: 'twenty entries within a minute',
    at: createInput({
      book: createBook({
        entryTimes: [NOW - 60_000, ...createEntryTimes(ENTRIES_PER_MINUTE_MAX - 1)],
      }),
    }),
    beyond: createInput({
      book: createBook({ entryTimes: createEntryTimes(ENTRIES_PER_MINUTE_MAX) }),
    }),
    requested: 21,
    allowed: 20,
  },
  {
    name: 'POSITION',
    what: 'two positions in a commodity',
    at: createInput({
      book: createBook({ positions: indexById(createPosition('p8', 'natural-gas', 0)) }),
    }),
    beyond: createInput({
      book: createBook({
        positions: indexById(
          createPosition('p8', 'natural-gas', 0),
          createPosition('p9', 'natural-gas', 0),
        ),
      }),
    }),
    requested: 3,
    allowed: 2,
  },
  {
    name: 'NOTIONAL',
    what: 'of one commodity, 15 %',
    at: createInput({ order: createOrder({ reservedMills: toMills(3_750_000) }) }),
    beyond: createInput({ order: createOrder({ reservedMills: toMills(3_750_001) }) }),
    requested: 3_750_001,
    allowed: 3_750_000,
  },
  {
    name: 'NOTIONAL',
    what: 'of a group, 30 %: crude and gas together',
    at: createInput({
      book: createBook({ positions: indexById(createPosition('p8', 'crude-oil', 7_220_000)) }),
    }),
    beyond: createInput({
      book: createBook({ positions: indexById(createPosition('p8', 'crude-oil', 7_220_001)) }),
    }),
    requested: 7_500_001,
    allowed: 7_500_000,
  },
  {
    name: 'NOTIONAL',
    what: 'of all positions and waiting entries, 75 %',
    at: createInput({
      book: createBook({
        positions: indexById(createPosition('p8', 'corn', 18_000_000)),
        orders: indexById(
          createWorkingOrder('o0', {
            commodity: 'cotton',
            instrumentId: 'CT',
            reservedMills: toMills(470_000),
          }),
        ),
      }),
    }),
    beyond: createInput({
      book: createBook({
        positions: indexById(createPosition('p8', 'corn', 18_000_000)),
        orders: indexById(
          createWorkingOrder('o0', {
            commodity: 'cotton',
            instrumentId: 'CT',
            reservedMills: toMills(470_001),
          }),
        ),
      }),
    }),
    requested: 18_750_001,
    allowed: 18_750_000,
  },
  {
    name: 'CASH',
    what: '15 % of the balance stays free, and the fee is part of the price',
    at: createInput({ book: createBook({ balances: createBalances(4_030_028, 20_969_972) }) }),
    beyond: createInput({ book: createBook({ balances: createBalances(4_030_027, 20_969_973) }) }),
    requested: 280_028,
    allowed: 280_027,
  },
  {
    name: 'DAILY_LOSS',
    what: '4 % of the equity that the day began with',
    at: createInput({ equityMills: toMills(24_000_000) }),
    beyond: createInput({ equityMills: toMills(23_999_999) }),
    requested: 1_000_001,
    allowed: 1_000_000,
  },
  {
    name: 'DAILY_LOSS',
    what: 'a loss of the day that was regained',
    at: createInput({ book: createBook({ dayLowMills: toMills(24_000_000) }) }),
    beyond: createInput({ book: createBook({ dayLowMills: toMills(23_999_999) }) }),
    requested: 1_000_001,
    allowed: 1_000_000,
  },
  {
    name: 'EQUITY',
    what: 'an account that is worth nothing',
    at: createInput(),
    beyond: createInput({ equityMills: toMills(0) }),
    requested: 0,
    allowed: 0,
  },
  {
    name: 'EQUITY',
    what: 'one that was worth nothing at the last valuation',
    at: createInput(),
    beyond: createInput({ book: createBook({ equityMills: toMills(-1) }) }),
    requested: -1,
    allowed: 0,
  },
  {
    name: 'DRAWDOWN',
    what: 'after the breaker of the fall from the peak',
    at: createInput({ book: createBook({ drawdown: null }) }),
    beyond: createInput({
      book: createBook({
        drawdown: {
          atMs: 0,
          peakMills: toMills(25_000_000),
          equityMills: toMills(21_000_000),
          allowedMills: toMills(3_000_000),
          day: '2024-01-02',
        },
      }),
    }),
    requested: 4_000_000,
    allowed: 0,
  },
  {
    name: 'COOL_OFF',
    what: 'after too many lost trades in a row',
    at: createInput({
      book: createBook({ commodities: { 'natural-gas': { ...IDLE_SWITCH, coolUntilMs: NOW } } }),
    }),
    beyond: createInput({
      book: createBook({
        commodities: { 'natural-gas': { ...IDLE_SWITCH, coolUntilMs: NOW + 1 } },
      }),
    }),
    requested: NOW,
    allowed: NOW + 1,
  },
  {
    name: 'UNPROTECTED',
    what: 'beside a position without its stop',
    at: createInput({
      book: createBook({
        positions: indexById({ ...createPosition('p8', 'corn', 0), hasStop: true }),
        orders: indexById(
          createWorkingOrder('s8', {
            purpose: 'STOP',
            commodity: 'corn',
            instrumentId: 'CORN',
            positionId: 'p8',
          }),
        ),
      }),
    }),
    beyond: createInput({
      book: createBook({
        positions: indexById({ ...createPosition('p8', 'corn', 0), hasStop: true }),
      }),
    }),
  },
];

describe('entry checks', () => {
  test('pass by default', () => expect(findRefusal(createInput())).toBeNull());

  test.each(cases.map((each) => [each.name, each.what, each] as const))(
    '%s: %s',
    (_name, _what, { name, at, beyond, requested: requested, allowed }) => {
      expect(findRefusal(at)).toBeNull();
      const refusal = findRefusal(beyond);
      expect(refusal).toMatchObject({
        code: name,
        ...(requested === undefined ? {} : { asked: requested, allowed }),
      });
      expect(refusal?.message).toMatch(/^[A-Z0-9].*\.$/);
    },
  );

  test('cover every refusal code', () => {
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
      const createInputWithPositions = (count: number): PreTradeInput =>
        createInput(
          {
            book: createBook({
              positions: indexById(
                ...Array.from({ length: count }, (_item, index) =>
                  createPosition(`x${index}`, 'natural-gas', 0),
                ),
              ),
            }),
          },
          level,
        );
      expect([
        findRefusal(createInputWithPositions(positions - 1))?.code,
        findRefusal(createInputWithPositions(positions))?.code,
      ]).toEqual([undefined, 'POSITION']);
      const createReservingInput = (amount: number): PreTradeInput =>
        createInput({ order: createOrder({ reservedMills: toMills(amount) }) }, level);
      expect([
        findRefusal(createReservingInput(notional))?.code,
        findRefusal(createReservingInput(notional + 1))?.code,
      ]).toEqual([undefined, 'NOTIONAL']);
    },
  );

  test('do not count an addition as another position', () => {
    const positions = indexById(
      createPosition('p1', 'natural-gas', 0),
      createPosition('p9', 'natural-gas', 0),
    );
    expect(findRefusal(createInput({ book: createBook({ positions }) }))).toBeNull();
  });

  test('use the price scale near zero', () => {
    const createCrudeInput = (priceTicks: number): PreTradeInput =>
      createInput({
        instrument: CRUDE,
        scaleTicks: 2000,
        quote: buildQuote(toTicks(1), 1, NOW),
        order: createOrder({
          instrumentId: 'CL',
          commodity: 'crude-oil',
          type: 'LIMIT',
          priceTicks: toTicks(priceTicks),
        }),
      });
    expect([
      findRefusal(createCrudeInput(-99))?.code,
      findRefusal(createCrudeInput(-100))?.code,
    ]).toEqual([undefined, 'PRICE_COLLAR']);
  });
});

describe('exit checks', () => {
  test.each([
    ['HALTED', { isHalted: true, haltReason: 'x' }],
    ['DISABLED', { isUserDisabled: true }],
    ['a book that is not selected', { isSelected: false }],
    ['STALE_QUOTE', { nowMs: NOW + 999_000 }],
    ['no quote at all', { quote: null }],
    ['ORDER_RATE', { book: createBook({ ...holding.book, entryTimes: createEntryTimes(99) }) }],
    ['DAILY_LOSS', { equityMills: toMills(1) }],
    ['CASH', { book: createBook({ ...holding.book, balances: createBalances(-5, 280_000) }) }],
    ['PRICE_COLLAR', { order: createExit({ type: 'LIMIT', priceTicks: toTicks(1) }) }],
    ['a spread of any width', { quote: buildQuote(toTicks(2800), 2000, NOW) }],
    [
      'POSITION',
      {
        book: createBook({
          positions: indexById(
            createPosition('p1', 'natural-gas', 0),
            createPosition('p2', 'natural-gas', 0),
            createPosition('p3', 'natural-gas', 0),
          ),
        }),
      },
    ],
    [
      'an entry that waits',
      { book: createBook({ ...holding.book, orders: indexById(createWorkingOrder('o0', {})) }) },
    ],
  ] as const)('is never held up by %s', (_name, against) =>
    expect(findRefusal(createInput({ ...holding, order: createExit(), ...against }))).toBeNull(),
  );

  test('require one lot to the position size', () => {
    expect(
      findRefusal(createInput({ ...holding, order: createExit({ lots: toLots(10) }) })),
    ).toBeNull();
    expect(
      findRefusal(createInput({ ...holding, order: createExit({ lots: toLots(11) }) })),
    ).toMatchObject({ code: 'SIZE', asked: 11, allowed: 10 });
    expect(
      findRefusal(createInput({ ...holding, order: createExit({ lots: NO_LOTS }) })),
    ).toMatchObject({ code: 'SIZE', asked: 0, allowed: 1 });
    expect(findRefusal(createInput({ order: createExit() }))).toMatchObject({
      code: 'SIZE',
      allowed: 0,
    });
  });

  test('reject a duplicate exit, but not stops and targets', () => {
    const besideOrder = (purpose: Order['purpose']): PreTradeInput =>
      createInput({
        ...holding,
        order: createExit(),
        book: createBook({
          ...holding.book,
          orders: indexById(createWorkingOrder('o0', { purpose, side: 'SELL' })),
        }),
      });
    expect(
      (['STOP', 'TARGET', 'EXIT'] as const).map(
        (purpose) => findRefusal(besideOrder(purpose))?.code,
      ),
    ).toEqual([undefined, undefined, 'DUPLICATE']);
  });

  test('reject an exit at a closed venue or without a broker', () => {
    expect(
      findRefusal(createInput({ ...holding, order: createExit(), sessionClosed: 'closed' }))?.code,
    ).toBe('SESSION');
    expect(
      findRefusal(
        createInput({
          ...holding,
          order: createExit(),
          modeBlocked: 'No broker is connected for live trading.',
        }),
      )?.code,
    ).toBe('MODE');
  });
});

describe('group approval', () => {
  test('approves all legs, or none and names the first failure', () => {
    const good = createInput();
    const bad = createInput({ order: createOrder({ id: 'o2', lots: NO_LOTS }) });
    expect(approveOrders([good, createInput({ order: createOrder({ id: 'o3' }) })])).toMatchObject({
      ok: true,
      value: [{ id: 'o1' }, { id: 'o3' }],
    });
    expect(approveOrders([good, bad])).toMatchObject({
      ok: false,
      refusal: { code: 'SIZE' },
      denied: { order: { id: 'o2' } },
    });
  });

  test('counts the legs of one group once', () => {
    const positions = indexById(
      createPosition('p8', 'natural-gas', 0, { groupId: 'g1' }),
      createPosition('p9', 'natural-gas', 0, { groupId: 'g1' }),
    );
    expect(findRefusal(createInput({ book: createBook({ positions }) }))).toBeNull();
    expect(
      findRefusal(
        createInput({
          book: createBook({
            positions: { ...positions, p7: createPosition('p7', 'natural-gas', 0) },
          }),
        }),
      )?.code,
    ).toBe('POSITION');
  });
});
