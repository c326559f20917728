// One part of a screen as JSON, for pages that refresh it on its own cadence. Not a user action: it
// does not extend the session.
import { createJsonResponse, HttpError } from '../server/http/responses.server';
import type { Session } from '../models/account/session.server';
import { buildSection, findSectionName } from '../models/dashboard/sections.server';
import { findWeatherDesk } from '../models/weather/serialize-weather.server';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import { readSeenNotices } from '../server/http/seen-notices.server';
import { readPreference } from '../server/http/preferences.server';
import { DEFAULT_COMMODITY, findCommodityKey } from '../trading/domain/commodity';

export const loader = guardHandler(
  'api',
  async ({ desk, session, params, url, request, nowMs, timeZone }) => {
    const { userId, username } = requireSession(session);
    const name = findSectionName(params['section']);
    if (name === null) throw new HttpError(404, 'There is no such section.');
    const view = await openView(desk, userId);
    return createJsonResponse(
      await buildSection(desk, name, {
        view,
        userId,
        username,
        nowMs,
        timeZone,
        commodity: findCommodityKey(url.searchParams.get('commodity') ?? '') ?? DEFAULT_COMMODITY,
        seenSeq: readSeenNotices(request.headers.get('Cookie'), userId),
        range: url.searchParams.get('range'),
        scale: readPreference(request.headers.get('Cookie'), 'scale'),
        weather: await findWeatherDesk(desk, userId),
      }),
    );
  },
);

export const action = guardHandler('api', ({ session }) => {
  requireSession(session);
  throw new HttpError(405, 'A section is read-only.', [['Allow', 'GET, HEAD']]);
});

/** Signed out, every section and method gets the same response. */
function requireSession(session: Session | null): Session {
  if (!session) throw new HttpError(401, 'Sign in first.');
  return session;
}
