// Settings, trading mode and account reset, shared by forms and API.
import { z } from 'zod';
import {
  type KeyChange,
  applyKeyChange,
  isKeyChangeApplied,
  buildKeyDto,
  parseKeyChange,
  restoreKey,
} from './broker-key.server';
import { getLog, getUserTag } from '../platform/log.server';

import { findCommandByKey } from '../../models/log/answered-command.server';
import type { Terminal } from '../../models/desk/terminal';
import { getSelectedBook } from '../../trading/domain/book';
import type { Command } from '../../trading/domain/command';
import { getCode } from '../../trading/domain/instrument';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
} from '../../trading/domain/outcome';
import {
  DEFAULT_SETTINGS,
  POSITION_SIZES,
  REFRESH_INTERVALS,
  RISK_LEVELS,
  type Settings,
  TRADING_MODES,
  type TradingMode,
} from '../../trading/domain/settings';
import type { SettingsDto } from '../../contracts/api/account';
import { formatIsoTime } from '../../trading/domain/format';

const formatChoices = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;
const flag = z.boolean('must be true or false').optional();
export const ModeInputSchema = z.looseObject({
  mode: z.enum(TRADING_MODES, formatChoices(TRADING_MODES)),
});
export type SettingsField = keyof Settings | 'tradingMode' | 'brokerApiKey';
const SETTINGS_FIELDS = {
  tradingSignalsEnabled: flag,
  priceAlertsEnabled: flag,
  weatherUpdatesEnabled: flag,
  realTimeDataEnabled: flag,
  riskLevel: z.enum(RISK_LEVELS, formatChoices(RISK_LEVELS)).optional(),
  positionSize: z.enum(POSITION_SIZES, formatChoices(POSITION_SIZES)).optional(),
  refreshInterval: z
    .enum(REFRESH_INTERVALS, `${formatChoices(REFRESH_INTERVALS)} or null`)
    .nullish()
    .describe('null is 45 s'),
  tradingMode: z.enum(TRADING_MODES, formatChoices(TRADING_MODES)).optional(),
  /** Absent, null or the mask: the stored key stays. Empty: it is removed. */
  brokerApiKey: z
    .string('must be a text')
    .max(512, 'takes at most 512 characters')
    .nullish()
    .describe(
      'ACCOUNT:KEY; absent, null or its mask keeps the stored one, an empty text removes it',
    ),
} satisfies Record<SettingsField, z.ZodType>;
/** Absent fields stay unchanged. */
export const SettingsInputSchema = z.looseObject(SETTINGS_FIELDS);
type SettingsInput = z.infer<typeof SettingsInputSchema>;

/** User and idempotency key of a request. */
export interface Caller {
  readonly desk: Terminal;
  readonly userId: string;
  readonly idempotencyKey: string | null;
}

export const getMode = (desk: Terminal, userId: string): TradingMode =>
  desk.state().users[userId]?.mode ?? 'simulation';
const getSettings = (desk: Terminal, userId: string): Settings =>
  desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS;

export const buildSettingsDto = (desk: Terminal, userId: string): SettingsDto => ({
  ...getSettings(desk, userId),
  tradingMode: getMode(desk, userId),
  ...buildKeyDto(desk.db, userId),
  broker: desk.getBrokerStatus(userId),
});

/**
 * Sends a command; null on success. `keySuffix` separates commands of one request, which share its
 * idempotency key.
 */
