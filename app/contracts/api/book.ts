// Schemas of an account: positions, valuation, performance and live figures. Money in dollars,
// prices in quoted units.
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
  createFractionSchema,
} from './shape';
import { SIGNAL_ACTIONS } from './signals';

export const PositionSchema = nameSchema(
  'Position',
  'A position, open or closed; money in dollars, prices in the quoted unit of its commodity.',
  z.strictObject({
    id: z.string(),
    status: z.enum(['ACTIVE', 'CLOSED']),
    commodity: createCommoditySchema(),
    symbol: z.string().describe('root symbol, e.g. NG'),
    region: z.string().nullable().describe('power hub; null for other commodities'),
    contract: z.string().describe('exchange code of the contract month'),
    pending: z
      .string()
      .nullable()
      .describe(
        'why the next order is delayed, e.g. limit up or a roll; null when none is pending',
      ),
    type: z.enum(['BUY', 'SELL']).describe('side of the entry'),
    positionType: z.enum(['LONG', 'SHORT']),
    size: z.number().describe('dollars per 1.00 change of the quoted price; MWh for electricity'),
    entryPrice: z.number().nullable().describe('average entry price'),
    currentPrice: z.number().nullable().describe('last price; exit price of a closed position'),
    exitPrice: z.number().nullable().describe('average exit price; null while open'),
    stopPrice: z
      .number()
      .nullable()
      .describe('trigger of the working stop; null without one and when closed'),
    stopDistance: z
      .number()
      .nullable()
      .describe(
        'loss from the last price to the stop; negative once passed; null without a stop or a price',
      ),
    pnl: z.number().describe('P&L before fees: unrealized while open, realized when closed'),
    pnlPercent: z
      .number()
      .nullable()
      .describe('percent of the absolute notional at entry; null where that is zero'),
    realizedPnl: z
      .number()
      .nullable()
      .describe('realized P&L of reductions and the close; null before the first'),
    fees: z.number().describe('fees paid so far'),
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
    accountBalance: z.number().describe('capital plus realized P&L minus fees'),
    availableCash: z
      .number()
      .describe(
        'accountBalance minus the notional reserved for open positions and working entry orders',
      ),
    totalValue: z.number().describe('accountBalance plus unrealizedPnL'),
    totalPnL: z.number().describe('totalValue minus the initial capital of this account period'),
    activePnL: z.number().describe('same as unrealizedPnL'),
    unrealizedPnL: z.number().describe('sum of pnl over open positions'),
    totalPositions: createCountSchema().describe('open positions'),
    profitablePositions: createCountSchema().describe('open positions with pnl above zero'),
  }),
);
export type PortfolioDto = Infer<typeof PortfolioSchema>;

const changeSchema = z.strictObject({
  value: z.number(),
  percentage: z.number().nullable().describe('null when the base was zero'),
});
export type ChangeDto = Infer<typeof changeSchema>;

const marginSchema = z.strictObject({
  equity: z.number(),
  maintenance: z.number().describe('maintenance margin of open positions'),
  initial: z.number().describe('initial margin of the same positions'),
  excess: z.number().describe('equity minus maintenance margin'),
  calledAt: createMomentSchema()
    .nullable()
    .describe('start of the open margin call; null without one'),
});
export type MarginDto = Infer<typeof marginSchema>;

export const PerformanceSchema = z.strictObject({
  current: PortfolioSchema,
  margin: marginSchema,
  changes: z.strictObject({
    day: changeSchema.describe('since midnight in the market time zone'),
    week: changeSchema,
    month: changeSchema,
    all: changeSchema.describe('since the start of the account period'),
  }),
  initialBalance: z.number().describe('initial capital of the account period'),
  history: createListSchema(
    z.strictObject({ timestamp: createMomentSchema(), value: z.number() }),
  ).describe('totalValue over the timeframe, oldest first'),
  stats: z.strictObject({
    winRate: createFractionSchema()
      .nullable()
      .describe('fraction of closed positions with a profit; null before the first close'),
    completedTrades: createCountSchema().describe('positions closed in this account period'),
    totalTrades: createCountSchema().describe('positions opened in this account period'),
  }),
  timeframe: z.enum(TIMEFRAMES),
  asOf: createMomentSchema(),
  asOfSeq: createSequenceSchema(),
});
export type PerformanceDto = Infer<typeof PerformanceSchema>;

