// Who is signed in, the mode, the settings, the reset.
import { z } from 'zod';

import { POSITION_SIZES, REFRESH_INTERVALS, RISK_LEVELS } from '../../trading/domain/settings';
import {
  type Infer,
  createCountSchema,
  createModeSchema,
  nameSchema,
  createSequenceSchema,
} from './shape';

const user = z.strictObject({ id: z.string(), username: z.string() });
export const CheckSchema = z.strictObject({ authenticated: z.literal(true), user });
export const SignedInSchema = z.strictObject({ success: z.literal(true), user });
export const DoneSchema = z.strictObject({ success: z.literal(true) });

export const ModeSchema = z.strictObject({
  mode: createModeSchema(),
  asOfSeq: createSequenceSchema(),
});
export const ModeSwitchedSchema = z.strictObject({
  success: z.literal(true),
  mode: createModeSchema(),
  asOfSeq: createSequenceSchema(),
});

export const SettingsSchema = nameSchema(
  'Settings',
  'The settings of a user.',
  z.strictObject({
    tradingSignalsEnabled: z.boolean().describe('tell changes of signals'),
    priceAlertsEnabled: z.boolean().describe('tell moves and stops or targets that were hit'),
    weatherUpdatesEnabled: z.boolean().describe('tell weather of high impact'),
    realTimeDataEnabled: z.boolean().describe('pages bring themselves up to date'),
    riskLevel: z.enum(RISK_LEVELS),
    positionSize: z
      .enum(POSITION_SIZES)
      .describe('notional of a position as a share of equity: 1-3 %, 3-7 %, 7-15 %'),
    refreshInterval: z
      .enum(REFRESH_INTERVALS)
      .nullable()
      .describe('null means 45 s; intervals below 30 s are raised to 30 s'),
    tradingMode: createModeSchema(),
    brokerApiKey: z
      .string()
      .nullable()
      .describe('a mask with the last four characters, never the key; null when none is stored'),
    brokerApiKeySet: z.boolean(),
    brokerApiKeyError: z
      .string()
      .nullable()
      .describe('why the stored key cannot be used; null when it can'),
  }),
);
export type SettingsDto = Infer<typeof SettingsSchema>;
export const SavedSchema = z.strictObject({ success: z.literal(true), settings: SettingsSchema });

export const ResetSchema = z.strictObject({
  success: z.literal(true),
  message: z
    .string()
    .describe('names the account that was reset, or the positions a pending reset waits for'),
  isPending: z
    .boolean()
    .describe(
      'true while positions that cannot close now delay the reset; the account keeps its epoch until then',
    ),
  balance: z.number().nullable().describe('dollars'),
  epoch: createCountSchema().nullable().describe('the number of the epoch that stands'),
  asOfSeq: createSequenceSchema(),
});

export const MarketStatusSchema = z.strictObject({
  isOpen: z.boolean().describe('true from 9:00 to 15:59 in the market time zone, every day'),
  status: z.enum(['OPEN', 'CLOSED']),
  timeZone: z.string(),
});
