// The signed-in frame around every screen.
import type { MetaFunction } from '@remix-run/react';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { randomUUID } from 'node:crypto';
import { settingsWire } from '../account.server';
import { FormTokenContext } from '../components/form-token';
import { LiveProvider } from '../components/live/live-desk';
import { Shell } from '../components/shell/shell';
import { env } from '../env.server';
import { guarded } from '../guard.server';
import { healthItems } from '../health.server';
import { readLive, readTheme } from '../preferences.server';
import { formToken } from '../session.server';
import { isoMoment, timeOfDay } from '../trading/domain/format';
import { refreshMsOf } from '../trading/domain/settings';

export const loader = guarded('page', async ({ desk, session, request, nowMs }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  const zone = env().MARKET_TIME_ZONE;
  const updatedMs = view?.asOfMs ?? nowMs;
  const cookies = request.headers.get('Cookie');
  const { realTimeDataEnabled, refreshInterval } = settingsWire(desk, session.userId);
  return {
    username: session.username,
    mode: view?.mode ?? ('simulation' as const),
    health: healthItems(desk.status(), nowMs, zone),
    theme: readTheme(cookies),
    form: { csrf: formToken(session), key: randomUUID(), book: view ? `${view.mode}:${view.epoch}` : '' },
    userId: session.userId,
    isLive: realTimeDataEnabled && readLive(cookies),
    refreshMs: refreshMsOf(refreshInterval),
    updated: { iso: isoMoment(updatedMs), text: timeOfDay(updatedMs, zone) },
  };
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 Frontmonth` }];

export default function TerminalLayout() {
  const { form, userId, isLive, refreshMs, ...shell } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <FormTokenContext.Provider value={form}>
      <LiveProvider isEnabled={isLive} userId={userId} refreshMs={refreshMs}>
        <Shell {...shell} path={pathname}>
          <Outlet />
        </Shell>
      </LiveProvider>
    </FormTokenContext.Provider>
  );
}
