// Trading dashboard at / and /dashboard.
import type {
  ClientActionFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from '@remix-run/react';
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useRouteError,
} from '@remix-run/react';
import { buildSettingsDto } from '../../server/account/account.server';
import { seeOther } from '../../server/http/responses.server';
import type { ActionAnswer, Failure } from '../../components/dashboard/action-answer';
import { ConfirmCloseAll } from '../../components/dashboard/confirm-close-all';
import { ConfirmLive } from '../../components/dashboard/confirm-live';
import { ConfirmRearm } from '../../components/dashboard/confirm-rearm';
import { ConfirmReset } from '../../components/dashboard/confirm-reset';
import { DashboardError } from '../../components/dashboard/dashboard-error';
import { DashboardView } from '../../components/dashboard/dashboard-view';
import {
  CONNECTION_LOST_TEXTS,
  type FailureText,
  buildConnectionLostFailure,
} from '../../components/dashboard/connection-lost-texts';
import { useLiveDesk, useLivePhase, useReportFigures } from '../../components/live/live-desk';
import { useSection } from '../../components/live/use-section';
import { submitWithOfflineFallback, shouldRevalidateScreen } from '../../components/offline-answer';
import { createScreenLoader } from '../../components/shown-data';
import { buildDashboardPanels } from '../../models/dashboard/dashboard-panels.server';
import { getEnv } from '../../server/platform/env.server';
import { openView } from '../../models/desk/open-view.server';
import { guardHandler } from '../../server/http/guard.server';
import { readPreference } from '../../server/http/preferences.server';
import { listDoneSteps } from '../../models/dashboard/first-steps.server';
import { listQuoteDtos } from '../../models/market/quotes.server';
import type { DeskView } from '../../trading/desk-view';
import { COMMODITIES, DEFAULT_COMMODITY, findCommodityKey } from '../../trading/domain/commodity';
import { assertNever } from '../../trading/domain/outcome';
import { serializeSignals } from '../../models/signals/signals.server';
import { serializeStrategies } from '../../models/dashboard/strategies.server';
import { findWeatherDesk } from '../../models/weather/serialize-weather.server';
import { serializeDesk } from '../../models/portfolio/serialize-book.server';
import { resetAccount, saveSettingsForm, switchToLive } from './account';
import { respondFailed, getScreenPath } from './responses';
import { getShownCommodity, toggleCommodity } from './shown-commodity';
import { AccountSchema, type DashboardIntent, NO_POSITION_ID, TradeSchema } from './intents';
import { runTrade } from './trade';

const CONFIRMATIONS = ['close-all', 'live', 'reset', 'rearm'] as const;
type Confirmation = (typeof CONFIRMATIONS)[number];

/** Whether this confirmation applies to the account; if not, the dashboard is shown. */
function canConfirm(confirmation: Confirmation, { mode, rearm }: DeskView): boolean {
  switch (confirmation) {
    case 'close-all':
      return true;
    case 'live':
      return mode !== 'live';
    case 'reset':
      return mode === 'simulation';
    case 'rearm':
      return rearm !== null;
    default:
      return assertNever(confirmation);
  }
}

function listWarnings(
  { mode, isResetPending }: DeskView,
  url: URL,
  modeBlocked: string | null,
  hasBroker: boolean,
) {
  const warnings: { title: string; text: string }[] = [];
  if (mode === 'live' && modeBlocked !== null) {
    warnings.push(
      hasBroker
        ? { title: 'BROKER IS NOT CONNECTED', text: `${modeBlocked} No order leaves until it is.` }
        : {
            title:
              getEnv().LIVE_TRADING === 'on' ? 'NO BROKER IS CONNECTED' : 'LIVE TRADING IS OFF',
            text: `${modeBlocked} No broker account is connected: RUN is rejected; the balance shown is the initial balance.`,
          },
    );
  }
  if (isResetPending) {
    warnings.push({
      title: 'RESET WAITING',
      text: `The ${mode} account restarts with $25,000 once the remaining positions have closed. RUN is rejected until then.`,
    });
  }
  if (getShownCommodity(url) === null)
    warnings.push({
      title: 'UNKNOWN COMMODITY',
      text: `Unknown commodity ${(url.searchParams.get('commodity') ?? '').slice(0, 40)}; electricity is shown.`,
    });
  return warnings;
}