export const TimeframeSchema = z.object({
  timeframe: z
    .enum(TIMEFRAMES, `must be one of ${TIMEFRAMES.join(', ')}`)
    .default('1d')
    .describe('range of history; the changes always cover day, week, month and account period'),
});

export const SnapshotsSchema = createListSchema(
  z.strictObject({
    timestamp: createMomentSchema(),
    value: z.number().describe('totalValue at that time'),
    balance: z.number().describe('accountBalance at that time'),
    available: z.number().describe('availableCash at that time'),
    unrealized: z.number(),
    positions: createCountSchema().describe('open positions'),
    asOfSeq: createSequenceSchema(),
  }),
);

const signalCellSchema = z.strictObject({
  signal: z.enum(SIGNAL_ACTIONS),
  confidence: createFractionSchema(),
  targetPrice: z.number(),
  hub: z.string().nullable(),
});
export type SignalCell = Infer<typeof signalCellSchema>;

const CommoditySchema = nameSchema(
  'CommodityRow',
  'One commodity of an account; dollars.',
  z.strictObject({
    commodity: createCommoditySchema(),
    isActive: z.boolean().describe('whether auto-trading is on'),
    positions: createCountSchema(),
    value: z.number().describe('notional of its open positions'),
    pnl: z.number().describe('unrealized P&L of its open positions'),
    playbookId: z
      .string()
      .nullable()
      .describe(
        'selected playbook; null means the one with the best record in season, if any paid its costs',
      ),
    playbook: z
      .string()
      .nullable()
      .describe('name of the active playbook; null without a contract or while none may trade'),
    waitingFor: z
      .string()
      .nullable()
      .describe('idle reason while it runs without a position; null when off or in a position'),
    runBlock: z
      .string()
      .nullable()
      .describe('why this commodity cannot start in the market; null if it can'),
    signal: signalCellSchema.nullable().describe('strongest active signal'),
  }),
);
export type CommodityDto = Infer<typeof CommoditySchema>;

const lossBreakerSchema = z.strictObject({
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
export type LossBreakerDto = Infer<typeof lossBreakerSchema>;
const rearmSchema = z.strictObject({
  trippedAt: createMomentSchema(),
  peak: z.number(),
  equity: z.number(),
  lost: z.number(),
  newPeak: z.number().describe('peak equity after a re-arm'),
  allowed: z.number().describe('maximum drawdown from the new peak'),
  isReduced: z.boolean().describe('half the normal limit until the next trading day'),
  isUsedUp: z.boolean().describe('true when no re-arm is left until the next trading day'),
});
export type RearmDto = Infer<typeof rearmSchema>;
const losingStreakSchema = z.strictObject({
  commodity: createCommoditySchema(),
  losses: createCountSchema().describe('consecutive losing trades'),
  coolUntil: createMomentSchema().nullable(),
});

/** All live figures of an account except positions and sequence number. */
export const DeskFieldsSchema = z.strictObject({
  asOf: createMomentSchema(),
  mode: createModeSchema(),
  market: z.string().describe('source of its quotes'),
  epoch: createCountSchema().describe('account period: 1 plus the number of resets'),
  isHalted: z.boolean().describe('true while all trading is halted'),
  globalActive: z.boolean().describe('RUN ALL is on'),
  isActive: z.boolean().describe('any commodity is on'),
  runBlock: z
    .string()
    .nullable()
    .describe('why RUN of one commodity is rejected; null if it is accepted'),
  runAllBlock: z
    .string()
    .nullable()
    .describe('why RUN ALL is rejected, even confirmed; null if it is accepted'),
  autoSignals: createCountSchema()
    .nullable()
    .describe('active BUY or SELL signals; null without network output'),
  initialBalance: z.number(),
  portfolio: PortfolioSchema,
  commodities: createListSchema(CommoditySchema),
  lossBreakers: createListSchema(lossBreakerSchema),
  margin: marginSchema,
  rearm: rearmSchema
    .nullable()
    .describe('drawdown in dollars at which the breaker tripped; null while armed'),
  losingStreaks: createListSchema(losingStreakSchema),
  lossesInARowMax: createCountSchema().describe('consecutive losses that start a cool-off'),
});
