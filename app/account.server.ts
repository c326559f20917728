// A user's settings, trading mode and reset: the same deeds for forms and for programs.
import { z } from 'zod';
import type { SettingsWire } from './messages';
import type { Terminal } from './terminal.server';
import type { Command } from './trading/domain/command';
import { type Refusal, refusal } from './trading/domain/outcome';
import { DEFAULT_SETTINGS, POSITION_SIZES, REFRESH_INTERVALS, RISK_LEVELS, type Settings, TRADING_MODES, type TradingMode } from './trading/domain/settings';

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;
const flag = z.boolean('must be true or false').optional();
export const ModeInputSchema = z.looseObject({ mode: z.enum(TRADING_MODES, oneOf(TRADING_MODES)) });
/** Absent fields stay as they are. */
export const SettingsInputSchema = z.looseObject({
  tradingSignalsEnabled: flag,
  priceAlertsEnabled: flag,
  weatherUpdatesEnabled: flag,
  realTimeDataEnabled: flag,
  riskLevel: z.enum(RISK_LEVELS, oneOf(RISK_LEVELS)).optional(),
  positionSize: z.enum(POSITION_SIZES, oneOf(POSITION_SIZES)).optional(),
  refreshInterval: z.enum(REFRESH_INTERVALS, `${oneOf(REFRESH_INTERVALS)} or null`).nullish(),
  tradingMode: z.enum(TRADING_MODES, oneOf(TRADING_MODES)).optional(),
  brokerApiKey: z.string('must be a text').max(512, 'takes at most 512 characters').nullish(),
});
export type SettingsInput = z.infer<typeof SettingsInputSchema>;

/** Who asks, and the key that makes repeats one command. */
export interface Caller {
  readonly desk: Terminal;
  readonly userId: string;
  readonly idempotencyKey: string | null;
}

export const modeOf = (desk: Terminal, userId: string): TradingMode => desk.state().users[userId]?.mode ?? 'simulation';
const settingsOf = (desk: Terminal, userId: string): Settings => desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS;

/** No broker key can be stored yet, so none is ever set: the field is answered as empty and never echoed. */
export const settingsWire = (desk: Terminal, userId: string): SettingsWire => ({
  ...settingsOf(desk, userId), tradingMode: modeOf(desk, userId), brokerApiKey: null, brokerApiKeySet: false,
});

/** Sends a command; null when it was granted. `part` tells apart the commands of one call, which share its key. */
async function send({ desk, userId, idempotencyKey }: Caller, command: Command, part = ''): Promise<Refusal | null> {
  await desk.ensureBook(userId);
  const { outcome } = await desk.execute({ userId, command, idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey}${part}` });
  return outcome.ok ? null : outcome.refusal;
}

export const selectMode = (caller: Caller, mode: TradingMode, part = ''): Promise<Refusal | null> => send(caller, { type: 'SelectMode', mode }, part);

export const resetBook = (caller: Caller): Promise<Refusal | null> => send(caller, { type: 'ResetBook' });

const merged = (former: Settings, input: SettingsInput): Settings => ({
  tradingSignalsEnabled: input.tradingSignalsEnabled ?? former.tradingSignalsEnabled,
  priceAlertsEnabled: input.priceAlertsEnabled ?? former.priceAlertsEnabled,
  weatherUpdatesEnabled: input.weatherUpdatesEnabled ?? former.weatherUpdatesEnabled,
  realTimeDataEnabled: input.realTimeDataEnabled ?? former.realTimeDataEnabled,
  riskLevel: input.riskLevel ?? former.riskLevel,
  positionSize: input.positionSize ?? former.positionSize,
  refreshInterval: input.refreshInterval === undefined ? former.refreshInterval : input.refreshInterval,
});

/** The mode goes through the same gate as its own call; the rest is saved even when it is refused. */
export async function saveSettings(caller: Caller, input: SettingsInput): Promise<Refusal | null> {
  if (input.brokerApiKey) return refusal('NO_BROKER', 'No broker is connected, so its key cannot be stored yet. Leave brokerApiKey empty.');
  const refused = await send(caller, { type: 'SaveSettings', settings: merged(settingsOf(caller.desk, caller.userId), input) });
  const wanted = input.tradingMode;
  if (refused || wanted === undefined || wanted === modeOf(caller.desk, caller.userId)) return refused;
  return selectMode(caller, wanted, ':mode');
}

/** When the mode may be switched again, where that is why a switch was refused; ISO 8601. */
export const resetTimeOf = ({ code, asked }: Refusal): string | null => (code === 'MODE_SWITCH_RATE' && asked !== undefined ? new Date(asked).toISOString() : null);
