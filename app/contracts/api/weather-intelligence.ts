// Schemas of the intelligence feed and of weather patterns.
import { z } from 'zod';

import {
  type Infer,
  SOURCE_FIELDS,
  createCommoditySchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
  createFractionSchema,
} from './shape';

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
