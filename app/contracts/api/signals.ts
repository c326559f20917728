// Schemas of active signals and their track record.
import { z } from 'zod';

import { BENCHMARKS } from '../../trading/domain/signal-facts';
import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createFractionSchema,
} from './shape';

export const SIGNAL_ACTIONS = ['BUY', 'SELL', 'HOLD'] as const;

const SignalSchema = nameSchema(
  'Signal',
  'An active signal, filtered by risk level; prices in the quoted unit.',
  z.strictObject({
    region: z.string(),
    symbol: z.string(),
    signal: z.enum(SIGNAL_ACTIONS),
    confidence: createFractionSchema().describe(
      'probability of the signaled side; for HOLD, of the likelier side; 0.5 without skill',
    ),
    targetPrice: z.number(),
    reasoning: z.string(),
    commodity: createCommoditySchema(),
    network: z.string(),
    model: z.string().describe('the model that issues the signal: the network, or a simpler one'),
    grade: z
      .enum(['A', 'B'])
      .nullable()
      .describe('A: skill on two sets of simulations; B: on the first; null: no proven skill'),
    holdReason: z
      .enum(['NO_SKILL', 'UNPROVEN', 'STALE', 'EVEN', 'COSTS'])
      .nullable()
      .describe(
        'why the signal is HOLD: no proven skill, not tested on real data, stale inputs, too near 50/50, below costs',
      ),
    expectedMove: z
      .number()
      .describe('expected gain of the likelier side while it is held, before costs'),
    isHeld: z
      .boolean()
      .describe('an earlier call that stays until the probability crosses one half'),
    costHurdle: z.number().describe('1.5 round trips'),
    driver: z
      .strictObject({ name: z.string(), value: z.string().describe('with unit') })
      .nullable()
      .describe('the main driver of the probability; null without a strong one'),
    contract: z.string(),
    price: z.number().describe('price at issue; expected gain and target refer to it'),
    low: z.number().describe('10th percentile of the price at expiry'),
    high: z.number().describe('90th percentile of the price at expiry'),
    chanceUp: createFractionSchema(),
    asOf: createMomentSchema(),
    expiresAt: createMomentSchema(),
    missing: createListSchema(z.string()).describe(
      'inputs without a value, for which the median of the training stands',
    ),
    hasSkill: z.boolean().describe('true if the model has proven skill in this market'),
    verdict: z.string().describe('evaluation result, or the benchmark that was better'),
    market: z.string(),
  }),
);
export type SignalDto = Infer<typeof SignalSchema>;
export const SignalsSchema = createListSchema(SignalSchema);

const createBenchmarksSchema = () => z.record(z.enum(BENCHMARKS), z.number());
const scoredSignalSchema = nameSchema(
  'Scored',
  'An expired signal with its outcome.',
  z.strictObject({
    symbol: z.string(),
    network: z.string(),
    contract: z.string(),
    commodity: createCommoditySchema(),
    madeAt: createMomentSchema(),
    expiredAt: createMomentSchema(),
    chanceUp: createFractionSchema(),
    price: z.number(),
    priceThen: z.number().describe('first price at or after expiry'),
    outcome: z.enum(['rose', 'fell', 'stood']).nullable(),
    brier: z.number().nullable().describe('squared error of the probability'),
  }),
);
export type ScoredSignalDto = Infer<typeof scoredSignalSchema>;
const scoreSchema = nameSchema(
  'Score',
  'Score of a network in one market, or over all markets.',
  z.strictObject({
    network: z.string(),
    symbol: z.string().nullable().describe('null for all markets of the network'),
    count: createCountSchema(),
    voids: createCountSchema(),
    hits: createCountSchema(),
    sided: createCountSchema(),
    hitRate: createFractionSchema()
      .nullable()
      .describe('hits / sided: the correct side, of signals with a side whose price moved'),
    brier: z.number().nullable(),
    logLoss: z.number().nullable(),
    rivals: createBenchmarksSchema()
      .nullable()
      .describe('Brier scores of the benchmarks on the same cases'),
    verdict: z.string().nullable(),
    isDemoted: z.boolean(),
  }),
);
export type ScoreDto = Infer<typeof scoreSchema>;
const reliabilitySchema = z.strictObject({
  from: createFractionSchema(),
  until: createFractionSchema(),
  count: createCountSchema(),
  stated: createFractionSchema().nullable().describe('mean forecast probability'),
  came: createFractionSchema().nullable().describe('observed frequency of a rise'),
});
export type ReliabilityDto = Infer<typeof reliabilitySchema>;

const expectedRangeSchema = nameSchema(
  'ExpectedRange',
  "Expected size of the next day's move of a market, by VolNet.",
  z.strictObject({
    symbol: z.string(),
    commodity: createCommoditySchema(),
    sigma: z
      .number()
      .describe('one standard deviation, as a fraction of the price; $/MWh for electricity'),
    ratio: z.number().describe('divided by the present volatility'),
    isBetter: z
      .boolean()
      .describe('true if the network was better than the present volatility out of sample'),
  }),
);
export type ExpectedRangeDto = Infer<typeof expectedRangeSchema>;
const spikeRiskSchema = nameSchema(
  'SpikeRisk',
  'Probability that the dearest hour of the next day at a power hub exceeds 2.5 times its monthly mean, by SpikeNet.',
  z.strictObject({ hub: z.string(), probability: createFractionSchema() }),
);

const silentMarketSchema = nameSchema(
  'SilentMarket',
  'A market without a forecast.',
  z.strictObject({
    chain: z.string().describe('root symbol; for power with the hub'),
    name: z.string(),
    reason: z.string().describe('what the network lacks'),
  }),
);
export type SilentMarketDto = Infer<typeof silentMarketSchema>;

export const SignalTrackRecordSchema = z.strictObject({
  rows: SignalsSchema,
  silent: createListSchema(silentMarketSchema),
  ranges: createListSchema(expectedRangeSchema),
  spikes: createListSchema(spikeRiskSchema),
  reason: z
    .string()
    .nullable()
    .describe('why there are no signals or no newer ones, or what limits them'),
  networks: createCountSchema().describe('number of networks'),
  market: z.string(),
  waiting: createCountSchema().describe('signals issued and not yet expired'),
  scored: createListSchema(scoredSignalSchema),
  totals: createListSchema(scoreSchema),
  pooled: scoreSchema.describe('all networks and markets'),
  byMarket: createListSchema(scoreSchema),
  reliability: createListSchema(reliabilitySchema),
  rule: z
    .strictObject({
      level: z.number(),
      days: z.number(),
      evidence: z.number(),
      lateMinutes: z.number(),
    })
    .describe('demotion rule'),
  spoken: z
    .strictObject({ at: createMomentSchema(), tookMs: z.number(), memoryMb: z.number() })
    .nullable()
    .describe('the last network run; null before the first run'),
});
export type SignalTrackRecordDto = Infer<typeof SignalTrackRecordSchema>;

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
        probability: createFractionSchema().nullable(),
        targetPrice: z.number().nullable(),
        timeframe: z.string().nullable(),
      }),
    }),
    asOf: createMomentSchema().nullable(),
    reason: z.string().nullable().describe('why values are null; null when all are present'),
  }),
});
export type WeatherIntelligence = Infer<typeof WeatherIntelligenceSchema>;
