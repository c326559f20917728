// What a book holds and is worth, as calls and sockets tell it; dollars, prices in quoted units.
import { z } from 'zod';
import { TIMEFRAMES } from '../timeframe';

import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createModeSchema,
  createMomentSchema,
  nameSchema,
  createSequenceSchema,
  createShareSchema,
} from './shape';
import { SIGNAL_WORDS } from './signals';

export const PositionSchema = nameSchema(
  'Position',
  'A position, open or closed; money in dollars, prices in the quoted unit of its commodity.',
  z.strictObject({
    id: z.string(),
    status: z.enum(['ACTIVE', 'CLOSED']),
    commodity: createCommoditySchema(),
    symbol: z.string().describe('the chain, e.g. NG'),
    region: z.string().nullable().describe('the hub of power; null elsewhere'),
    contract: z.string().describe("the venue's code of the month that is held"),
    pending: z
      .string()
      .nullable()
      .describe(
        'why its next order is delayed, such as a market at its price limit or a roll; null when none is pending',
      ),
    type: z.enum(['BUY', 'SELL']).describe('the side that opened it'),
    positionType: z.enum(['LONG', 'SHORT']),
    size: z
      .number()
      .describe('size: dollars per 1.00 change of the quoted price; for electricity MWh'),
    entryPrice: z.number().nullable().describe('the average'),
    currentPrice: z.number().nullable().describe('last price; exit price of a closed position'),
    exitPrice: z.number().nullable().describe('average exit price; null while open'),
    pnl: z.number().describe('P&L before fees: unrealized while open, realized when closed'),
    pnlPercent: z
      .number()
      .nullable()
      .describe('percent of the absolute notional at entry; null where that is zero'),
    realizedPnl: z
      .number()
      .nullable()
      .describe('realized P&L of reductions and the close; null before the first'),
    fees: z.number().describe('paid so far'),
    playbookId: z.string().nullable().describe('playbook that opened it; null for a manual order'),
    groupId: z.string().nullable().describe('shared by legs that open and close together'),
    timestamp: createMomentSchema().describe('time of the last change: entry or exit'),
    entryDate: createMomentSchema(),
    closedDate: createMomentSchema().nullable(),
    asOfSeq: createSequenceSchema(),
  }),
);
export type PositionDto = Infer<typeof PositionSchema>;
export const PositionsSchema = createListSchema(PositionSchema);

const PortfolioSchema = nameSchema(
  'Portfolio',
  'Valuation of an account, in dollars.',
  z.strictObject({
    accountBalance: z.number().describe('capital and realised profit less fees'),
    availableCash: z
      .number()
      .describe(
        'accountBalance minus the notional reserved for open positions and working entry orders',
      ),
    totalValue: z.number().describe('accountBalance plus unrealizedPnL'),
    totalPnL: z.number().describe('totalValue minus the initial capital of this account period'),
    activePnL: z.number().describe('the same as unrealizedPnL'),
    unrealizedPnL: z.number().describe('the sum of pnl over open positions'),
    totalPositions: createCountSchema().describe('open ones'),
    profitablePositions: createCountSchema().describe('open ones with pnl above zero'),
  }),
);
export type PortfolioDto = Infer<typeof PortfolioSchema>;

const change = z.strictObject({
  value: z.number(),
  percentage: z.number().nullable().describe('null when the base was zero'),
});
export type ChangeDto = Infer<typeof change>;

const margin = z.strictObject({
  equity: z.number(),
  maintenance: z.number().describe('margin that open positions require to stay open'),
  initial: z.number().describe('margin if they were opened now'),
  excess: z.number().describe('equity less maintenance'),
  calledAt: createMomentSchema()
    .nullable()
    .describe('start of the open margin call; null without one'),
});
export type MarginDto = Infer<typeof margin>;

