// Schemas of attribution: P&L of each component, measured against a shadow account without it.
// Dollars.
import { z } from 'zod';

import { SHADOW_KINDS } from '../../trading/domain/shadow-account';
import {
  type Infer,
  createCountSchema,
  createDaySchema,
  createListSchema,
  createModeSchema,
  createMomentSchema,
  nameSchema,
  createSequenceSchema,
} from './shape';

const ShadowEquitySchema = nameSchema(
  'TwinWorth',
  'Result of the account or a shadow account; dollars.',
  z.strictObject({
    profit: z.number().describe('P&L since the shadow accounts started'),
    fees: z.number().describe('fees of the account period'),
    closed: createCountSchema().describe('positions closed in the account period'),
  }),
);
export type ShadowEquityDto = Infer<typeof ShadowEquitySchema>;

const ComponentContributionSchema = nameSchema(
  'TwinPart',
  'P&L contribution of one component.',
  z.strictObject({
    without: z
      .enum([...SHADOW_KINDS, 'NOTHING'])
      .describe('component the shadow account lacks; NOTHING is an account that stays in cash'),
    since: createMomentSchema(),
    twin: ShadowEquitySchema,
    total: z.number().describe('profit of the account minus profit of the shadow account'),
    today: z.number(),
    days: createCountSchema().describe('completed days'),
    finished: z.number().describe('contribution of the completed days'),
    standardError: z
      .number()
      .nullable()
      .describe('standard error of the contribution; null before two days'),
    verdict: z
      .enum(['GAINS', 'LOSES', 'NO_EVIDENCE'])
      .describe('GAINS or LOSES beyond two standard errors, else NO_EVIDENCE'),
    history: createListSchema(
      z.strictObject({
        day: createDaySchema(),
        value: z.number().describe('contribution of the day'),
        total: z.number().describe('cumulative contribution'),
      }),
    ).describe('oldest first; the last day may be incomplete'),
  }),
);
export type ComponentContributionDto = Infer<typeof ComponentContributionSchema>;

export const AttributionSchema = z.strictObject({
  mode: createModeSchema(),
  epoch: createCountSchema(),
  account: ShadowEquitySchema,
  parts: createListSchema(ComponentContributionSchema).describe('empty without shadow accounts'),
  daysMin: createCountSchema().describe('completed days required for a verdict'),
  missing: z.string().nullable().describe('why shadow accounts are missing; null when all run'),
  day: createDaySchema().nullable().describe('date of the last valuation; null before the first'),
  asOfSeq: createSequenceSchema(),
});
export type AttributionDto = Infer<typeof AttributionSchema>;
