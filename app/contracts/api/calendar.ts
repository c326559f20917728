// Schema of coming events.
import { z } from 'zod';
import {
  COMMODITY_NAME,
  type Infer,
  createCommodityNameSchema,
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

const DAYS_MAX = 60;
const DAYS_DEFAULT = 14;
const DAYS_ERROR = `must be a whole number from 1 to ${DAYS_MAX}`;

export const CalendarQuerySchema = z.object({
  days: z.coerce
    .number(DAYS_ERROR)
    .int(DAYS_ERROR)
    .min(1, DAYS_ERROR)
    .max(DAYS_MAX, DAYS_ERROR)
    .default(DAYS_DEFAULT)
    .describe('number of days ahead'),
  commodity: createCommodityNameSchema()
    .optional()
    .describe(`events of this commodity only: ${COMMODITY_NAME}`),
});
