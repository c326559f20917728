// What the front answers when it has no server for a request: as a page, as JSON of the API, or as text.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildHref, findAppPath } from '../../contracts/base-path';
import { getDataHeaders } from '../http/headers.server';
import { getRequest } from '../platform/request-scope.server';

export interface FrontFault {
  readonly title: string;
  readonly error: string;
  /** What goes on meanwhile. */
  readonly meanwhile: string;
  /** Whether a form that was sent has had an effect. */
  readonly formNote: string;
}

export const MOVING: FrontFault = {
  title: 'Your account is being moved',
  error: 'Your account is being moved to another server. Try again in a few seconds.',
  meanwhile: 'Auto-trading is off until you press RUN there.',
  formNote: 'What you sent was not done.',
};
export const SERVER_DOWN: FrontFault = {
  title: 'Server not available',
  error: 'The server does not answer. Try again in a few seconds.',
  meanwhile: 'Until it answers it opens and closes nothing. Orders that a broker holds stay there.',
  formNote: 'What you sent may have been done. Check this before you send it again.',
};

export const RETRY_SECONDS = 2;

const STYLE =
  'body{margin:15vh auto;max-width:34rem;padding:0 1rem;font:1.1rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}';
/** Nothing but this style. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Remix shows the text of a failed request for the data of one route. */
const isDocument = ({ headers, url }: IncomingMessage): boolean =>
  (headers.accept ?? '').includes('text/html') && !/[?&]_data=/.test(url ?? '');

/** Reads load again; a form would be sent as a read. */
function buildPage(
  request: IncomingMessage,
  { title, error, meanwhile, formNote }: FrontFault,
): string {
  const [refresh, rest] = isRead(request)
    ? [
        `<meta http-equiv="refresh" content="${RETRY_SECONDS}">\n`,
        `<p>This page loads again every ${RETRY_SECONDS} seconds.</p>`,
      ]
    : ['', `<p>${formNote}</p>\n<p><a href="${buildHref('/')}">Open Frontmonth</a></p>`];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${refresh}<title>${title} \u00b7 Frontmonth</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${error}</p>
<p>${meanwhile}</p>
${rest}
</body>
</html>
`;
}

function buildBody(
  request: IncomingMessage,
  fault: FrontFault,
): readonly [contentType: string, body: string] {
  const requestId = getRequest()?.requestId;
  if (findAppPath(request.url ?? '')?.startsWith('/api/'))
    return ['application/json', JSON.stringify({ error: fault.error, requestId })];
  if (isDocument(request)) return ['text/html', buildPage(request, fault)];
  return ['text/plain', `${fault.error}\n`];
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  [contentType, body]: readonly [string, string],
): void {
  for (const [name, value] of getDataHeaders()) response.setHeader(name, value);
  const requestId = getRequest()?.requestId;
  if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
  if (contentType === 'text/html') response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Content-Type', `${contentType}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.statusCode = status;
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** 503 with Retry-After. */
export function sendFault(
  request: IncomingMessage,
  response: ServerResponse,
  fault: FrontFault,
): void {
  response.setHeader('Retry-After', String(RETRY_SECONDS));
  send(request, response, 503, buildBody(request, fault));
}

export const sendJson = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
): void => send(request, response, status, ['application/json', JSON.stringify(body)]);

export const sendServerError = (request: IncomingMessage, response: ServerResponse): void =>
  send(request, response, 500, [
    'text/plain',
    `The server failed to answer. The error was logged as ${getRequest()?.requestId ?? ''}.\n`,
  ]);
