// What each part of the desk gave against accounts that lack it; dollars, none of a twin's the
// user's own.
import { z } from 'zod';

import { TWIN_KINDS } from '../../trading/domain/twin';
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

const TwinWorthSchema = nameSchema(
  'TwinWorth',
  'Result of an account or a shadow account; dollars.',
  z.strictObject({
    profit: z.number().describe('since the twins began'),
    fees: z.number().describe('of the epoch'),
    closed: createCountSchema().describe('closed positions of the epoch'),
  }),
);
export type ShadowEquityDto = Infer<typeof TwinWorthSchema>;

const TwinPartSchema = nameSchema(
  'TwinPart',
  'A component, measured by a shadow account without it.',
  z.strictObject({
    without: z
      .enum([...TWIN_KINDS, 'NOTHING'])
      .describe(
        'the component the shadow account lacks; NOTHING is an account in cash, the benchmark of the whole desk',
      ),
    since: createMomentSchema(),
    twin: TwinWorthSchema,
    total: z.number().describe('profit of the account less that of the twin'),
    today: z.number(),
    days: createCountSchema().describe('days that are over'),
    finished: z.number().describe('what those days gave'),
    standardError: z
      .number()
      .nullable()
      .describe('standard error of the contribution; null before two days'),
    verdict: z
      .enum(['GAINS', 'LOSES', 'NO_EVIDENCE'])
      .describe('contribution contribution beyond two standard errors, or not'),
    history: createListSchema(
      z.strictObject({
        day: createDaySchema(),
        value: z.number().describe('what the day gave'),
        total: z.number().describe('all days up to it'),
      }),
    ).describe('oldest first; the last one may still be running'),
  }),
);
export type ShadowPartDto = Infer<typeof TwinPartSchema>;

export const TwinsSchema = z.strictObject({
  mode: createModeSchema(),
  epoch: createCountSchema(),
  account: TwinWorthSchema,
  parts: createListSchema(TwinPartSchema).describe('empty where the book has no twins'),
  daysMin: createCountSchema().describe('finished days before which nothing is called evidence'),
  missing: z.string().nullable().describe('why shadow accounts are missing; null when all run'),
  day: createDaySchema().nullable().describe('date of the last valuation; null before the first'),
  asOfSeq: createSequenceSchema(),
});
export type ShadowsDto = Infer<typeof TwinsSchema>;
