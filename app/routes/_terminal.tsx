// Layout of every signed-in screen.
import type { MetaFunction, ShouldRevalidateFunction } from '@remix-run/react';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { randomUUID } from 'node:crypto';
import { FormTokenContext, renewFormKey } from '../components/form-token';
import { RoleContext } from '../components/role-context';
import { LiveProvider } from '../components/live/live-desk';
import { Shell } from '../components/shell/shell';
import { shouldRevalidateScreen } from '../components/offline-answer';
import { createScreenLoader } from '../components/shown-data';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import { readSeenNotices } from '../server/http/seen-notices.server';
import { buildShellStatus } from '../models/desk/shell-status.server';
import { readPreferences } from '../server/http/preferences.server';
import { createFormToken } from '../server/auth/session.server';
import { formatIsoTime } from '../trading/domain/format';
import { listMissingRoles } from '../trading/domain/role';
import { getRefreshMs } from '../trading/domain/settings';
import { toAppPath } from '../contracts/base-path';

export const loader = guardHandler('page', async ({ desk, session, request, nowMs, timeZone }) => {
  const view = await openView(desk, session.userId);
  const cookies = request.headers.get('Cookie');
  const preferences = readPreferences(cookies);
  const { realTimeDataEnabled, refreshInterval } = view.settings;
  const { userId, username, role } = session;
  const { mode, market, epoch } = view;
  return {
    username,
    role,
    missingRoles: listMissingRoles(role),
    userId,
    mode,
    market,
    hasBroker: desk.getModeBlock({ userId, mode }) === null,
    isDemo: mode === 'live' && desk.getBrokerStatus(userId)?.isDemo === true,
    status: buildShellStatus(desk, {
      view,
      userId,
      username,
      nowMs,
      timeZone,
      seenSeq: readSeenNotices(cookies, userId),
    }),
    shownAt: { asOfSeq: view.asOfSeq, asOf: formatIsoTime(view.asOfMs), mode, epoch },
    timeZone,
    isLive: realTimeDataEnabled && preferences.live === 'on',
    refreshMs: getRefreshMs(refreshInterval),
    preferences,
    form: { csrf: createFormToken(session), key: randomUUID(), book: `${mode}:${epoch}` },
  };
});

export const clientLoader = createScreenLoader('routes/_terminal', renewFormKey);

/** Also when the notification log is left: it has set the unread count to zero. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  (toAppPath(change.currentUrl.pathname) === '/notifications' &&
    toAppPath(change.nextUrl.pathname) !== '/notifications') ||
  shouldRevalidateScreen(change);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 Frontmonth` },
];

export default function TerminalLayout() {
  const { form, userId, isLive, missingRoles, ...shell } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <FormTokenContext.Provider value={form}>
      <RoleContext.Provider value={missingRoles}>
        <LiveProvider isEnabled={isLive} userId={userId} refreshMs={shell.refreshMs}>
          <Shell {...shell} path={pathname} here={`${pathname}${search}`}>
            <Outlet />
          </Shell>
        </LiveProvider>
      </RoleContext.Provider>
    </FormTokenContext.Provider>
  );
}
