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
        'what it waits for, such as a locked market or its roll, a sentence; null when nothing is due',
      ),
    type: z.enum(['BUY', 'SELL']).describe('the side that opened it'),
    positionType: z.enum(['LONG', 'SHORT']),
    size: z.number().describe('dollars per 1.00 change of the quoted price; of electricity MWh'),
    entryPrice: z.number().nullable().describe('the average'),
    currentPrice: z.number().nullable().describe('the last price; of a closed one its exit price'),
    exitPrice: z.number().nullable().describe('the average; null while it is open'),
    pnl: z
      .number()
      .describe(
        'profit before fees: of an open one what stands open, of a closed one what was realised',
      ),
    pnlPercent: z
      .number()
      .nullable()
      .describe('of the absolute value at entry; null where that is zero'),
    realizedPnl: z
      .number()
      .nullable()
      .describe('what reductions and the close have realised; null before the first'),
    fees: z.number().describe('paid so far'),
    playbookId: z.string().nullable().describe('the playbook that opened it; null by hand'),
    groupId: z.string().nullable().describe('shared by legs that open and close together'),
    timestamp: createMomentSchema().describe('when it last changed: opened or closed'),
    entryDate: createMomentSchema(),
    closedDate: createMomentSchema().nullable(),
    asOfSeq: createSequenceSchema(),
  }),
);
export type PositionDto = Infer<typeof PositionSchema>;
export const PositionsSchema = createListSchema(PositionSchema);

const PortfolioSchema = nameSchema(
  'Portfolio',
  'What a book is worth; dollars.',
  z.strictObject({
    accountBalance: z.number().describe('capital and realised profit less fees'),
    availableCash: z
      .number()
      .describe(
        'accountBalance less the notional that open positions and waiting entries hold back',
      ),
    totalValue: z.number().describe('accountBalance plus unrealizedPnL'),
    totalPnL: z.number().describe('totalValue less the capital of this epoch'),
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
    .describe('since when a margin call is not met; null without one'),
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
      .describe('closed positions with a profit, of all closed; null before the first close'),
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
    .describe('how far history reaches back; the changes are always of day, week, month and epoch'),
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
  'One commodity of a book; dollars.',
  z.strictObject({
    commodity: createCommoditySchema(),
    isActive: z.boolean().describe('whether auto-trading is on'),
    positions: createCountSchema(),
    value: z.number().describe('notional of its open positions'),
    pnl: z.number().describe('of its open positions'),
    playbookId: z.string().nullable().describe('the chosen one; null where AI Pick 1 trades'),
    playbook: z.string().describe('name of the active playbook'),
    waitingFor: z
      .string()
      .nullable()
      .describe('what keeps it flat while it runs; null when it is off or holds something'),
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
      'less than the normal loss is allowed until the next trading day, because the account was re-armed today',
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
  isReduced: z.boolean().describe('half of the normal allowance, until the next trading day'),
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
    .describe('the trip of the drawdown breaker in dollars; null while it is armed'),
  losingStreaks: createListSchema(losingStreak),
  lossesInARowMax: createCountSchema().describe('so many lost trades make a commodity pause'),
});
