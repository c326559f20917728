// Stores a display preference in a cookie, then returns to its page.
import { seeOther, createTextResponse } from '../server/http/responses.server';
import { guardHandler } from '../server/http/guard.server';
import { toSafeReturnPath } from '../contracts/pages';
import { formatPreferenceChoices, buildPreferenceCookies } from '../server/http/preferences.server';

export const loader = guardHandler('open', () => {
  throw createTextResponse('404 Page Not Found', 404);
});

export const action = guardHandler('open', ({ body: { form } }) => {
  const cookies = buildPreferenceCookies(form);
  if (cookies.length === 0)
    throw createTextResponse(`Choose one of these. ${formatPreferenceChoices()}.`, 400);
  const from = form.get('from');
  return seeOther(
    from === '/login' ? from : toSafeReturnPath(from),
    cookies.map((cookie) => ['Set-Cookie', cookie]),
  );
});
