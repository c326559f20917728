// Schema of coming events.
import { z } from 'zod';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import {
  type Infer,
  createCommoditySchema,
  createDaySchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
} from './shape';

const CalendarEventSchema = nameSchema(
  'CalendarEvent',
  'A coming event of the market.',
  z.strictObject({
    id: z.string(),
    kind: z.enum([
      'report',
      'forecast',
      'roll',
      'first notice',
      'expiry',
      'holiday',
      'early close',
    ]),
    at: createMomentSchema().describe('time; of an event that lasts all day its midnight'),
    isAllDay: z.boolean(),
    date: createDaySchema()
      .nullable()
      .describe('date at the exchange of an event that lasts all day; null for others'),
    commodities: createListSchema(createCommoditySchema()),
    title: z.string(),
    note: z.string().nullable(),
  }),
);
export type CalendarEventDto = Infer<typeof CalendarEventSchema>;

export const CalendarSchema = createListSchema(CalendarEventSchema);

export const CALENDAR_DAYS_MAX = 60;
export const CalendarQuerySchema = z.object({
  days: z
    .int()
    .min(1)
    .max(CALENDAR_DAYS_MAX)
    .optional()
    .describe(`number of days ahead, 1 to ${CALENDAR_DAYS_MAX}; default 14`),
  commodity: z.enum(COMMODITY_KEYS).optional().describe('events of this commodity only'),
});
