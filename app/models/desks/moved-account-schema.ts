// Checks accounts and settings that come from the log of another server.
import { z } from 'zod';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import type { MovedAccount } from '../../trading/domain/moved-account';
import {
  POSITION_SIZES,
  REFRESH_INTERVALS,
  RISK_LEVELS,
  type Settings,
  TRADING_MODES,
} from '../../trading/domain/settings';
import type { EpochMs, Mills } from '../../trading/domain/units';

const mills = z
  .int()
  .refine(Number.isSafeInteger)
  .transform((value) => value as Mills);
const time = z.int().transform((value) => value as EpochMs);
const day = z.string().max(10);

export const MovedAccountSchema = z.strictObject({
  mode: z.enum(TRADING_MODES),
  market: z.string().min(1).max(200),
  balanceMills: mills,
  day,
  dayStartMills: mills,
  dayLowMills: mills,
  peakMills: mills,
  peakMs: time,
  drawdown: z
    .strictObject({ atMs: time, peakMills: mills, equityMills: mills, allowedMills: mills, day })
    .nullable(),
  reducedAllowance: z.strictObject({ day, allowedMills: mills }).nullable(),
  commodities: z.partialRecord(
    z.enum(COMMODITY_KEYS),
    z.strictObject({
      playbookId: z.string().max(100).nullable(),
      losses: z.int().min(0),
      coolUntilMs: time.nullable(),
    }),
  ),
}) satisfies z.ZodType<MovedAccount>;

export const MovedSettingsSchema = z.strictObject({
  tradingSignalsEnabled: z.boolean(),
  priceAlertsEnabled: z.boolean(),
  weatherUpdatesEnabled: z.boolean(),
  riskLevel: z.enum(RISK_LEVELS),
  positionSize: z.enum(POSITION_SIZES),
  realTimeDataEnabled: z.boolean(),
  refreshInterval: z.enum(REFRESH_INTERVALS).nullable(),
}) satisfies z.ZodType<Settings>;
