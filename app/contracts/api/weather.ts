// Readings, the feed, correlations and patterns: °F, inches, mph, mb.
import { z } from 'zod';

import { type Infer, SOURCED, commodity, count, listOf, moment, named, share } from './shape';

const ReadingSchema = z.strictObject({
  timestamp: moment().nullable().describe('the hour that the readings are of'),
  temperature: z.number().nullable().describe('°F'),
  humidity: z.number().nullable().describe('%'),
  windSpeed: z.number().nullable().describe('mph'),
  pressure: z.number().nullable().describe('mb'),
  type: z.string().nullable(),
  severity: z.string().nullable().describe('Clear, Light, Moderate or Severe'),
  condition: z.string().nullable().describe('the word of a ticker, such as showers'),
  intensity: z.number().min(0).max(100).nullable(),
  rain: z.number().nullable().describe('inches in the last hour'),
  rainSixHours: z.number().nullable().describe('inches'),
  departure: z
    .number()
    .nullable()
    .describe('mean of the last 24 hours less the normal of the day, °F'),
  deviations: z.number().nullable().describe('the same in standard deviations'),
  soil: z
    .number()
    .nullable()
    .describe('water in the root zone, standard deviations from the season; below zero is dry'),
  isStale: z.boolean(),
  ...SOURCED,
});
export type ReadingDto = Infer<typeof ReadingSchema>;

const WeatherRowSchema = z.strictObject({
  region: z.string(),
  kind: z.enum(['weather', 'market', 'supply']),
  ...ReadingSchema.shape,
});
export type WeatherDto = Infer<typeof WeatherRowSchema>;

export const WeatherSchema = listOf(WeatherRowSchema);

const MapStateRowSchema = z.strictObject({
  region: z.string(),
  state: z.string(),
  fips: z.string().describe('two digits'),
  ...ReadingSchema.shape,
});
export type MapStateDto = Infer<typeof MapStateRowSchema>;
export const MapSchema = listOf(MapStateRowSchema);

const effect = named(
  'Effect',
  'Where a price goes by the weather, and why.',
  z.strictObject({
    commodity: commodity(),
    direction: z.enum(['UP', 'DOWN', 'MIXED']),
    because: z.string(),
  }),
);

const IntelligenceRowSchema = z.strictObject({
  region: z.string(),
  time: moment(),
  temperature: z.number().nullable().describe('°F'),
  impact: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  message: z.string(),
  commodities: listOf(commodity()),
  effects: listOf(effect),
  warnings: listOf(z.string()).describe('ids of the warnings that it tells'),
  ...SOURCED,
});
export type IntelligenceDto = Infer<typeof IntelligenceRowSchema>;
export type EffectDto = Infer<typeof effect>;

export const IntelligenceSchema = listOf(IntelligenceRowSchema);

const CorrelationRowSchema = z.strictObject({
  weatherFactor: z.string(),
  region: z.string(),
  commodity: commodity(),
  chain: z.string(),
  correlationStrength: z
    .string()
    .nullable()
    .describe('-1 to 1 with three decimals; null while fewer than 30 pairs are known'),
  lagDays: z.number().nullable().describe('by which the weather leads the price'),
  n: count(),
  pValue: share().nullable(),
  falseDiscoveryRate: share()
    .nullable()
    .describe('among all that were looked at (Benjamini and Hochberg)'),
  isSignificant: z.boolean(),
  timestamp: moment(),
  ...SOURCED,
});
export type CorrelationDto = Infer<typeof CorrelationRowSchema>;

export const CorrelationsSchema = listOf(CorrelationRowSchema);

const pattern = z.strictObject({
  pattern: z.string(),
  region: z.string(),
  impactLevel: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  affectedCommodities: listOf(commodity()),
  effects: listOf(effect),
  kind: z.string().nullable(),
  phase: z.string().nullable(),
  probability: share().nullable(),
  strength: z.number().nullable(),
  from: moment().nullable(),
  until: moment().nullable(),
  text: z.string().nullable(),
  timestamp: moment(),
  ...SOURCED,
});
export type PatternDto = Infer<typeof pattern>;
export const PatternsSchema = z.strictObject({
  correlations: listOf(pattern),
  reason: z.string().nullable().describe('why there is nothing'),
  ...SOURCED,
});
export type PatternsDto = Infer<typeof PatternsSchema>;
