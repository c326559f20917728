// A backtest: what was asked, how far it is, what it brought.
import { z } from 'zod';
import { BACKTEST_WORLDS } from '../backtest';
import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createShareSchema,
} from './shape';

const figure = nameSchema(
  'Figure',
  'A value, or the reason why it is missing.',
  z.union([
    z.strictObject({ value: z.number() }),
    z.strictObject({ value: z.null(), reason: z.string() }),
  ]),
);
export type FigureDto = Infer<typeof figure>;

const result = z.strictObject({
  from: createMomentSchema(),
  until: createMomentSchema(),
  capital: z.number().describe('dollars'),
  netProfit: z.number().describe('dollars, after costs'),
  netPercentAYear: z.number().describe('of the mean money that an open holding binds'),
  netPercentOnBook: z.number().describe('annualized, on capital'),
  trades: createCountSchema(),
  sharpe: figure.describe('of a year'),
  deflatedSharpe: figure.describe(
    'probability that the ratio is above what the best of so many tries brings by luck',
  ),
  configurations: createCountSchema().describe('ever tried in this mode'),
  drawdownPercent: figure,
  hitRatePercent: figure,
  costSharePercent: figure,
  hasEdge: z.boolean(),
  verdict: z.string(),
});
export type BacktestResultDto = Infer<typeof result>;

export const BacktestSchema = nameSchema(
  'Backtest',
  'A backtest of yours.',
  z.strictObject({
    id: z.string(),
    mode: createCommoditySchema(),
    playbook: z.string(),
    playbookName: z.string(),
    years: createCountSchema(),
    world: z
      .enum(BACKTEST_WORLDS)
      .describe('unseen: out-of-sample simulation; desk: in-sample history'),
    seed: z.string().nullable(),
    phase: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    ahead: createCountSchema().nullable().describe('how many are before it while it waits'),
    share: createShareSchema().nullable().describe('how much is done while it runs'),
    doing: z.string().nullable(),
    fault: z.string().nullable().describe('why it failed'),
    askedAt: createMomentSchema(),
    startedAt: createMomentSchema().nullable(),
    endedAt: createMomentSchema().nullable(),
    result: result.nullable(),
    report: z.string().nullable().describe('path of its report; null until it is done'),
  }),
);
export type BacktestDto = Infer<typeof BacktestSchema>;
export const BacktestsSchema = createListSchema(BacktestSchema);
export const AskedSchema = z.strictObject({ id: z.string() });
