// A user's settings, trading mode and reset: the same deeds for forms and for programs.
import { z } from 'zod';
import {
  type KeyChange,
  grantWish,
  isGranted,
  keyWire,
  parseKeyChange,
  takeBack,
} from './broker-key.server';
import { getLog, userTag } from '../platform/log.server';

import { findAnswered } from '../../models/log/answer.server';
import type { Terminal } from '../../models/desk/terminal';
import { selectedBook } from '../../trading/domain/book';
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
import { isoMoment } from '../../trading/domain/format';

const getOne = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;
const flag = z.boolean('must be true or false').optional();
export const ModeInputSchema = z.looseObject({
  mode: z.enum(TRADING_MODES, getOne(TRADING_MODES)),
});
/** Absent fields stay as they are. */
export const SettingsInputSchema = z.looseObject({
  tradingSignalsEnabled: flag,
  priceAlertsEnabled: flag,
  weatherUpdatesEnabled: flag,
  realTimeDataEnabled: flag,
  riskLevel: z.enum(RISK_LEVELS, getOne(RISK_LEVELS)).optional(),
  positionSize: z.enum(POSITION_SIZES, getOne(POSITION_SIZES)).optional(),
  refreshInterval: z
    .enum(REFRESH_INTERVALS, `${getOne(REFRESH_INTERVALS)} or null`)
    .nullish()
    .describe('null is 45 s'),
  tradingMode: z.enum(TRADING_MODES, getOne(TRADING_MODES)).optional(),
  /** Absent, null or its mask: the stored one stays; empty: it is removed. */
  brokerApiKey: z
    .string('must be a text')
    .max(512, 'takes at most 512 characters')
    .nullish()
    .describe(
      'ACCOUNT:KEY; absent, null or its mask keeps the stored one, an empty text removes it',
    ),
});
type SettingsInput = z.infer<typeof SettingsInputSchema>;

/** Who asks, and the key that makes repeats one command. */
export interface Caller {
  readonly desk: Terminal;
  readonly userId: string;
  readonly idempotencyKey: string | null;
}

export const getMode = (desk: Terminal, userId: string): TradingMode =>
  desk.state().users[userId]?.mode ?? 'simulation';
const getSettings = (desk: Terminal, userId: string): Settings =>
  desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS;

export const settingsWire = (desk: Terminal, userId: string): SettingsDto => ({
  ...getSettings(desk, userId),
  tradingMode: getMode(desk, userId),
  ...keyWire(desk.db, userId),
});

/**
 * Sends a command; null when it was granted. `part` tells apart the commands of one call, which
 * share its key.
 */
