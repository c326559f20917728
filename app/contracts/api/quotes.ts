// Schemas of quotes, of cash prices derived from them, and of published spot prices.
import { z } from 'zod';

import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
} from './shape';

const FIELDS = {
  symbol: z.string().describe('root symbol; the active contract month may change'),
  contract: z
    .string()
    .nullable()
    .describe('exchange code of the contract month; null for a price that never expires'),
  commodity: createCommoditySchema(),
  price: z.string().describe('last price as a decimal string, in the quoted unit'),
  change: z.number().nullable().describe('change from prior close'),
  changePercent: z.number().nullable(),
  hub: z.string().nullable().describe('power hub; null for other commodities'),
  region: z.string().nullable().describe('delivery region; null for power'),
  asOf: createMomentSchema(),
  ageSeconds: createCountSchema().describe('seconds from asOf to server time'),
  source: z.string(),
  isStale: z.boolean().describe('too old for an entry'),
};

/** Of prices that cannot be traded. */
const UNTRADED_FIELDS = {
  bid: z.null(),
  ask: z.null(),
  high: z.null(),
  low: z.null(),
  volume: z.null(),
  expiresAt: z.null(),
};

const QuoteSchema = nameSchema(
  'Quote',
  'A tradable quote.',
  z.strictObject({
    kind: z.literal('quote'),
    ...FIELDS,
    bid: z.string(),
    ask: z.string(),
    high: z.string().nullable().describe('highest price since midnight in the market time zone'),
    low: z.string().nullable().describe('lowest price since midnight in the market time zone'),
    volume: createCountSchema()
      .nullable()
      .describe('contracts traded since midnight; null where the feed has no volume'),
    expiresAt: createMomentSchema()
      .nullable()
      .describe('end of trading; null for a price that never expires'),
    note: z.null(),
  }),
);
export type QuoteDto = Infer<typeof QuoteSchema>;
const CashSchema = nameSchema(
  'Cash',
  'Regional cash price: a quote plus an assumed basis. Not tradable.',
  z.strictObject({
    kind: z.literal('cash'),
    ...FIELDS,
    ...UNTRADED_FIELDS,
    note: z.string().describe('quote and basis used'),
  }),
);
export type CashDto = Infer<typeof CashSchema>;
const SpotSchema = nameSchema(
  'Spot',
  'Published spot price of a region. Not tradable.',
  z.strictObject({
    kind: z.literal('spot'),
    ...FIELDS,
    ...UNTRADED_FIELDS,
    note: z.string().describe('what the price is and what time it is for'),
  }),
);
export type SpotDto = Infer<typeof SpotSchema>;

export const QuotesSchema = createListSchema(
  z.discriminatedUnion('kind', [QuoteSchema, CashSchema, SpotSchema]),
);
