// Schemas of sign-in, mode, settings, reset and market status.
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
export const SessionCheckSchema = z.strictObject({ authenticated: z.literal(true), user });
export const SignInResultSchema = z.strictObject({ success: z.literal(true), user });
export const SuccessSchema = z.strictObject({ success: z.literal(true) });

export const ModeSchema = z.strictObject({
  mode: createModeSchema(),
  asOfSeq: createSequenceSchema(),
});
export const ModeChangeSchema = z.strictObject({
  success: z.literal(true),
  mode: createModeSchema(),
  asOfSeq: createSequenceSchema(),
});

/** Connection of the live account. */
export const BrokerStatusSchema = z.strictObject({
  name: z.string(),
  isDemo: z.boolean().describe('true for a demo account, which risks no money'),
  reason: z
    .string()
    .nullable()
    .describe('why no order is sent; null while connected, after account and broker were compared'),
  text: z.string().describe('all of it in a sentence'),
});
export type BrokerStatusDto = Infer<typeof BrokerStatusSchema>;

export const SettingsSchema = nameSchema(
  'Settings',
  'The settings of a user.',
  z.strictObject({
    tradingSignalsEnabled: z.boolean().describe('notifies of signal changes'),
    priceAlertsEnabled: z
      .boolean()
      .describe('notifies of large price moves and of stops or targets hit'),
    weatherUpdatesEnabled: z.boolean().describe('notifies of high-impact weather'),
    realTimeDataEnabled: z.boolean().describe('updates pages live'),
    riskLevel: z.enum(RISK_LEVELS),
    positionSize: z
      .enum(POSITION_SIZES)
      .describe('position notional as percent of equity: 1-3%, 3-7%, 7-15%'),
    refreshInterval: z
      .enum(REFRESH_INTERVALS)
      .nullable()
      .describe('null means 45 s; intervals below 30 s are raised to 30 s'),
    tradingMode: createModeSchema(),
    brokerApiKey: z
      .string()
      .nullable()
      .describe('masked, last four characters only; null when none is stored'),
    brokerApiKeySet: z.boolean(),
    brokerApiKeyError: z
      .string()
      .nullable()
      .describe('why the stored key cannot be used; null when it can'),
    broker: BrokerStatusSchema.nullable().describe('null while no broker is connected'),
  }),
);
export type SettingsDto = Infer<typeof SettingsSchema>;
export const SavedSettingsSchema = z.strictObject({
  success: z.literal(true),
  settings: SettingsSchema,
});

export const ResetSchema = z.strictObject({
  success: z.literal(true),
  message: z.string().describe('the account that was reset, or the positions that delay the reset'),
  isPending: z.boolean().describe('true while positions that cannot close yet delay the reset'),
  balance: z.number().nullable().describe('dollars'),
  epoch: createCountSchema().nullable().describe('number of the current account period'),
  asOfSeq: createSequenceSchema(),
});

export const MarketStatusSchema = z.strictObject({
  isOpen: z.boolean().describe('true from 9:00 to 15:59 market time, every day'),
  status: z.enum(['OPEN', 'CLOSED']),
  timeZone: z.string(),
});
