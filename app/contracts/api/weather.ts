// Readings, the feed, correlations and patterns: °F, inches, mph, mb.
import { z } from 'zod';

import {
  type Infer,
  SOURCED,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createShareSchema,
} from './shape';

const ReadingSchema = z.strictObject({
  timestamp: createMomentSchema().nullable().describe('the hour that the readings are of'),
  temperature: z.number().nullable().describe('°F'),
  humidity: z.number().nullable().describe('%'),
  windSpeed: z.number().nullable().describe('mph'),
  pressure: z.number().nullable().describe('mb'),
  type: z.string().nullable(),
  severity: z.string().nullable().describe('Clear, Light, Moderate or Severe'),
  condition: z.string().nullable().describe('short text, such as showers'),
  intensity: z.number().min(0).max(100).nullable(),
  rain: z.number().nullable().describe('inches in the last hour'),
  rainSixHours: z.number().nullable().describe('inches'),
  departure: z
    .number()
    .nullable()
    .describe('mean of the last 24 hours minus the normal of the day, °F'),
  deviations: z.number().nullable().describe('the same in standard deviations'),
  soil: z
    .number()
    .nullable()
    .describe('root-zone moisture in standard deviations from the seasonal norm; negative is dry'),
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

export const WeatherSchema = createListSchema(WeatherRowSchema);

const MapStateRowSchema = z.strictObject({
  region: z.string(),
  state: z.string(),
  fips: z.string().describe('two digits'),
  ...ReadingSchema.shape,
});
export type MapStateDto = Infer<typeof MapStateRowSchema>;
export const MapSchema = createListSchema(MapStateRowSchema);

const effect = nameSchema(
  'Effect',
  'Expected price effect of the weather, with its reason.',
  z.strictObject({
    commodity: createCommoditySchema(),
    direction: z.enum(['UP', 'DOWN', 'MIXED']),
    because: z.string(),
  }),
);

const IntelligenceRowSchema = z.strictObject({
  region: z.string(),
  time: createMomentSchema(),
  temperature: z.number().nullable().describe('°F'),
  impact: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  message: z.string(),
  commodities: createListSchema(createCommoditySchema()),
  effects: createListSchema(effect),
  warnings: createListSchema(z.string()).describe('ids of the warnings of the item'),
  ...SOURCED,
});
export type IntelligenceDto = Infer<typeof IntelligenceRowSchema>;
export type EffectDto = Infer<typeof effect>;

export const IntelligenceSchema = createListSchema(IntelligenceRowSchema);

const CorrelationRowSchema = z.strictObject({
  weatherFactor: z.string(),
  region: z.string(),
  commodity: createCommoditySchema(),
  chain: z.string(),
  correlationStrength: z
    .string()
    .nullable()
    .describe('-1 to 1, three decimals; null below 30 pairs'),
  lagDays: z.number().nullable().describe('by which the weather leads the price'),
  n: createCountSchema(),
  pValue: createShareSchema().nullable(),
  falseDiscoveryRate: createShareSchema()
    .nullable()
    .describe('over all tested pairs (Benjamini and Hochberg)'),
  isSignificant: z.boolean(),
  timestamp: createMomentSchema(),
  ...SOURCED,
});
export type CorrelationDto = Infer<typeof CorrelationRowSchema>;

export const CorrelationsSchema = createListSchema(CorrelationRowSchema);

const pattern = z.strictObject({
  pattern: z.string(),
  region: z.string(),
  impactLevel: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  affectedCommodities: createListSchema(createCommoditySchema()),
  effects: createListSchema(effect),
  kind: z.string().nullable(),
  phase: z.string().nullable(),
  probability: createShareSchema().nullable(),
  strength: z.number().nullable(),
  from: createMomentSchema().nullable(),
  until: createMomentSchema().nullable(),
  text: z.string().nullable(),
  timestamp: createMomentSchema(),
  ...SOURCED,
});
export type PatternDto = Infer<typeof pattern>;
export const PatternsSchema = z.strictObject({
  correlations: createListSchema(pattern),
  reason: z.string().nullable().describe('why there is nothing'),
  ...SOURCED,
});
export type PatternsDto = Infer<typeof PatternsSchema>;
