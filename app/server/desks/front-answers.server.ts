// What the front answers when it has no server for a request: as a page, as JSON of the API, or as text.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildHref, findAppPath } from '../../contracts/base-path';
import { getDataHeaders } from '../http/headers.server';
import { getRequest } from '../platform/request-scope.server';

export interface FrontFault {
  readonly title: string;
  readonly error: string;
}

export const MOVING: FrontFault = {
  title: 'Your account is being moved',
  error: 'Your account is being moved to another server. Try again in a few seconds.',
};
export const SERVER_DOWN: FrontFault = {
  title: 'The server does not answer',
  error: 'The server does not answer. It is being started again: try again in a few seconds.',
};

export const RETRY_SECONDS = 2;

const REPEAT_ADVICE = 'What you sent may have been done. Check this before you send it again.';

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Remix shows the text of a failed request for the data of one route. */
const isDocument = ({ headers, url }: IncomingMessage): boolean =>
  (headers.accept ?? '').includes('text/html') && !/[?&]_data=/.test(url ?? '');

/** Reads load again; a form would be sent as a read. */
function buildPage(request: IncomingMessage, { title, error }: FrontFault): string {
  const [refresh, rest] = isRead(request)
    ? [`<meta http-equiv="refresh" content="${RETRY_SECONDS}">\n`, '<p>This page loads again.</p>']
    : ['', `<p>${REPEAT_ADVICE}</p>\n<p><a href="${buildHref('/')}">Open Frontmonth</a></p>`];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refresh}<title>${title} \u00b7 Frontmonth</title>
</head>
<body>
<h1>${title}</h1>
<p>${error}</p>
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
