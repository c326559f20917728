// Built pages in this process, requested as a browser without scripts.
import { type ServerBuild, createRequestHandler } from '@remix-run/node';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import type { ToastMessage } from '../../app/contracts/messages';
import type { Terminal } from '../../app/models/desk/terminal';
import { ROOT } from './source-files';

const ORIGIN = 'http://127.0.0.1:3000';
const DASHBOARD = encodeURIComponent('routes/_terminal.(dashboard)');

export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly toast: ToastMessage | null;
  readonly cookies: readonly string[];
  readonly text: string;
}

export interface PageUser {
  readonly id: string;
  /** Requests a page or an API call, with the cookies of `init` besides the session. */
  open(path: string, init?: RequestInit): Promise<Page>;
  /** Submits a form of a page with `fields` and its hidden fields. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
  /** Submits a form of the dashboard to another path. */
  post(to: string, fields: Readonly<Record<string, string>>): Promise<Page>;
  /** Submits like a page with scripts. */
  submitByScript(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
}

function findToast(headers: Headers): ToastMessage | null {
  const value = /frontmonth_toast=([\w-]+);/.exec(headers.getSetCookie().join('\n'))?.[1];
  return value === undefined
    ? null
    : (JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as ToastMessage);
}

/** Visible text of a page. */
export const extractText = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

const findHiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Hidden fields of a page; each submission has its own key. */
function readHiddenFields(html: string, count: number): Record<string, string> {
  return {
    csrf: findHiddenField(html, 'csrf'),
    key: `${findHiddenField(html, 'key')}-${count}`,
    book: findHiddenField(html, 'book'),
  };
}

export async function createPageUser(terminal: Terminal, name: string): Promise<PageUser> {
  const build = (await import(
    pathToFileURL(join(ROOT, 'build', 'server', 'index.js')).href
  )) as ServerBuild;
  const handle = createRequestHandler(build, 'production');
  const { id } = createUser(terminal.db, name, 'no password', Date.now());
  await terminal.ensureBook(id);
  const cookie = `frontmonth=${createSession(terminal.db, id, Date.now())}`;
  let submissions = 0;
  const requestPage = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', [cookie, headers.get('Cookie')].filter(Boolean).join('; '));
    const response = await handle(new Request(`${ORIGIN}${path}`, { ...init, headers }));
    return {
      status: response.status,
      location: response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect'),
      toast: findToast(response.headers),
      cookies: response.headers.getSetCookie(),
      text: await response.text(),
    };
  };
  const post = async (
    page: string,
    to: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Page> => {
    submissions += 1;
    const body = new URLSearchParams({
      ...readHiddenFields((await requestPage(page)).text, submissions),
      ...fields,
    });
    return requestPage(to, { method: 'POST', body });
  };
  return {
    id,
    open: requestPage,
    submit: (path, fields) => post(path, path, fields),
    post: (to, fields) => post('/', to, fields),
    submitByScript: (path, fields) =>
      post(path, `${path}${path.includes('?') ? '&' : '?'}_data=${DASHBOARD}`, {
        by: 'script',
        ...fields,
      }),
  };
}