async function send(
  { desk, userId, idempotencyKey }: Caller,
  command: Command,
  part = '',
): Promise<Refusal | null> {
  await desk.ensureBook(userId);
  const { outcome } = await desk.execute({
    userId,
    command,
    idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey}${part}`,
  });
  return outcome.ok ? null : outcome.refusal;
}

export const selectMode = (caller: Caller, mode: TradingMode, part = ''): Promise<Refusal | null> =>
  send(caller, { type: 'SelectMode', mode }, part);

/** How a granted reset stands, and the sentence about it. */
interface ResetState {
  /** True while positions that cannot close now are waited for: the account is not reset yet. */
  readonly isPending: boolean;
  readonly title: 'Account Reset' | 'Account Reset Waiting';
  readonly message: string;
}

/** Resets the selected account; answers the refusal, or how the reset stands. */
export async function resetBook(caller: Caller): Promise<Outcome<ResetState>> {
  const refused = await send(caller, { type: 'ResetBook' });
  return refused ? { ok: false, refusal: refused } : succeedWith(describeReset(caller));
}

const MODE_NAMES: Readonly<Record<TradingMode, string>> = {
  simulation: 'simulation account',
  paper: 'paper account',
  live: 'live account',
};

/** Says that the account has been reset, or what the reset waits for. */
function describeReset({ desk, userId }: Caller): ResetState {
  const state = desk.state();
  const book = selectedBook(state, userId);
  const view = desk.view(userId);
  const name = MODE_NAMES[book?.mode ?? 'simulation'];
  if (!book?.isResetPending) {
    const mode = book?.mode === 'paper' ? '' : ` (${name}).`;
    return {
      isPending: false,
      title: 'Account Reset',
      message: `Your paper trading account has been reset to $25,000${mode}`,
    };
  }
  const waiting = (view?.positions ?? []).map(
    ({ instrument, pending }) => pending?.replace(/\.$/, '') ?? getCode(instrument),
  );
  const what = waiting.length === 0 ? 'its working orders' : waiting.join('; ');
  return {
    isPending: true,
    title: 'Account Reset Waiting',
    message: `The ${name} is not reset yet: the reset completes when all positions are closed. Still open: ${what}. Trading has stopped; the account then restarts with $25,000.`,
  };
}

const merged = (former: Settings, input: SettingsInput): Settings => ({
  tradingSignalsEnabled: input.tradingSignalsEnabled ?? former.tradingSignalsEnabled,
  priceAlertsEnabled: input.priceAlertsEnabled ?? former.priceAlertsEnabled,
  weatherUpdatesEnabled: input.weatherUpdatesEnabled ?? former.weatherUpdatesEnabled,
  realTimeDataEnabled: input.realTimeDataEnabled ?? former.realTimeDataEnabled,
  riskLevel: input.riskLevel ?? former.riskLevel,
  positionSize: input.positionSize ?? former.positionSize,
  refreshInterval:
    input.refreshInterval === undefined ? former.refreshInterval : input.refreshInterval,
});

/** What an earlier request with the same key sent; null when this is the first. */
const sentBefore = ({ desk, userId, idempotencyKey }: Caller): Command | null =>
  idempotencyKey === null ? null : findAnswered(desk.db, userId, idempotencyKey);

/**
 * A repeat is measured by the settings that its first saved, so that what was saved since makes no
 * other request of it.
 */
async function saveRest(
  caller: Caller,
  input: SettingsInput,
  before: Command | null,
): Promise<Refusal | null> {
  await caller.desk.ensureBook(caller.userId);
  const former =
    before?.type === 'SaveSettings' ? before.settings : getSettings(caller.desk, caller.userId);
  return send(caller, { type: 'SaveSettings', settings: merged(former, input) });
}

/**
 * The broker key first, for it may fail where a command cannot; it is no command, so that no log
 * and no stored answer knows it.
 */
async function saveAll(
  caller: Caller,
  input: SettingsInput,
  wish: KeyChange,
): Promise<Refusal | null> {
  const { desk, userId } = caller;
  const before = sentBefore(caller);
  if (before !== null && !isGranted(desk.db, userId, wish))
    return createRefusal(
      'KEY_REUSED',
      'This request carries the Idempotency-Key of an earlier one, and another broker key. Nothing was changed: send it again with a new key.',
    );
  if (before !== null || wish.kind === 'keep') return saveRest(caller, input, before);
  const granted = grantWish(desk.db, userId, wish, Date.now());
  if (!granted.ok) return granted.refusal;
  const refused = await saveRest(caller, input, null);
  if (refused) takeBack(desk.db, userId, granted.value);
  else getLog().info({ user: userTag(userId), wish: wish.kind }, 'a broker key was changed');
  return refused;
}

const saving = new Map<string, Promise<unknown>>();

/**
 * One save of a user after the other: each leaves alone what it does not name, so none may start
 * from what another is changing.
 */
function inTurn<T>(userId: string, save: () => Promise<T>): Promise<T> {
  const turn = (saving.get(userId) ?? Promise.resolve()).then(save, save);
  saving.set(userId, turn);
  const leave = (): void => void (saving.get(userId) === turn && saving.delete(userId));
  turn.then(leave, leave);
  return turn;
}

/**
 * Nothing is saved when the broker key has no shape of one, or when it or the settings cannot be
 * stored.
 * The mode goes through the same gate as its own call; the rest is saved even when it is refused.
 */
export async function saveSettings(caller: Caller, input: SettingsInput): Promise<Refusal | null> {
  const wish = parseKeyChange(input.brokerApiKey);
  if (!wish.ok) return wish.refusal;
  const refused = await inTurn(caller.userId, () => saveAll(caller, input, wish.value));
  const wanted = input.tradingMode;
  if (refused || wanted === undefined) return refused;
  // With a key it is sent even where it changes nothing, so that a late repeat finds its answer
  // instead of switching.
  const isThere = caller.idempotencyKey === null && wanted === getMode(caller.desk, caller.userId);
  return isThere ? null : selectMode(caller, wanted, ':mode');
}

/** When the mode may be switched again, where that is why a switch was refused; ISO 8601. */
export const findResetTime = ({ code, asked }: Refusal): string | null =>
  code === 'MODE_SWITCH_RATE' && asked !== undefined ? isoMoment(asked) : null;