export const PerformanceSchema = z.strictObject({
  current: PortfolioSchema,
  margin,
  changes: z.strictObject({
    day: change.describe('since midnight in the market time zone'),
    week: change,
    month: change,
    all: change.describe('since the epoch began'),
  }),
  initialBalance: z.number().describe('the capital of this epoch'),
  history: createListSchema(
    z.strictObject({ timestamp: createMomentSchema(), value: z.number() }),
  ).describe('totalValue over the timeframe, oldest first'),
  stats: z.strictObject({
    winRate: createShareSchema()
      .nullable()
      .describe('share of closed positions with a profit; null before the first close'),
    completedTrades: createCountSchema().describe('closed in this epoch'),
    totalTrades: createCountSchema().describe('opened in this epoch'),
  }),
  timeframe: z.enum(TIMEFRAMES),
  asOf: createMomentSchema(),
  asOfSeq: createSequenceSchema(),
});
export type PerformanceDto = Infer<typeof PerformanceSchema>;

export const TimeframeSchema = z.object({
  timeframe: z
    .enum(TIMEFRAMES)
    .default('1d')
    .describe('range of history; the changes always cover day, week, month and account period'),
});

export const SnapshotsSchema = createListSchema(
  z.strictObject({
    timestamp: createMomentSchema(),
    value: z.number().describe('totalValue then'),
    balance: z.number().describe('accountBalance then'),
    available: z.number().describe('availableCash then'),
    unrealized: z.number(),
    positions: createCountSchema().describe('open ones'),
    asOfSeq: createSequenceSchema(),
  }),
);

const signalCell = z.strictObject({
  signal: z.enum(SIGNAL_WORDS),
  confidence: createShareSchema(),
  targetPrice: z.number(),
  hub: z.string().nullable(),
});
export type SignalCell = Infer<typeof signalCell>;

const CommoditySchema = nameSchema(
  'CommodityRow',
  'One commodity of an account; dollars.',
  z.strictObject({
    commodity: createCommoditySchema(),
    isActive: z.boolean().describe('whether auto-trading is on'),
    positions: createCountSchema(),
    value: z.number().describe('notional of its open positions'),
    pnl: z.number().describe('of its open positions'),
    playbookId: z.string().nullable().describe('selected playbook; null means AI Pick 1'),
    playbook: z.string().describe('name of the active playbook'),
    waitingFor: z
      .string()
      .nullable()
      .describe('idle reason while it runs without a position; null when off or in a position'),
    signal: signalCell.nullable().describe('the strongest of its signals'),
  }),
);
export type CommodityDto = Infer<typeof CommoditySchema>;

const lossBreaker = z.strictObject({
  name: z.enum(['DAY_LOSS', 'DRAWDOWN']),
  lost: z.number(),
  allowed: z.number(),
  isTripped: z.boolean(),
  isReduced: z
    .boolean()
    .describe(
      'true until the next trading day after a re-arm: the loss limit is half the normal one',
    ),
});
export type LossBreakerDto = Infer<typeof lossBreaker>;
const rearm = z.strictObject({
  trippedAt: createMomentSchema(),
  peak: z.number(),
  equity: z.number(),
  lost: z.number(),
  newPeak: z.number().describe('the peak after re-arming'),
  allowed: z.number().describe('the fall that is allowed from there'),
  isReduced: z.boolean().describe('half the normal limit until the next trading day'),
  isUsedUp: z.boolean().describe('cannot be re-armed before the next trading day'),
});
export type RearmDto = Infer<typeof rearm>;
const losingStreak = z.strictObject({
  commodity: createCommoditySchema(),
  losses: createCountSchema().describe('lost one after the other'),
  coolUntil: createMomentSchema().nullable(),
});

/** Everything live of a book but its positions and its sequence number. */
export const DeskFieldsSchema = z.strictObject({
  asOf: createMomentSchema(),
  mode: createModeSchema(),
  market: z.string().describe('the source of its quotes'),
  epoch: createCountSchema().describe('counts resets'),
  isHalted: z.boolean().describe('true while the whole desk opens nothing'),
  globalActive: z.boolean().describe('RUN ALL is on'),
  isActive: z.boolean().describe('any commodity is on'),
  autoSignals: createCountSchema()
    .nullable()
    .describe('active BUY or SELL signals; null without network output'),
  initialBalance: z.number(),
  portfolio: PortfolioSchema,
  commodities: createListSchema(CommoditySchema),
  lossBreakers: createListSchema(lossBreaker),
  margin,
  rearm: rearm
    .nullable()
    .describe('drawdown in dollars at which the breaker tripped; null while armed'),
  losingStreaks: createListSchema(losingStreak),
  lossesInARowMax: createCountSchema().describe('so many lost trades make a commodity pause'),
});
