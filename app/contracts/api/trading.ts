// Schemas of the responses to RUN, STOP and CLOSE, and of errors.
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

const Code = nameSchema('RefusalCode', 'The code of a rejection.', z.enum(REFUSAL_CODES));

const STATUS = {
  globalActive: z.boolean().describe('RUN ALL is on'),
  isActive: z.boolean().describe('any commodity is on'),
  activeCommodities: createListSchema(createCommoditySchema()),
  commodities: z
    .partialRecord(z.enum(COMMODITY_KEYS), z.boolean())
    .describe('whether auto-trading is on, by commodity'),
  asOfSeq: createSequenceSchema(),
};
export const StatusSchema = z.strictObject(STATUS);

/** A position still open after a close request. */
const waitingCloseSchema = z.strictObject({
  positionId: z.string(),
  instrumentId: z.string(),
  reason: z.string(),
});
const createIdsSchema = () => createListSchema(z.string());
const createWaitingSchema = () =>
  createListSchema(waitingCloseSchema).describe(
    'positions still open, each with the reason; they close at the first tradable price',
  );

export const TradingSchema = z.strictObject({
  success: z.literal(true),
  closedPositions: createIdsSchema().describe('order or position ids'),
  placedOrders: createIdsSchema().describe('order or position ids'),
  waiting: createWaitingSchema().optional(),
  ...STATUS,
});

export const ClosedPositionSchema = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  position: PositionSchema.nullable().describe(
    'the closed position; null with status 202, while its exit order waits for a tradable price',
  ),
});

export const ClosedPositionsSchema = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  closedPositions: createIdsSchema().describe('order or position ids'),
  waiting: createWaitingSchema(),
  asOfSeq: createSequenceSchema(),
});

export const CreatedAccountsSchema = z.strictObject({
  success: z.literal(true),
  fixed: createCountSchema().describe('accounts that were created: 0 or 1'),
});

/** Body of every response with a status of 400 or more. */
export const ErrorSchema = nameSchema(
  'Error',
  'Body of every response with a status of 400 or more.',
  z.strictObject({
    error: z.string().describe('message for a person'),
    success: z.literal(false).optional().describe('false for a failed sign-in'),
    code: Code.optional().describe('refusal code'),
    asked: z
      .number()
      .nullable()
      .optional()
      .describe('of a rejection: the requested value, in the unit of the message'),
    allowed: z.number().nullable().optional().describe('of a rejection: the limit'),
    resetTime: z.iso
      .datetime()
      .optional()
      .describe('of MODE_SWITCH_RATE: time of the next allowed switch'),
    requestId: z
      .string()
      .describe('names the request in the server log and in `npm run audit -- --request`'),
  }),
);
