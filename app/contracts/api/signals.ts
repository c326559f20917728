// Signals in force and the ledger of what came of them.
import { z } from 'zod';

import { RIVALS } from '../../trading/domain/signal-facts';
import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createShareSchema,
} from './shape';

export const SIGNAL_WORDS = ['BUY', 'SELL', 'HOLD'] as const;

const SignalSchema = nameSchema(
  'Signal',
  'An active signal, filtered by risk level; prices in the quoted unit.',
  z.strictObject({
    region: z.string(),
    symbol: z.string(),
    signal: z.enum(SIGNAL_WORDS),
    confidence: createShareSchema().describe(
      'probability that the side is right; for HOLD of the likelier side, 0.5 where the network has no skill',
    ),
    targetPrice: z.number(),
    reasoning: z.string(),
    commodity: createCommoditySchema(),
    network: z.string(),
    contract: z.string(),
    price: z.number().describe('price at issue; expected move and target refer to it'),
    low: z.number().describe('one price in ten at its end is lower'),
    high: z.number().describe('one in ten is higher'),
    chanceUp: createShareSchema(),
    asOf: createMomentSchema(),
    expiresAt: createMomentSchema(),
    hasSkill: z.boolean().describe('whether the network beat simple rivals in this market'),
    verdict: z.string().describe('result of the evaluation, or the benchmark that was better'),
    market: z.string(),
  }),
);
export type SignalDto = Infer<typeof SignalSchema>;
export const SignalsSchema = createListSchema(SignalSchema);

const createBenchmarksSchema = () => z.record(z.enum(RIVALS), z.number());
const scored = nameSchema(
  'Scored',
  'An expired signal.',
  z.strictObject({
    symbol: z.string(),
    network: z.string(),
    contract: z.string(),
    commodity: createCommoditySchema(),
    madeAt: createMomentSchema(),
    expiredAt: createMomentSchema(),
    chanceUp: createShareSchema(),
    price: z.number(),
    priceThen: z.number().describe('the first price at or after its end'),
    outcome: z.enum(['rose', 'fell', 'stood']).nullable(),
    brier: z.number().nullable().describe('squared error of the chance'),
  }),
);
export type ScoredDto = Infer<typeof scored>;
const score = nameSchema(
  'Score',
  'Score of a network in one market, or over all.',
  z.strictObject({
    network: z.string(),
    symbol: z.string().nullable().describe('null over all its markets'),
    count: createCountSchema(),
    voids: createCountSchema(),
    hits: createCountSchema(),
    sided: createCountSchema(),
    brier: z.number().nullable(),
    logLoss: z.number().nullable(),
    rivals: createBenchmarksSchema()
      .nullable()
      .describe('Brier scores of the benchmarks on the same cases'),
    verdict: z.string().nullable(),
    isDemoted: z.boolean(),
  }),
);
export type ScoreDto = Infer<typeof score>;
const reliability = z.strictObject({
  from: createShareSchema(),
  until: createShareSchema(),
  count: createCountSchema(),
  stated: createShareSchema().nullable().describe('mean chance that was stated'),
  came: createShareSchema().nullable().describe('how often it rose'),
});
export type ReliabilityDto = Infer<typeof reliability>;

export const LedgerSchema = z.strictObject({
  rows: SignalsSchema,
  reason: z.string().nullable().describe('why there are none, or why there are no newer ones'),
  networks: createCountSchema().describe('how many there are'),
  market: z.string(),
  waiting: createCountSchema().describe('issued, not yet expired'),
  scored: createListSchema(scored),
  totals: createListSchema(score),
  byMarket: createListSchema(score),
  reliability: createListSchema(reliability),
  rule: z
    .strictObject({
      level: z.number(),
      days: z.number(),
      evidence: z.number(),
      lateMinutes: z.number(),
    })
    .describe('by which a network is demoted'),
  spoken: z
    .strictObject({ at: createMomentSchema(), tookMs: z.number(), memoryMb: z.number() })
    .nullable()
    .describe('the last network run; null before the first run'),
});
export type SignalLedgerDto = Infer<typeof LedgerSchema>;

export const WeatherIntelligenceSchema = z.strictObject({
  type: z.literal('WEATHER_INTELLIGENCE'),
  data: z.strictObject({
    dopplerRadarAnalysis: z.strictObject({
      confidence: z.number().nullable(),
      precipitationForecast: z.string().nullable(),
    }),
    satelliteImagery: z.strictObject({ cropHealthIndex: z.number().nullable() }),
    aiPredictions: z.strictObject({
      naturalGasSpike: z.strictObject({
        probability: createShareSchema().nullable(),
        targetPrice: z.number().nullable(),
        timeframe: z.string().nullable(),
      }),
    }),
    asOf: createMomentSchema().nullable(),
    reason: z.string().nullable().describe('why something is null'),
  }),
});
export type WeatherIntelligence = Infer<typeof WeatherIntelligenceSchema>;
