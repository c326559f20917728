// Schemas of observations, the intelligence feed, correlations and patterns. Units: °F, inches,
// mph, mb.
import { z } from 'zod';

import {
  type Infer,
  SOURCE_FIELDS,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createFractionSchema,
} from './shape';

const ReadingSchema = z.strictObject({
  timestamp: createMomentSchema().nullable().describe('hour of the observation'),
  temperature: z.number().nullable().describe('°F'),
  humidity: z.number().nullable().describe('%'),
  windSpeed: z.number().nullable().describe('mph'),
  pressure: z.number().nullable().describe('mb'),
  type: z.string().nullable(),
  severity: z.string().nullable().describe('Clear, Light, Moderate or Severe'),
  condition: z
    .string()
    .nullable()
    .describe('short text, such as showers, hot or 12 °F above normal'),
  intensity: z.number().min(0).max(100).nullable(),
  rain: z.number().nullable().describe('inches in the last hour'),
  rainSixHours: z.number().nullable().describe('inches'),
  departure: z.number().nullable().describe('24-hour mean minus the daily normal, °F'),
  deviations: z.number().nullable().describe('departure in standard deviations'),
  soil: z
    .number()
    .nullable()
    .describe(
      'root-zone moisture in standard deviations from the seasonal norm; negative is dry, null at sea',
    ),
  isStale: z.boolean(),
  ...SOURCE_FIELDS,
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

const effectSchema = nameSchema(
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
  effects: createListSchema(effectSchema),
  warnings: createListSchema(z.string()).describe('warning ids'),
  ...SOURCE_FIELDS,
});
export type IntelligenceDto = Infer<typeof IntelligenceRowSchema>;
export type EffectDto = Infer<typeof effectSchema>;

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
  lagDays: z.number().nullable().describe('days by which weather leads price'),
  n: createCountSchema(),
  pValue: createFractionSchema().nullable(),
  falseDiscoveryRate: createFractionSchema()
    .nullable()
    .describe('Benjamini-Hochberg, over all tested pairs'),
  isSignificant: z.boolean(),
  timestamp: createMomentSchema(),
  ...SOURCE_FIELDS,
});
export type CorrelationDto = Infer<typeof CorrelationRowSchema>;

export const CorrelationsSchema = createListSchema(CorrelationRowSchema);

const patternSchema = z.strictObject({
  pattern: z.string(),
  region: z.string(),
  impactLevel: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  affectedCommodities: createListSchema(createCommoditySchema()),
  effects: createListSchema(effectSchema),
  kind: z.string().nullable(),
  phase: z.string().nullable(),
  probability: createFractionSchema().nullable(),
  strength: z.number().nullable(),
  from: createMomentSchema().nullable(),
  until: createMomentSchema().nullable(),
  text: z.string().nullable(),
  timestamp: createMomentSchema(),
  ...SOURCE_FIELDS,
});
export type PatternDto = Infer<typeof patternSchema>;
export const PatternsSchema = z.strictObject({
  correlations: createListSchema(patternSchema),
  reason: z.string().nullable().describe('why the list is empty'),
  ...SOURCE_FIELDS,
});
export type PatternsDto = Infer<typeof PatternsSchema>;
