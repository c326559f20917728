// What RUN, STOP and CLOSE answer, and a refusal.
import { z } from 'zod';
import { REFUSAL_CODES } from '../../trading/domain/outcome';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { PositionSchema } from './book';
import {
  createCommoditySchema,
  createCountSchema,
  createListSchema,
  nameSchema,
  createSequenceSchema,
} from './shape';

const Code = nameSchema('RefusalCode', 'The name of a refusal.', z.enum(REFUSAL_CODES));

const STATUS = {
  globalActive: z.boolean().describe('RUN ALL is on'),
  isActive: z.boolean().describe('any commodity is on'),
  activeCommodities: createListSchema(createCommoditySchema()),
  commodities: z
    .partialRecord(z.enum(COMMODITY_KEYS), z.boolean())
    .describe('each commodity, whether it is on'),
  asOfSeq: createSequenceSchema(),
};
export const StatusSchema = z.strictObject(STATUS);

/** A position that was asked to close and is still open. */
const waitingClose = z.strictObject({
  positionId: z.string(),
  instrumentId: z.string(),
  reason: z.string(),
});
const createIdsSchema = () => createListSchema(z.string());
const createWaitingSchema = () =>
  createListSchema(waitingClose).describe(
    'positions that are still open, each with what it waits for; they close as soon as they can',
  );

export const TradingSchema = z.strictObject({
  success: z.literal(true),
  closedPositions: createIdsSchema().describe('ids'),
  placedOrders: createIdsSchema().describe('ids'),
  waiting: createWaitingSchema().optional(),
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
  closedPositions: createIdsSchema().describe('ids'),
  waiting: createWaitingSchema(),
  asOfSeq: createSequenceSchema(),
});

export const MappingSchema = z.strictObject({
  success: z.literal(true),
  fixed: createCountSchema().describe('books that had to be opened: 0 or 1'),
});

/** The body of every answer with a status from 400 on. */
export const ErrorSchema = nameSchema(
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
