// Renders every document whole before its first byte, so that no reader waits for a script to put
// content in place.
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { type Refused, admitArrival, leaveTurn, findRefusal } from './server/http/admission.server';
import { commonHeaders, dataHeaders, hardenHeaders } from './server/http/headers.server';
import { getLog } from './server/platform/log.server';
import { NonceContext } from './server/http/nonce';
import { requestAddress } from './server/http/request-address.server';
import { originFault } from './server/http/request.server';
import { attachSocket } from './server/live/socket.server';
import { shutDown, startUp } from './server/desk/start-up.server';
import { env } from './server/platform/env.server';

// What server.js needs of the build: one module graph serves pages and sockets. The stock server
// needs none of it.
export {
  admitArrival as arrive,
  attachSocket,
  commonHeaders,
  dataHeaders,
  env,
  leaveTurn as leave,
  getLog as log,
  originFault,
  requestAddress,
  shutDown,
  startUp,
};

/** Our server takes the text itself; the stock one wants it in the response. */
function documentResponse(
  markup: string,
  status: number,
  headers: Headers,
  { document }: AppLoadContext,
): Response {
  const text = `<!DOCTYPE html>${markup}`;
  if (!isHolder(document)) return new Response(text, { status, headers });
  document.text = text;
  return new Response(null, { status, headers });
}

/** Loaders that had no turn: rendering a page about it would cost what the page costs. */
function refusedResponse({ status, text, headers }: Refused): Response {
  const answer = new Response(text, { status });
  for (const [name, value] of headers) answer.headers.set(name, value);
  hardenHeaders(answer.headers);
  return answer;
}

const isHolder = (value: unknown): value is { text: string | null } =>
  typeof value === 'object' && value !== null && 'text' in value;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const refusal = findRefusal(loadContext);
  if (refusal) return refusedResponse(refusal);
  const nonce = randomBytes(16).toString('base64');
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} />
    </NonceContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  hardenHeaders(headers, nonce);
  return documentResponse(markup, status, headers, loadContext);
}

/** Loader data that the client asks for when it changes pages. */
export function handleDataRequest(response: Response): Response {
  hardenHeaders(response.headers);
  return response;
}

/** Unexpected errors of loaders, actions and rendering; visitors see none of it. */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  getLog().error({ err: error, method: request.method }, 'a request failed');
}
