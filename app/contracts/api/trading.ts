// What RUN, STOP and CLOSE answer, and a refusal.
import { z } from 'zod';
import { REFUSAL_CODES } from '../../trading/domain/outcome';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { PositionSchema } from './book';
import { commodity, count, listOf, named, sequence } from './shape';

const Code = named('RefusalCode', 'The name of a refusal.', z.enum(REFUSAL_CODES));

const STATUS = {
  globalActive: z.boolean().describe('RUN ALL is on'),
  isActive: z.boolean().describe('any commodity is on'),
  activeCommodities: listOf(commodity()),
  commodities: z
    .partialRecord(z.enum(COMMODITY_KEYS), z.boolean())
    .describe('each commodity, whether it is on'),
  asOfSeq: sequence(),
};
export const StatusSchema = z.strictObject(STATUS);

/** A position that was asked to close and is still open. */
const waitingClose = z.strictObject({
  positionId: z.string(),
  instrumentId: z.string(),
  reason: z.string(),
});
const ids = () => listOf(z.string());
const waiting = () =>
  listOf(waitingClose).describe(
    'positions that are still open, each with what it waits for; they close as soon as they can',
  );

export const TradingSchema = z.strictObject({
  success: z.literal(true),
  closedPositions: ids().describe('ids'),
  placedOrders: ids().describe('ids'),
  waiting: waiting().optional(),
  ...STATUS,
});

export const ClosedOneSchema = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  position: PositionSchema.nullable().describe(
    'as it was closed; null with status 202, when its exit order waits for a price that can be had',
  ),
});

export const ClosedAllSchema = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  closedPositions: ids().describe('ids'),
  waiting: waiting(),
  asOfSeq: sequence(),
});

export const MappingSchema = z.strictObject({
  success: z.literal(true),
  fixed: count().describe('books that had to be opened: 0 or 1'),
});

/** The body of every answer with a status from 400 on. */
export const ErrorSchema = named(
  'Error',
  'What every answer with a status of 400 or more holds.',
  z.strictObject({
    error: z.string().describe('a sentence for a person'),
    success: z.literal(false).optional().describe('of a refused sign-in'),
    code: Code.optional().describe('refusal code'),
    asked: z
      .number()
      .nullable()
      .optional()
      .describe('of a refusal: the figure that was asked for, in the unit of the sentence'),
    allowed: z.number().nullable().optional().describe('of a refusal: the figure that is allowed'),
    resetTime: z.iso
      .datetime()
      .optional()
      .describe('of MODE_SWITCH_RATE: when the mode may be switched again'),
    requestId: z.string().optional().describe('of status 500: request id in the server log'),
  }),
);
