// What a visitor prefers to see: kept in a cookie, then back to the page it was chosen on.
import { seeOther, textAnswer } from '../answer.server';
import { guarded } from '../guard.server';
import { placeOrHome } from '../pages';
import { LiveSchema, ScaleSchema, ThemeSchema, liveCookie, scaleCookie, themeCookie } from '../preferences.server';

export const loader = guarded('open', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guarded('open', ({ body }) => {
  const theme = ThemeSchema.safeParse(body.form.get('theme'));
  const live = LiveSchema.safeParse(body.form.get('live'));
  const scale = ScaleSchema.safeParse(body.form.get('scale'));
  if (!theme.success && !live.success && !scale.success) throw textAnswer('Choose the theme dark, light or system, live updates on or off, or the map colours standard or safe.', 400);
  const cookies: ['Set-Cookie', string][] = [];
  if (theme.success) cookies.push(['Set-Cookie', themeCookie(theme.data)]);
  if (live.success) cookies.push(['Set-Cookie', liveCookie(live.data)]);
  if (scale.success) cookies.push(['Set-Cookie', scaleCookie(scale.data)]);
  const from = body.form.get('from');
  return seeOther(from === '/login' ? from : placeOrHome(from), cookies);
});