export const loader = guardHandler(
  'page',
  async ({ desk, session, url, nowMs, request, timeZone }) => {
    const view = await openView(desk, session.userId);
    const confirmation =
      CONFIRMATIONS.find((name) => name === url.searchParams.get('confirm')) ?? null;
    if (confirmation !== null && !canConfirm(confirmation, view))
      throw seeOther(getScreenPath(url));
    const commodity = getShownCommodity(url) ?? DEFAULT_COMMODITY;
    return {
      confirmation,
      commodity,
      nowMs,
      desk: serializeDesk(desk, view, session.userId),
      settings: buildSettingsDto(desk, session.userId),
      quotes: listQuoteDtos(desk, view.market, [commodity], view.asOfMs),
      quotedMs: view.asOfMs,
      strategies: serializeStrategies(desk, view, commodity),
      signals: serializeSignals(desk, view),
      range: url.searchParams.get('range') ?? '',
      panels: await buildDashboardPanels(desk, {
        view,
        userId: session.userId,
        commodity,
        range: url.searchParams.get('range'),
        scale: readPreference(request.headers.get('Cookie'), 'scale'),
        weather: await findWeatherDesk(desk, session.userId),
        timeZone,
      }),
      timeZone,
      marketZone: getEnv().MARKET_TIME_ZONE,
      isResetPending: view.isResetPending,
      warnings: listWarnings(
        view,
        url,
        desk.getModeBlock({ userId: session.userId, mode: view.mode }),
        desk.getBrokerStatus(session.userId) !== null,
      ),
      doneSteps:
        readPreference(request.headers.get('Cookie'), 'guide') === 'show'
          ? listDoneSteps(desk, session.userId)
          : null,
      isSettingsOpen: url.searchParams.get('settings') === 'open',
    };
  },
);

export const clientLoader = createScreenLoader('routes/_terminal.(dashboard)');

export const action = guardHandler('page', async (call) => {
  const form = Object.fromEntries(call.body.form);
  const trade = TradeSchema.safeParse(form);
  if (trade.success) return runTrade(call, trade.data);
  const account = AccountSchema.safeParse(form);
  if (!account.success) return respondUnknownButton(form);
  switch (account.data.intent) {
    case 'data':
      return toggleCommodity(call, account.data.commodity);
    case 'settings':
      return saveSettingsForm(call);
    case 'live':
      return switchToLive(call);
    case 'reset':
      return resetAccount(call);
    default:
      return assertNever(account.data);
  }
});

/** If the server was not reached, the page responds with the text of the button. */
export function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<ActionAnswer> {
  const clonedRequest = request.clone();
  return submitWithOfflineFallback<ActionAnswer>(
    () => serverAction<ActionAnswer>(),
    async () => {
      const form = await clonedRequest.formData();
      const key = findCommodityKey(String(form.get('commodity')));
      return {
        failure: buildConnectionLostFailure(
          CONNECTION_LOST_TEXTS satisfies Readonly<Record<DashboardIntent, FailureText>>,
          String(form.get('intent')),
          key ? COMMODITIES[key].displayName : '',
        ),
        isOffline: true,
      };
    },
  );
}

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

function respondUnknownButton({ intent = '' }: Readonly<Record<string, string>>) {
  if (intent === 'close-position')
    return respondFailed({ title: 'Error Closing Position', message: NO_POSITION_ID, intent }, 400);
  return respondFailed(
    {
      title: 'Nothing was done',
      message: 'Unknown button. Reload the page and try again.',
      intent: '',
    },
    400,
  );
}

const TITLES: Readonly<Record<Confirmation, string>> = {
  'close-all': 'CLOSE ALL positions',
  live: 'Switch to Live Trading Mode',
  reset: 'Reset Balance to $25K',
  rearm: 'Re-arm the drawdown breaker',
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${(data?.desk.mode ?? 'desk').toUpperCase()} \u00b7 ${data?.confirmation ? TITLES[data.confirmation] : 'Dashboard'} \u00b7 Frontmonth`,
  },
];

export default function DashboardPage() {
  const { confirmation, isResetPending, desk: loaded, ...page } = useLoaderData<typeof loader>();
  const failure: Failure | null = useActionData<typeof action>()?.failure ?? null;
  const isPushed = useLivePhase() === 'live';
  const requested = useSection('desk', loaded, { isPushed });
  useReportFigures(requested);
  const desk = useLiveDesk(requested);
  if (confirmation === 'close-all') return <ConfirmCloseAll desk={desk} failure={failure} />;
  if (confirmation === 'live') return <ConfirmLive failure={failure} />;
  if (confirmation === 'reset')
    return <ConfirmReset desk={desk} isPending={isResetPending} failure={failure} />;
  if (confirmation === 'rearm' && desk.rearm !== null)
    return <ConfirmRearm desk={desk} terms={desk.rearm} failure={failure} />;
  return <DashboardView {...page} desk={desk} failure={failure} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const detail: unknown = isRouteErrorResponse(error) ? error.data : null;
  return <DashboardError detail={typeof detail === 'string' && detail !== '' ? detail : null} />;
}
