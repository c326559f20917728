// Schema of the futures curve of one chain.
import { z } from 'zod';

import {
  type Infer,
  createCommoditySchema,
  createCountSchema,
  createDaySchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
} from './shape';

const CurveMonthSchema = nameSchema(
  'CurveMonth',
  'One listed contract month.',
  z.strictObject({
    contract: z.string().describe('exchange code of the contract month'),
    delivery: createDaySchema().nullable().describe('first day of delivery'),
    isActive: z.boolean().describe('true for the month that entries use'),
    last: z.string().nullable().describe('last price as a decimal string, in the quoted unit'),
    change: z.number().nullable().describe('change from prior close'),
    spreadToNext: z
      .number()
      .nullable()
      .describe('price of the next listed month minus this price; null for the last month'),
    daysToExpiry: createCountSchema().nullable().describe('full days until trading ends'),
    rollsAt: createMomentSchema()
      .nullable()
      .describe('no entries from then on; positions roll into the next month'),
    firstNotice: createDaySchema()
      .nullable()
      .describe('first day of delivery notices; null where they follow the last trade'),
    expiresAt: createMomentSchema().nullable().describe('end of trading'),
    weekAgo: z.number().nullable().describe('price of this month seven days earlier'),
    yearAgo: z
      .number()
      .nullable()
      .describe('price one year earlier of the month as far ahead as this one'),
  }),
);
export type CurveMonthDto = Infer<typeof CurveMonthSchema>;

const CurveShapeSchema = z.strictObject({
  kind: z.enum(['contango', 'backwardation', 'flat']).describe('last month against first month'),
  from: z.string().describe('first month with a price'),
  until: z.string().describe('last month with a price'),
  difference: z.number().describe('price of the last month minus that of the first'),
  percent: z.number().nullable().describe('difference in percent of the first price'),
});

export const CurveSchema = z.strictObject({
  commodity: createCommoditySchema(),
  chain: z.string().describe('root symbol, for power with the hub'),
  hub: z.string().nullable().describe('power hub; null for other commodities'),
  unit: z.string().describe('quoted unit'),
  market: z.string(),
  asOf: createMomentSchema(),
  weekAgoAt: createMomentSchema().nullable(),
  yearAgoAt: createMomentSchema().nullable(),
  shape: CurveShapeSchema.nullable().describe('null with fewer than two prices'),
  months: createListSchema(CurveMonthSchema),
  reason: z.string().nullable().describe('why months or prices are missing'),
});
export type CurveDto = Infer<typeof CurveSchema>;
