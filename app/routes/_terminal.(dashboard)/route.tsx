// The trading dashboard, at / and at /dashboard.
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
import { settingsWire } from '../../server/account/account.server';
import { seeOther } from '../../server/http/answer.server';
import type { ActionAnswer, Failure } from '../../components/dashboard/answer';
import { ConfirmCloseAll } from '../../components/dashboard/confirm-close-all';
import { ConfirmLive } from '../../components/dashboard/confirm-live';
import { ConfirmRearm } from '../../components/dashboard/confirm-rearm';
import { ConfirmReset } from '../../components/dashboard/confirm-reset';
import { DashboardFault } from '../../components/dashboard/dashboard-fault';
import { DashboardView } from '../../components/dashboard/dashboard-view';
import {
  UNREACHED_WORDS,
  type UnreachedWords,
  unreachedFailure,
} from '../../components/dashboard/unreached-words';
import { useLiveDesk } from '../../components/live/live-desk';
import { submitWithOfflineFallback, shouldRevalidateScreen } from '../../components/unreached';
import { dashboardPanels } from '../../models/dashboard/dashboard-panels.server';
import { env } from '../../server/platform/env.server';
import { guardHandler } from '../../server/http/guard.server';
import { readPreference } from '../../server/http/preferences.server';
import { quoteWires } from '../../models/market/quotes.server';
import type { DeskView } from '../../trading/desk';
import { COMMODITIES, DEFAULT_COMMODITY, commodityKey } from '../../trading/domain/commodity';
import { assertNever } from '../../trading/domain/outcome';
import { signalsWire } from '../../models/signals/signals.server';
import { strategiesWire } from '../../models/dashboard/strategies.server';
import { findWeatherDesk } from '../../models/weather/weather-desk.server';
import { deskWire } from '../../models/portfolio/serialize-book.server';
import { goLive, reset, saveForm } from './account';
import { respondFailed, getScreenPath } from './answers';
import { shownCommodity, toggleData } from './data';
import { AccountSchema, type DashboardIntent, NO_POSITION_ID, TradeSchema } from './intents';
import { runTrade } from './trade';

const QUESTIONS = ['close-all', 'live', 'reset', 'rearm'] as const;
type Question = (typeof QUESTIONS)[number];

/**
 * Whether a question can be asked of this book at all; where not, the dashboard is shown instead.
 */
function canAsk(question: Question, { mode, rearm }: DeskView): boolean {
  switch (question) {
    case 'close-all':
      return true;
    case 'live':
      return mode !== 'live';
    case 'reset':
      return mode === 'simulation';
    case 'rearm':
      return rearm !== null;
    default:
      return assertNever(question);
  }
}

function listWarnings({ mode, isResetPending }: DeskView, url: URL, modeBlocked: string | null) {
  const warnings: { title: string; text: string }[] = [];
  if (mode === 'live' && modeBlocked !== null) {
    const title = env().LIVE_TRADING === 'on' ? 'NO BROKER IS CONNECTED' : 'LIVE TRADING IS OFF';
    warnings.push({
      title,
      text: `${modeBlocked} No broker account is connected: RUN is rejected; the balance shown is the initial balance.`,
    });
  }
  if (isResetPending) {
    warnings.push({
      title: 'RESET WAITING',
      text: `The ${mode} account restarts with $25,000 once the remaining positions have closed. RUN is rejected until then.`,
    });
  }
  if (shownCommodity(url) === null)
    warnings.push({
      title: 'UNKNOWN COMMODITY',
      text: `Unknown commodity ${(url.searchParams.get('commodity') ?? '').slice(0, 40)}; electricity is shown.`,
    });
  return warnings;
}

