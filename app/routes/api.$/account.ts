// The trading mode, the settings and the reset of the account.
import { z } from 'zod';
import { RequestFault, jsonAnswer } from '../../answer.server';
import type { Refusal } from '../../trading/domain/outcome';
import { DEFAULT_SETTINGS, POSITION_SIZES, REFRESH_INTERVALS, RISK_LEVELS, type Settings, TRADING_MODES } from '../../trading/domain/settings';
import { type ApiCall, type SignedIn, read, refusalAnswer, send, write } from './call';

const NOTHING = z.looseObject({});
const mode = z.enum(TRADING_MODES, `must be one of ${TRADING_MODES.join(', ')}`);
const MODE = z.looseObject({ mode });
const flag = z.boolean('must be true or false').optional();
const SETTINGS = z.looseObject({
  tradingSignalsEnabled: flag,
  priceAlertsEnabled: flag,
  weatherUpdatesEnabled: flag,
  realTimeDataEnabled: flag,
  riskLevel: z.enum(RISK_LEVELS, `must be one of ${RISK_LEVELS.join(', ')}`).optional(),
  positionSize: z.enum(POSITION_SIZES, `must be one of ${POSITION_SIZES.join(', ')}`).optional(),
  refreshInterval: z.enum(REFRESH_INTERVALS, `must be one of ${REFRESH_INTERVALS.join(', ')} or null`).nullish(),
  tradingMode: mode.optional(),
  brokerApiKey: z.string('must be a text').max(512, 'takes at most 512 characters').nullish(),
});
type SettingsInput = z.infer<typeof SETTINGS>;

const modeOf = ({ desk, session }: SignedIn) => desk.state().users[session.userId]?.mode ?? 'simulation';
const settingsOf = ({ desk, session }: SignedIn): Settings => desk.state().users[session.userId]?.settings ?? DEFAULT_SETTINGS;

/** The time of the next allowed switch is the figure that the refusal asked for. */
function modeRefusal(refusal: Refusal): Response {
  const resetMs = refusal.code === 'MODE_SWITCH_RATE' ? refusal.asked : undefined;
  return refusalAnswer(refusal, resetMs === undefined ? {} : { resetTime: new Date(resetMs).toISOString() });
}

async function selectMode(call: SignedIn<z.infer<typeof MODE>>) {
  const { refusal } = await send(call, { type: 'SelectMode', mode: call.input.mode });
  return refusal ? modeRefusal(refusal) : { success: true, mode: modeOf(call), asOfSeq: call.desk.state().sequence };
}

/** No broker key can be stored yet, so none is ever set: the field is answered as empty and never echoed. */
const settingsWire = (call: SignedIn) => ({ ...settingsOf(call), tradingMode: modeOf(call), brokerApiKey: null, brokerApiKeySet: false });

function merged(former: Settings, input: SettingsInput): Settings {
  const next: Settings = {
    tradingSignalsEnabled: input.tradingSignalsEnabled ?? former.tradingSignalsEnabled,
    priceAlertsEnabled: input.priceAlertsEnabled ?? former.priceAlertsEnabled,
    weatherUpdatesEnabled: input.weatherUpdatesEnabled ?? former.weatherUpdatesEnabled,
    realTimeDataEnabled: input.realTimeDataEnabled ?? former.realTimeDataEnabled,
    riskLevel: input.riskLevel ?? former.riskLevel,
    positionSize: input.positionSize ?? former.positionSize,
    refreshInterval: input.refreshInterval === undefined ? former.refreshInterval : input.refreshInterval,
  };
  return next;
}

/** Absent fields stay as they are. The mode goes through the same gate as its own call; the rest is saved even when it is refused. */
async function saveSettings(call: SignedIn<SettingsInput>) {
  if (call.input.brokerApiKey) throw new RequestFault(409, 'No broker is connected, so its key cannot be stored yet. Leave brokerApiKey empty.');
  const saved = await send(call, { type: 'SaveSettings', settings: merged(settingsOf(call), call.input) });
  if (saved.refusal) return refusalAnswer(saved.refusal);
  const wanted = call.input.tradingMode;
  if (wanted !== undefined && wanted !== modeOf(call)) {
    const switched = await send(call, { type: 'SelectMode', mode: wanted }, ':mode');
    if (switched.refusal) return modeRefusal(switched.refusal);
  }
  return { success: true, settings: settingsWire(call) };
}

async function reset(call: SignedIn) {
  const { refusal } = await send(call, { type: 'ResetBook' });
  if (refusal) return refusalAnswer(refusal);
  const view = call.desk.view(call.session.userId);
  const message = 'Your paper trading account has been reset to $25,000';
  return jsonAnswer({ success: true, message, balance: view ? view.balanceMills / 1000 : null, epoch: view?.epoch ?? null, asOfSeq: view?.asOfSeq ?? 0 });
}

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  read('trading/mode', (call) => ({ mode: modeOf(call), asOfSeq: call.desk.state().sequence })),
  write('trading/mode', MODE, selectMode),
  read('settings', settingsWire),
  write('settings', SETTINGS, saveSettings),
  write('reset-trading-account', NOTHING, reset),
];
