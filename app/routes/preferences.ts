// What a visitor prefers to see: kept in a cookie, then back to the page it was chosen on.
import { seeOther, textAnswer } from '../server/http/answer.server';
import { guardHandler } from '../server/http/guard.server';
import { placeOrHome } from '../contracts/pages';
import { choicesInWords, chosenCookies } from '../server/http/preferences.server';

export const loader = guardHandler('open', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guardHandler('open', ({ body: { form } }) => {
  const cookies = chosenCookies(form);
  if (cookies.length === 0) throw textAnswer(`Choose one of these. ${choicesInWords()}.`, 400);
  const from = form.get('from');
  return seeOther(
    from === '/login' ? from : placeOrHome(from),
    cookies.map((cookie) => ['Set-Cookie', cookie]),
  );
});
