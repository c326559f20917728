// Schemas of a backtest: request, status and result.
import { z } from 'zod';
import { BACKTEST_DATA_SOURCES } from '../backtest';
import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createFractionSchema,
} from './shape';

const figureSchema = nameSchema(
  'Figure',
  'A value, or the reason why it is missing.',
  z.union([
    z.strictObject({ value: z.number() }),
    z.strictObject({ value: z.null(), reason: z.string() }),
  ]),
);
export type FigureDto = Infer<typeof figureSchema>;

const resultSchema = z.strictObject({
  from: createMomentSchema(),
  until: createMomentSchema(),
  capital: z.number().describe('dollars'),
  netProfit: z.number().describe('dollars, after costs'),
  netPercentAYear: z
    .number()
    .describe('net profit per year in percent of the account capital, simple'),
  worstYearPercent: figureSchema.describe('lowest calendar year, percent of the account capital'),
  trades: createCountSchema().describe('closed positions; legs and rolls of one count once'),
  tradesPerYear: z.number(),
  edgeBp: figureSchema.describe('profit per trade before costs, basis points of notional'),
  costBp: figureSchema.describe('cost per trade, basis points of notional'),
  turnoverPerYear: figureSchema.describe('notional of all fills / mean equity, per year'),
  sharpe: figureSchema.describe('annualized'),
  deflatedSharpe: figureSchema.describe('probability that the Sharpe ratio exceeds hurdleSharpe'),
  hurdleSharpe: figureSchema.describe(
    'expected best annual Sharpe ratio of as many configurations without skill',
  ),
  configurations: createCountSchema().describe('configurations tried in the family of the rule'),
  drawdownPercent: figureSchema,
  hitRatePercent: figureSchema,
  costSharePercent: figureSchema,
  hasEdge: z.boolean(),
  verdict: z.string(),
});
export type BacktestResultDto = Infer<typeof resultSchema>;

export const BacktestSchema = nameSchema(
  'Backtest',
  'A backtest of the signed-in user.',
  z.strictObject({
    id: z.string(),
    mode: createCommoditySchema(),
    playbook: z.string(),
    playbookName: z.string(),
    years: createCountSchema(),
    world: z
      .enum(BACKTEST_DATA_SOURCES)
      .describe('unseen: out-of-sample simulation; desk: in-sample history'),
    seed: z.string().nullable(),
    phase: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    ahead: createCountSchema()
      .nullable()
      .describe('backtests queued before this one; null unless waiting'),
    share: createFractionSchema().nullable().describe('fraction done; null unless running'),
    doing: z.string().nullable(),
    fault: z.string().nullable().describe('error text of a failed backtest'),
    askedAt: createMomentSchema(),
    startedAt: createMomentSchema().nullable(),
    endedAt: createMomentSchema().nullable(),
    result: resultSchema.nullable(),
    report: z.string().nullable().describe('path of the report; null until done'),
  }),
);
export type BacktestDto = Infer<typeof BacktestSchema>;
export const BacktestsSchema = createListSchema(BacktestSchema);
export const CreatedBacktestSchema = z.strictObject({ id: z.string() });