export const loader = guardHandler(
  'page',
  async ({ desk, session, url, nowMs, request, timeZone }) => {
    await desk.ensureBook(session.userId);
    const view = desk.view(session.userId);
    if (!view) throw new Error('the book that was just opened is there');
    const question = QUESTIONS.find((name) => name === url.searchParams.get('confirm')) ?? null;
    if (question !== null && !canAsk(question, view)) throw seeOther(getScreenPath(url));
    const commodity = shownCommodity(url) ?? DEFAULT_COMMODITY;
    return {
      question,
      commodity,
      nowMs,
      desk: deskWire(desk, view, session.userId),
      settings: settingsWire(desk, session.userId),
      quotes: quoteWires(desk, view.market, [commodity], view.asOfMs),
      quotedMs: view.asOfMs,
      strategies: strategiesWire(desk, view, commodity),
      signals: signalsWire(desk, view),
      panels: dashboardPanels(desk, {
        view,
        userId: session.userId,
        commodity,
        scale: readPreference(request.headers.get('Cookie'), 'scale'),
        weather: await findWeatherDesk(desk, session.userId),
      }),
      timeZone,
      marketZone: env().MARKET_TIME_ZONE,
      isResetPending: view.isResetPending,
      warnings: listWarnings(view, url, desk.modeBlocked(view.mode)),
      isSettingsOpen: url.searchParams.get('settings') === 'open',
    };
  },
);

export const action = guardHandler('page', async (call) => {
  const form = Object.fromEntries(call.body.form);
  const trade = TradeSchema.safeParse(form);
  if (trade.success) return runTrade(call, trade.data);
  const account = AccountSchema.safeParse(form);
  if (!account.success) return unknownButton(form);
  switch (account.data.intent) {
    case 'data':
      return toggleData(call, account.data.commodity);
    case 'settings':
      return saveForm(call);
    case 'live':
      return goLive(call);
    case 'reset':
      return reset(call);
    default:
      return assertNever(account.data);
  }
});

/** A press that reached nobody is answered by the page itself, in the words of its button. */
export function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<ActionAnswer> {
  const asked = request.clone();
  return submitWithOfflineFallback<ActionAnswer>(
    () => serverAction<ActionAnswer>(),
    async () => {
      const form = await asked.formData();
      const key = commodityKey(String(form.get('commodity')));
      return {
        failure: unreachedFailure(
          UNREACHED_WORDS satisfies Readonly<Record<DashboardIntent, UnreachedWords>>,
          String(form.get('intent')),
          key ? COMMODITIES[key].displayName : '',
        ),
        isUnreached: true,
      };
    },
  );
}

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

function unknownButton({ intent = '' }: Readonly<Record<string, string>>) {
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

const TITLES: Readonly<Record<Question, string>> = {
  'close-all': 'CLOSE ALL positions',
  live: 'Switch to Live Trading Mode',
  reset: 'Reset Balance to $25K',
  rearm: 'Re-arm the drawdown breaker',
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${(data?.desk.mode ?? 'desk').toUpperCase()} \u00b7 ${data?.question ? TITLES[data.question] : 'Dashboard'} \u00b7 Frontmonth`,
  },
];

export default function DashboardPage() {
  const { question, isResetPending, desk: loaded, ...page } = useLoaderData<typeof loader>();
  const failure: Failure | null = useActionData<typeof action>()?.failure ?? null;
  const desk = useLiveDesk(loaded);
  if (question === 'close-all') return <ConfirmCloseAll desk={desk} failure={failure} />;
  if (question === 'live') return <ConfirmLive failure={failure} />;
  if (question === 'reset')
    return <ConfirmReset desk={desk} isPending={isResetPending} failure={failure} />;
  if (question === 'rearm' && desk.rearm !== null)
    return <ConfirmRearm desk={desk} terms={desk.rearm} failure={failure} />;
  return <DashboardView {...page} desk={desk} failure={failure} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const said: unknown = isRouteErrorResponse(error) ? error.data : null;
  return <DashboardFault detail={typeof said === 'string' && said !== '' ? said : null} />;
}
