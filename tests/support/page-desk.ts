// The built pages in this process, over the desk that a test has opened: what a browser without
// script sends and gets.
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
  readonly text: string;
}

export interface PageUser {
  readonly id: string;
  /** A page, or the JSON of a call below /api. */
  open(path: string): Promise<Page>;
  /** Presses a button on a page as it was opened; `fields` go beside its hidden ones. */
  press(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
  /** The same by a page whose script runs. */
  pressByScript(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
}

function findToast(headers: Headers): ToastMessage | null {
  const value = /frontmonth_toast=([\w-]+);/.exec(headers.getSetCookie().join('\n'))?.[1];
  return value === undefined
    ? null
    : (JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as ToastMessage);
}

/** What a page says, without its markup and its scripts. */
export const words = (html: string): string =>
  html
    .replace(/<script[\s\S]*$/, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Hidden fields of a page, as all its forms have them; each press has a key of its own. */
function hiddenFields(html: string, count: number): Record<string, string> {
  return {
    csrf: hidden(html, 'csrf'),
    key: `${hidden(html, 'key')}-${count}`,
    book: hidden(html, 'book'),
  };
}

export async function pageUser(terminal: Terminal, name: string): Promise<PageUser> {
  const build = (await import(
    pathToFileURL(join(ROOT, 'build', 'server', 'index.js')).href
  )) as ServerBuild;
  const handle = createRequestHandler(build, 'production');
  const { id } = createUser(terminal.db, name, 'no password', Date.now());
  await terminal.ensureBook(id);
  const cookie = `frontmonth=${createSession(terminal.db, id, Date.now())}`;
  let presses = 0;
  const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    const response = await handle(new Request(`${ORIGIN}${path}`, { ...init, headers }));
    return {
      status: response.status,
      location: response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect'),
      toast: findToast(response.headers),
      text: await response.text(),
    };
  };
  const post = async (
    page: string,
    to: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Page> => {
    presses += 1;
    const body = new URLSearchParams({
      ...hiddenFields((await ask(page)).text, presses),
      ...fields,
    });
    return ask(to, { method: 'POST', body });
  };
  return {
    id,
    open: ask,
    press: (path, fields) => post(path, path, fields),
    pressByScript: (path, fields) =>
      post(path, `${path}${path.includes('?') ? '&' : '?'}_data=${DASHBOARD}`, {
        by: 'script',
        ...fields,
      }),
  };
}
