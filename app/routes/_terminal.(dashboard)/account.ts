// Buttons that concern the account: settings, the switch to live, the reset.
import {
  SettingsInputSchema,
  getMode,
  resetBook,
  findResetTime,
  saveSettings,
  selectMode,
} from '../../server/account/account.server';
import { seeOther } from '../../server/http/answer.server';
import type { SettingsValues } from '../../components/dashboard/answer';
import type { ToastMessage } from '../../contracts/messages';
import { getStatus } from '../../server/http/refusal.server';
import { toastCookie } from '../../server/http/toast.server';
import type { Refusal } from '../../trading/domain/outcome';
import { DEFAULT_SETTINGS, type TradingMode } from '../../trading/domain/settings';
import { type SignedCall, respondFailed, getScreenPath, staleBook } from './answers';
import { MINUTE_MS } from '../../trading/domain/time';

const SAVED: ToastMessage = {
  title: 'Settings saved',
  description: 'Your preferences have been updated.',
  variant: 'success',
};
const NOT_SAVED = 'Failed to save settings.';

const buildCaller = ({ desk, session, idempotencyKey }: SignedCall) => ({
  desk,
  userId: session.userId,
  idempotencyKey,
});

const buildSwitchedToast = (mode: TradingMode): ToastMessage => ({
  title: 'Trading Mode Changed',
  description: `Switched to ${mode} mode${mode === 'live' ? ' - Trade carefully!' : ''}`,
  variant: 'success',
});

/**
 * What a form sends of the settings: a box that is not ticked is not sent, and an empty key leaves
 * the stored one.
 */
function buildInput(form: URLSearchParams): Record<string, unknown> {
  const key = (form.get('brokerApiKey') ?? '').trim();
  return {
    tradingSignalsEnabled: form.has('tradingSignalsEnabled'),
    priceAlertsEnabled: form.has('priceAlertsEnabled'),
    weatherUpdatesEnabled: form.has('weatherUpdatesEnabled'),
    realTimeDataEnabled: form.has('realTimeDataEnabled'),
    riskLevel: form.get('riskLevel') ?? undefined,
    positionSize: form.get('positionSize') ?? undefined,
    refreshInterval: form.get('refreshInterval') || null,
    tradingMode: form.get('tradingMode') ?? undefined,
    brokerApiKey: form.has('removeBrokerApiKey') ? '' : key === '' ? undefined : key,
  };
}

/** The values to show again: what was sent where it can be meant, the key never. */
function keptValues(
  sent: Record<string, unknown>,
  wrong: readonly string[],
  mode: TradingMode,
): SettingsValues {
  const sound = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && name !== 'brokerApiKey' && !wrong.includes(name),
  );
  return { ...DEFAULT_SETTINGS, tradingMode: mode, ...Object.fromEntries(sound) };
}

export async function saveForm(call: SignedCall) {
  const caller = buildCaller(call);
  const mode = getMode(call.desk, caller.userId);
  const sent = buildInput(call.body.form);
  const failure = (
    title: string,
    message: string,
    fields: Record<string, string>,
    status: number,
  ) =>
    respondFailed(
      {
        title,
        message,
        fields,
        values: keptValues(sent, Object.keys(fields), mode),
        intent: 'settings',
      },
      status,
    );
  const stale = staleBook(call);
  if (stale !== null) return failure('Nothing was done', stale.refusal, {}, 409);
  const parsed = SettingsInputSchema.safeParse(sent);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [
        String(path[0]),
        `${LABELS[String(path[0])] ?? String(path[0])} ${message}`,
      ]),
    );
    return failure('Error', NOT_SAVED, fields, 400);
  }
  const { tradingMode = mode, ...settings } = parsed.data;
  const refusal = await saveSettings(caller, settings);
  if (refusal) {
    const fields: Record<string, string> = settings.brokerApiKey
      ? { brokerApiKey: refusal.message.replace(/^brokerApiKey:/, LABELS['brokerApiKey'] ?? '') }
      : {};
    return failure(
      'Error',
      settings.brokerApiKey ? NOT_SAVED : `${NOT_SAVED} ${refusal.message}`,
      fields,
      getStatus(refusal),
    );
  }
  return tradingMode === mode ? backToSettings(call, SAVED) : leaveMode(call, tradingMode, failure);
}

const LABELS: Readonly<Record<string, string>> = {
  riskLevel: 'Risk Level',
  positionSize: 'Position Size',
  refreshInterval: 'Refresh interval',
  tradingMode: 'Trading Mode',
  brokerApiKey: 'Broker API Key',
};

type Fail = (
  title: string,
  message: string,
  fields: Record<string, string>,
  status: number,
) => ReturnType<typeof respondFailed>;

/** Everything else is saved by now. Live asks on a page of its own; the others switch at once. */
async function leaveMode(call: SignedCall, mode: TradingMode, failure: Fail) {
  if (mode === 'live')
    throw seeOther(getScreenPath(call.url, { confirm: 'live' }), [
      ['Set-Cookie', toastCookie(SAVED)],
    ]);
  const refusal = await selectMode(buildCaller(call), mode, ':mode');
  if (refusal)
    return failure(
      MODE_ERROR,
      modeMessage(call, refusal),
      { tradingMode: modeMessage(call, refusal) },
      getStatus(refusal),
    );
  return backToSettings(call, buildSwitchedToast(mode));
}

function backToSettings(call: SignedCall, toast: ToastMessage): never {
  throw seeOther(getScreenPath(call.url, { settings: 'open' }, '#settings'), [
    ['Set-Cookie', toastCookie(toast)],
  ]);
}

const MODE_ERROR = 'Trading Mode Error';

/** The reason, and how long to wait where it names a time. */
function modeMessage({ desk }: SignedCall, refusal: Refusal): string {
  const resetTime = findResetTime(refusal);
  if (resetTime === null) return refusal.message;
  const minutes = Math.max(1, Math.ceil((Date.parse(resetTime) - desk.state().nowMs) / MINUTE_MS));
  return `${refusal.message} (${minutes} minutes remaining)`;
}

export async function goLive(call: SignedCall) {
  const stale = staleBook(call);
  if (stale !== null)
    return respondFailed({ title: MODE_ERROR, message: stale.refusal, intent: 'live' }, 409);
  const refusal = await selectMode(buildCaller(call), 'live');
  if (refusal)
    return respondFailed(
      { title: MODE_ERROR, message: modeMessage(call, refusal), intent: 'live' },
      getStatus(refusal),
    );
  throw seeOther(getScreenPath(call.url), [
    ['Set-Cookie', toastCookie(buildSwitchedToast('live'))],
  ]);
}

export async function reset(call: SignedCall) {
  const stale = staleBook(call);
  if (stale !== null)
    return respondFailed({ title: 'Error', message: stale.refusal, intent: 'reset' }, 409);
  const outcome = await resetBook(buildCaller(call));
  if (!outcome.ok) {
    return respondFailed(
      {
        title: 'Error',
        message: `Failed to reset trading account. ${outcome.refusal.message}`,
        intent: 'reset',
      },
      getStatus(outcome.refusal),
    );
  }
  const { title, message, isPending } = outcome.value;
  const toast: ToastMessage = {
    title,
    description: message,
    variant: isPending ? 'default' : 'success',
  };
  throw seeOther(getScreenPath(call.url), [['Set-Cookie', toastCookie(toast)]]);
}
