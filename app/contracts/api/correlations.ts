// Schema of correlations between weather and prices.
import { z } from 'zod';

import {
  type Infer,
  SOURCE_FIELDS,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  createFractionSchema,
} from './shape';

const CorrelationRowSchema = z.strictObject({
  weatherFactor: z.string(),
  region: z.string(),
  commodity: createCommoditySchema(),
  chain: z.string(),
  prices: z
    .enum(['futures', 'spot'])
    .describe('daily closes of the future, or daily spot prices where it has none'),
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
