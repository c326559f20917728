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
  netPercentAYear: z.number().describe('annualized, on mean capital used by open positions'),
  netPercentOnBook: z.number().describe('annualized, on account capital'),
  trades: createCountSchema(),
  sharpe: figureSchema.describe('annualized'),
  deflatedSharpe: figureSchema.describe(
    'probability that the Sharpe ratio exceeds the best of as many random trials',
  ),
  configurations: createCountSchema().describe('configurations tried for this commodity'),
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
