// Redirect targets: only screens of this server, whatever a link contains.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, toKnownPage } from '../../app/contracts/pages';
import { PASSWORD, USERNAME, Visitor } from '../support/desk-server';
import { type StaticDesk, type StaticUser, startStaticDesk } from '../support/static-desk';

const HOST = 'evil.example';
const STARTS = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  ' //',
  '\u0000//',
  '/ /',
  '/./',
  '/../',
  '/..//',
  '/.//',
  '/%2f',
  '/%2F%2F',
  '%2f%2f',
  '/%5c',
  '%5C%5C',
  '/%09/',
  '/%0a/',
  '/%252f%252f',
  '%252f%252f',
  'http://',
  'https://',
  'HTTPS://',
  'http:',
  'https:',
  'http:/',
  'https:\\\\',
  'ftp://',
  'ws://',
  'javascript://',
  'data:text/html,//',
  'vbscript://',
  'file://',
  'blob:https://',
  'view-source:http://',
  'mailto:x@',
  '@',
  ':@',
  '.',
  '..',
  '/@',
  '/.',
  '?',
  '#',
  '/#//',
  '/?//',
  '//user:pass@',
  'http://127.0.0.1@',
  'http://127.0.0.1.',
  '\u2044\u2044',
  '\uff0f\uff0f',
  '\u3002//',
  '/\u2028/',
  '/\u00a0/',
  ';//',
  ',//',
];
const ENDS = ['', '/', '/dashboard', '?/dashboard', '#/portfolio', '%23/', '/..%2f', '\\dashboard'];
const FORMS: readonly string[] = [
  ...new Set([
    ...STARTS.flatMap((start) => ENDS.map((end) => `${start}${HOST}${end}`)),
    ...PAGES.flatMap((page) => [
      `${page}@${HOST}`,
      `${page}.${HOST}`,
      `${page}\n`,
      `${page}//${HOST}`,
      `${page}?x`,
      `${page}/../..`,
    ]),
  ]),
];

/** Below the queue limit of one visitor, so that every request is served. */
const BATCH = 16;

async function inBatches<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < items.length; from += BATCH)
    answers.push(...(await Promise.all(items.slice(from, from + BATCH).map(ask))));
  return answers;
}

const isOwn = (location: string | null, origin: string): boolean => {
  if (location === null) return true;
  const url = new URL(location, `${origin}/login`);
  return url.origin === origin && [...PAGES, '/login'].some((page) => page === url.pathname);
};

/** Requests a raw target, which URL-aware clients would not send. */
const rawGet = (
  origin: string,
  path: string,
): Promise<{ status: number; location: string | null }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const clientRequest = request({ hostname, port, path, method: 'GET' }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });

describe(`${FORMS.length} spellings of a foreign URL`, () => {
  let desk: StaticDesk;
  let user: StaticUser;
  beforeAll(async () => {
    desk = await startStaticDesk('server.js');
    user = await desk.user('led-astray');
  });
  afterAll(() => desk?.stop());

  it('are not screens', () => {
    expect(FORMS.length).toBeGreaterThanOrEqual(500);
    expect(FORMS.filter((form) => toKnownPage(form) !== '/')).toEqual([]);
    for (const page of PAGES) expect(toKnownPage(page)).toBe(page);
  });

  it('do not redirect from the sign-in page', async () => {
    const visitor = new Visitor(desk.origin);
    const answers = await inBatches(FORMS, async (form) => {
      const query = `/login?redirectTo=${encodeURIComponent(form)}`;
      const [signedIn, signedOut] = await Promise.all([
        user.visitor.request(query),
        visitor.request(query),
      ]);
      return {
        form,
        location: signedIn.headers.get('Location'),
        shown: /name="redirectTo" value="([^"]*)"/.exec(await signedOut.text())?.[1] ?? '/',
      };
    });
    expect(answers.filter(({ location, shown }) => location !== '/' || shown !== '/')).toEqual([]);
  });

  it('do not redirect after signing in', async () => {
    for (const redirectTo of FORMS.filter((_form, index) => index % 25 === 0)) {
      const answer = await new Visitor(desk.origin).postForm(
        '/login',
        { username: USERNAME, password: PASSWORD, redirectTo },
        { Origin: desk.origin },
      );
      expect([redirectTo, answer.status, answer.headers.get('Location')]).toEqual([
        redirectTo,
        303,
        '/',
      ]);
    }
  });

  it('do not redirect after a preference', async () => {
    const visitor = new Visitor(desk.origin);
    const answers = await Promise.all(
      FORMS.map(async (from) => ({
        from,
        location: (
          await visitor.postForm('/preferences', { theme: 'dark', from }, { Origin: desk.origin })
        ).headers.get('Location'),
      })),
    );
    // A screen may be a target with its own query, and nothing else.
    const isScreen = (location: string | null): boolean =>
      (PAGES as readonly string[]).includes((location ?? '').split('?')[0] ?? '');
    expect(
      answers.filter(({ location }) => !isScreen(location) || !isOwn(location, desk.origin)),
    ).toEqual([]);
  });

  it('do not redirect as a path', async () => {
    const paths = FORMS.filter(
      (form) => form.startsWith('/') && !/[^\x21-\x7e]/.test(form),
    ).flatMap((form) => [form, `${form}?_data=${encodeURIComponent('routes/$')}`]);
    expect(paths.length).toBeGreaterThan(200);
    const answers = await inBatches(paths, async (path) => ({
      path,
      ...(await rawGet(desk.origin, path)),
    }));
    expect(
      answers.filter(({ status, location }) => status >= 500 || !isOwn(location, desk.origin)),
    ).toEqual([]);
  });

  it('screens redirect as requested', async () => {
    for (const page of PAGES) {
      const answer = await user.visitor.request(`/login?redirectTo=${encodeURIComponent(page)}`);
      expect(answer.headers.get('Location')).toBe(page);
    }
  });
});
