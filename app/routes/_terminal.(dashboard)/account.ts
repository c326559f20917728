// Account actions: settings, switch to live, reset.
import {
  type SettingsField,
  SettingsInputSchema,
  getMode,
  resetBook,
  findNextSwitchTime,
  saveSettings,
  selectMode,
} from '../../server/account/account.server';
import { seeOther } from '../../server/http/responses.server';
import type { SettingsValues } from '../../components/dashboard/action-answer';
import type { ToastMessage } from '../../contracts/messages';
import { getRefusalStatus } from '../../server/http/refusal-status.server';
import { buildToastCookie } from '../../server/http/toast.server';
import type { Refusal } from '../../trading/domain/outcome';
import { DEFAULT_SETTINGS, type TradingMode } from '../../trading/domain/settings';
import { type SignedCall, respondFailed, getScreenPath, findStaleAccount } from './responses';
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

/** Settings of a form. An unchecked box is absent; an empty key keeps the stored one. */
function buildInput(form: URLSearchParams): Record<SettingsField, unknown> {
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

/** Values to show again: valid submitted ones, never the broker key. */
function getRedisplayValues(
  submitted: Record<string, unknown>,
  invalidFields: readonly string[],
  mode: TradingMode,
): SettingsValues {
  const valid = Object.entries(submitted).filter(
    ([name, value]) =>
      value !== undefined && name !== 'brokerApiKey' && !invalidFields.includes(name),
  );
  return { ...DEFAULT_SETTINGS, tradingMode: mode, ...Object.fromEntries(valid) };
}

export async function saveSettingsForm(call: SignedCall) {
  const caller = buildCaller(call);
  const mode = getMode(call.desk, caller.userId);
  const submitted = buildInput(call.body.form);
  const respondWithFailure = (
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
        values: getRedisplayValues(submitted, Object.keys(fields), mode),
        intent: 'settings',
      },
      status,
    );
  const stale = findStaleAccount(call);
  if (stale !== null) return respondWithFailure('Nothing was done', stale.refusal, {}, 409);
  const parsed = SettingsInputSchema.safeParse(submitted);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => {
        const field = path[0] as SettingsField;
        return [field, `${LABELS[field]} ${message}`];
      }),
    );
    return respondWithFailure('Error', NOT_SAVED, fields, 400);
  }
  const { tradingMode = mode, ...settings } = parsed.data;
  const refusal = await saveSettings(caller, settings);
  if (refusal) {
    const fields: Record<string, string> = settings.brokerApiKey
      ? { brokerApiKey: refusal.message.replace(/^brokerApiKey:/, LABELS.brokerApiKey) }
      : {};
    return respondWithFailure(
      'Error',
      settings.brokerApiKey ? NOT_SAVED : `${NOT_SAVED} ${refusal.message}`,
      fields,
      getRefusalStatus(refusal),
    );
  }
  return tradingMode === mode
    ? redirectToSettings(call, SAVED)
    : switchMode(call, tradingMode, respondWithFailure);
}

const LABELS: Readonly<Record<SettingsField, string>> = {
  tradingSignalsEnabled: 'Trading Signals',
  priceAlertsEnabled: 'Price Alerts',
  weatherUpdatesEnabled: 'Weather Updates',
  realTimeDataEnabled: 'Real-time Data Feed',
  riskLevel: 'Risk Level',
  positionSize: 'Position Size',
  refreshInterval: 'Refresh interval',
  tradingMode: 'Trading Mode',
  brokerApiKey: 'Broker API Key',
};

type RespondWithFailure = (
  title: string,
  message: string,
  fields: Record<string, string>,
  status: number,
) => ReturnType<typeof respondFailed>;

/** The rest is already saved. Live requires a confirmation page; other modes switch at once. */
async function switchMode(
  call: SignedCall,
  mode: TradingMode,
  respondWithFailure: RespondWithFailure,
) {
  if (mode === 'live')
    throw seeOther(getScreenPath(call.url, { confirm: 'live' }), [
      ['Set-Cookie', buildToastCookie(SAVED)],
    ]);
  const refusal = await selectMode(buildCaller(call), mode, ':mode');
  if (refusal)
    return respondWithFailure(
      MODE_ERROR,
      formatModeMessage(call, refusal),
      { tradingMode: formatModeMessage(call, refusal) },
      getRefusalStatus(refusal),
    );
  return redirectToSettings(call, buildSwitchedToast(mode));
}

function redirectToSettings(call: SignedCall, toast: ToastMessage): never {
  throw seeOther(getScreenPath(call.url, { settings: 'open' }, '#settings'), [
    ['Set-Cookie', buildToastCookie(toast)],
  ]);
}

const MODE_ERROR = 'Trading Mode Error';

/** The refusal, with the remaining minutes if it has a reset time. */
function formatModeMessage({ desk }: SignedCall, refusal: Refusal): string {
  const nextSwitchTime = findNextSwitchTime(refusal);
  if (nextSwitchTime === null) return refusal.message;
  const minutes = Math.max(
    1,
    Math.ceil((Date.parse(nextSwitchTime) - desk.state().nowMs) / MINUTE_MS),
  );
  return `${refusal.message} (${minutes} ${minutes === 1 ? 'minute' : 'minutes'} remaining)`;
}

export async function switchToLive(call: SignedCall) {
  const stale = findStaleAccount(call);
  if (stale !== null)
    return respondFailed({ title: MODE_ERROR, message: stale.refusal, intent: 'live' }, 409);
  const refusal = await selectMode(buildCaller(call), 'live');
  if (refusal)
    return respondFailed(
      { title: MODE_ERROR, message: formatModeMessage(call, refusal), intent: 'live' },
      getRefusalStatus(refusal),
    );
  throw seeOther(getScreenPath(call.url), [
    ['Set-Cookie', buildToastCookie(buildSwitchedToast('live'))],
  ]);
}

export async function resetAccount(call: SignedCall) {
  const stale = findStaleAccount(call);
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
      getRefusalStatus(outcome.refusal),
    );
  }
  const { title, message, isPending } = outcome.value;
  const toast: ToastMessage = {
    title,
    description: message,
    variant: isPending ? 'default' : 'success',
  };
  throw seeOther(getScreenPath(call.url), [['Set-Cookie', buildToastCookie(toast)]]);
}