async function sendCommand(
  { desk, userId, idempotencyKey }: Caller,
  command: Command,
  keySuffix = '',
): Promise<Refusal | null> {
  await desk.ensureBook(userId);
  const { outcome } = await desk.execute({
    userId,
    command,
    idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey}${keySuffix}`,
  });
  return outcome.ok ? null : outcome.refusal;
}

export const selectMode = (
  caller: Caller,
  mode: TradingMode,
  keySuffix = '',
): Promise<Refusal | null> => sendCommand(caller, { type: 'SelectMode', mode }, keySuffix);

/** State of an accepted reset, with its message. */
interface ResetState {
  /** True while open positions delay the reset. */
  readonly isPending: boolean;
  readonly title: 'Account Reset' | 'Account Reset Waiting';
  readonly message: string;
}

/** Resets the selected account. */
export async function resetBook(caller: Caller): Promise<Outcome<ResetState>> {
  const refusal = await sendCommand(caller, { type: 'ResetBook' });
  return refusal ? { ok: false, refusal } : succeedWith(describeReset(caller));
}

const MODE_NAMES: Readonly<Record<TradingMode, string>> = {
  simulation: 'simulation account',
  paper: 'paper account',
  live: 'live account',
};

/** Message of a completed or pending reset. */
function describeReset({ desk, userId }: Caller): ResetState {
  const state = desk.state();
  const book = getSelectedBook(state, userId);
  const view = desk.getView(userId);
  const name = MODE_NAMES[book?.mode ?? 'simulation'];
  if (!book?.isResetPending) {
    return {
      isPending: false,
      title: 'Account Reset',
      message: `Your ${book?.mode ?? 'simulation'} trading account has been reset to $25,000`,
    };
  }
  const blocked = (view?.positions ?? []).map(
    ({ instrument, pending }) => pending?.replace(/\.$/, '') ?? getCode(instrument),
  );
  const openItems = blocked.length === 0 ? 'its working orders' : blocked.join('; ');
  return {
    isPending: true,
    title: 'Account Reset Waiting',
    message: `The ${name} is not reset yet: the reset completes when all positions are closed. Still open: ${openItems}. Trading has stopped; the account then restarts with $25,000.`,
  };
}

const mergeSettings = (previous: Settings, input: SettingsInput): Settings => ({
  tradingSignalsEnabled: input.tradingSignalsEnabled ?? previous.tradingSignalsEnabled,
  priceAlertsEnabled: input.priceAlertsEnabled ?? previous.priceAlertsEnabled,
  weatherUpdatesEnabled: input.weatherUpdatesEnabled ?? previous.weatherUpdatesEnabled,
  realTimeDataEnabled: input.realTimeDataEnabled ?? previous.realTimeDataEnabled,
  riskLevel: input.riskLevel ?? previous.riskLevel,
  positionSize: input.positionSize ?? previous.positionSize,
  refreshInterval:
    input.refreshInterval === undefined ? previous.refreshInterval : input.refreshInterval,
});

/** Command of an earlier request with the same key; null for the first request. */
const findEarlierCommand = ({ desk, userId, idempotencyKey }: Caller): Command | null =>
  idempotencyKey === null ? null : findCommandByKey(desk.db, userId, idempotencyKey);

/**
 * Merges a repeat into the settings that its first request saved, so that later saves do not make
 * it a different request.
 */
async function saveSettingsFields(
  caller: Caller,
  input: SettingsInput,
  earlier: Command | null,
): Promise<Refusal | null> {
  await caller.desk.ensureBook(caller.userId);
  const previous =
    earlier?.type === 'SaveSettings' ? earlier.settings : getSettings(caller.desk, caller.userId);
  return sendCommand(caller, { type: 'SaveSettings', settings: mergeSettings(previous, input) });
}

/**
 * Stores the broker key first: it can fail where a command cannot. It is not a command, so that no
 * log and no stored response contains it.
 */
async function saveKeyAndSettings(
  caller: Caller,
  input: SettingsInput,
  keyChange: KeyChange,
): Promise<Refusal | null> {
  const { desk, userId } = caller;
  const earlier = findEarlierCommand(caller);
  if (earlier !== null && !isKeyChangeApplied(desk.db, userId, keyChange))
    return createRefusal(
      'KEY_REUSED',
      'This Idempotency-Key was used with another broker key. Nothing was changed: send the request again with a new key.',
    );
  if (earlier !== null || keyChange.kind === 'keep')
    return saveSettingsFields(caller, input, earlier);
  const applied = applyKeyChange(desk.db, userId, keyChange, Date.now());
  if (!applied.ok) return applied.refusal;
  const refusal = await saveSettingsFields(caller, input, null);
  if (refusal) restoreKey(desk.db, userId, applied.value);
  else {
    getLog().info({ user: getUserTag(userId), change: keyChange.kind }, 'a broker key was changed');
    desk.renewBroker(userId);
  }
  return refusal;
}

const pendingSaves = new Map<string, Promise<unknown>>();

/** Saves of one user run one after the other, because each merges into the current settings. */
function runInTurn<T>(userId: string, save: () => Promise<T>): Promise<T> {
  const turn = (pendingSaves.get(userId) ?? Promise.resolve()).then(save, save);
  pendingSaves.set(userId, turn);
  const removeTurn = (): void =>
    void (pendingSaves.get(userId) === turn && pendingSaves.delete(userId));
  turn.then(removeTurn, removeTurn);
  return turn;
}

/**
 * Saves nothing if the broker key is malformed, or the key or the settings cannot be stored. The
 * mode has the same checks as its own call; the rest is saved even if they fail.
 */
export async function saveSettings(caller: Caller, input: SettingsInput): Promise<Refusal | null> {
  const keyChange = parseKeyChange(input.brokerApiKey);
  if (!keyChange.ok) return keyChange.refusal;
  const refusal = await runInTurn(caller.userId, () =>
    saveKeyAndSettings(caller, input, keyChange.value),
  );
  const requestedMode = input.tradingMode;
  if (refusal || requestedMode === undefined) return refusal;
  // With an idempotency key the command is sent even without a change, so that a late repeat finds
  // its result instead of switching.
  const isAlreadySelected =
    caller.idempotencyKey === null && requestedMode === getMode(caller.desk, caller.userId);
  return isAlreadySelected ? null : selectMode(caller, requestedMode, ':mode');
}

/** When the next mode switch is allowed, for a switch rejected by its rate limit; ISO 8601. */
export const findNextSwitchTime = ({ code, resetMs }: Refusal): string | null =>
  code === 'MODE_SWITCH_RATE' && resetMs !== undefined ? formatIsoTime(resetMs) : null;
