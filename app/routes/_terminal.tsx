// Layout of every signed-in screen.
import type { MetaFunction, ShouldRevalidateFunction } from '@remix-run/react';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { randomUUID } from 'node:crypto';
import { FormTokenContext } from '../components/form-token';
import { LiveProvider } from '../components/live/live-desk';
import { Shell } from '../components/shell/shell';
import { shouldRevalidateScreen } from '../components/offline-answer';
import { guardHandler } from '../server/http/guard.server';
import { listAlerts } from '../models/desk/halts.server';
import { buildHealthItems, getTradingStatus } from '../models/desk/health.server';
import { readPreferences } from '../server/http/preferences.server';
import { createFormToken } from '../server/auth/session.server';
import { formatIsoTime } from '../trading/domain/format';
import { DEFAULT_SETTINGS, getRefreshMs } from '../trading/domain/settings';

export const loader = guardHandler('page', async ({ desk, session, request, nowMs, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.getView(session.userId);
  const preferences = readPreferences(request.headers.get('Cookie'));
  const { realTimeDataEnabled, refreshInterval } = view?.settings ?? DEFAULT_SETTINGS;
  const status = desk.status();
  const mode = view?.mode ?? ('simulation' as const);
  const epoch = view?.epoch ?? 0;
  return {
    username: session.username,
    userId: session.userId,
    mode,
    health: buildHealthItems(status, nowMs, timeZone),
    alerts: listAlerts(status),
    tradingStatus: getTradingStatus(status, desk.state()),
    shownAt: {
      asOfSeq: view?.asOfSeq ?? 0,
      asOf: formatIsoTime(view?.asOfMs ?? nowMs),
      mode,
      epoch,
    },
    timeZone,
    isLive: realTimeDataEnabled && preferences.live === 'on',
    refreshMs: getRefreshMs(refreshInterval),
    preferences,
    form: {
      csrf: createFormToken(session),
      key: randomUUID(),
      book: view ? `${mode}:${epoch}` : '',
    },
  };
});

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 Frontmonth` },
];

export default function TerminalLayout() {
  const { form, userId, isLive, ...shell } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <FormTokenContext.Provider value={form}>
      <LiveProvider isEnabled={isLive} userId={userId} refreshMs={shell.refreshMs}>
        <Shell {...shell} path={pathname} here={`${pathname}${search}`}>
          <Outlet />
        </Shell>
      </LiveProvider>
    </FormTokenContext.Provider>
  );
}
