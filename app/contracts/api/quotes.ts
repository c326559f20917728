// Quotes and the cash prices that are made of them.
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
  hub: z.string().nullable().describe('of power'),
  region: z.string().nullable().describe('of all others'),
  asOf: createMomentSchema(),
  ageSeconds: createCountSchema().describe('from asOf to server time'),
  source: z.string(),
  isStale: z.boolean().describe('too old for an entry'),
};

const QuoteSchema = nameSchema(
  'Quote',
  'A tradable quote.',
  z.strictObject({
    kind: z.literal('quote'),
    ...FIELDS,
    bid: z.string(),
    ask: z.string(),
    note: z.null(),
  }),
);
export type QuoteDto = Infer<typeof QuoteSchema>;
const CashSchema = nameSchema(
  'Cash',
  'The cash price of a region from quotes and a stated basis; not tradable here.',
  z.strictObject({
    kind: z.literal('cash'),
    ...FIELDS,
    bid: z.null(),
    ask: z.null(),
    note: z.string().describe('what it is made of'),
  }),
);
export type CashDto = Infer<typeof CashSchema>;

export const QuotesSchema = createListSchema(
  z.discriminatedUnion('kind', [QuoteSchema, CashSchema]),
);
