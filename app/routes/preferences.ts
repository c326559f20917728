// What a visitor prefers to see: kept in a cookie, then back to the page it was chosen on.
import { seeOther, textAnswer } from '../answer.server';
import { guarded } from '../guard.server';
import { pageOrHome } from '../pages';
import { ThemeSchema, themeCookie } from '../preferences.server';

export const loader = guarded('open', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guarded('open', ({ body }) => {
  const theme = ThemeSchema.safeParse(body.form.get('theme'));
  if (!theme.success) throw textAnswer('Choose dark, light or system.', 400);
  const from = body.form.get('from');
  return seeOther(from === '/login' ? from : pageOrHome(from), [['Set-Cookie', themeCookie(theme.data)]]);
});
