// Schemas of the bars of a contract.
import { z } from 'zod';
import { BAR_INTERVALS } from '../../trading/domain/bar-interval';
import {
  type Infer,
  createCommoditySchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
} from './shape';

const BarSchema = nameSchema(
  'Bar',
  'Prices of one interval, in the quoted unit.',
  z.strictObject({
    start: createMomentSchema(),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number().describe('last price so far while the bar is open'),
    volume: z.number().nullable().describe('null where the market reports no volume'),
    isComplete: z.boolean().describe('false for the bar in progress'),
  }),
);
export type BarDto = Infer<typeof BarSchema>;

export const BarsSchema = z.strictObject({
  contract: z.string().describe('exchange code of the contract month'),
  symbol: z.string().describe('root symbol'),
  commodity: createCommoditySchema(),
  priceUnit: z.string(),
  interval: z.enum(BAR_INTERVALS),
  bars: createListSchema(BarSchema).describe('oldest first'),
  asOf: createMomentSchema().describe('server time; no bar is later'),
  market: z.string(),
});

/** Bars of a request without `from`. */
export const BARS_DEFAULT = 200;

export const BarsQuerySchema = z.object({
  contract: z
    .string()
    .describe('contract code (`NGF27`), or root symbol (`NG`, `ET-PJM`) for the active month'),
  interval: z.enum(BAR_INTERVALS).default('1h').describe('days are UTC days'),
  from: createMomentSchema()
    .optional()
    .describe(`first bar start; default ${BARS_DEFAULT} intervals before \`until\``),
  until: createMomentSchema().optional().describe('bar starts before this time; default now'),
});
