// Renders each document completely before its first byte, so that content never waits for scripts.
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { RemixServer, isRouteErrorResponse } from '@remix-run/react';
import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { PowerPanel } from './components/power/power-panel';
import { PowerPanelContext } from './components/power/power-section';
import { NEW_VERSION_TEXT, ScriptWatchContext } from './components/new-version';
import { RequestIdContext } from './components/request-id';
import { DocumentPartsContext } from './components/shared-markup';
import { buildScriptWatch } from './components/watch-scripts';
import {
  type RefusalResponse,
  admitRequest,
  endTurn,
  findTurnRefusal,
} from './server/http/admission.server';
import { getCommonHeaders, getDataHeaders, setSecurityHeaders } from './server/http/headers.server';
import { getLog } from './server/platform/log.server';
import { getRequest } from './server/platform/request-scope.server';
import { findDocumentHolder } from './server/http/document-data.server';
import { DocumentParts } from './server/http/document-parts.server';
import { NonceContext } from './server/http/nonce';
import { getRequestAddress } from './server/http/request-address.server';
import { openRequest } from './server/http/request-id.server';
import { findRequestFault } from './server/http/request-fault.js';
import { logRequestError } from './server/http/request-log.server';
import { findOriginFault, toAppUrl } from './server/http/request.server';
import { attachSocket } from './server/live/socket.server';
import { shutDown, startUp } from './server/desk/start-up.server';
import { getEnv } from './server/platform/env.server';
import { findAppPath } from './contracts/base-path';

// Exports for server.js: one module graph serves pages and sockets. remix-serve needs none.
export {
  admitRequest as arrive,
  attachSocket,
  getCommonHeaders as commonHeaders,
  getDataHeaders as dataHeaders,
  getEnv as env,
  findAppPath,
  endTurn as leave,
  getLog as log,
  NEW_VERSION_TEXT as newVersionText,
  openRequest,
  findOriginFault as originFault,
  getRequestAddress as requestAddress,
  shutDown,
  startUp,
};

/** server.js takes the document itself; remix-serve needs it in the response. */
function createDocumentResponse(
  document: Buffer,
  status: number,
  headers: Headers,
  loadContext: AppLoadContext,
): Response {
  const holder = findDocumentHolder(loadContext);
  if (holder === null) return new Response(document.toString('utf8'), { status, headers });
  holder.bytes = document;
  return new Response(null, { status, headers });
}

/** Loaders without a turn: rendering an error page would cost as much as the page. */
function createRefusalResponse({ status, text, headers }: RefusalResponse): Response {
  const answer = new Response(text, { status });
  for (const [name, value] of headers) answer.headers.set(name, value);
  setSecurityHeaders(answer.headers);
  return answer;
}

/** The stock server opens no request: there the header of the failed loader has the id. */
const findRequestId = (headers: Headers): string | null =>
  getRequest()?.requestId ?? headers.get('X-Request-Id');

/** Path that cannot be rendered. server.js rejects it before Remix, the stock server does not. */
function findPathRefusal({ method, url }: Request): RefusalResponse | null {
  const { pathname, search } = toAppUrl(url);
  return findRequestFault({ method, url: `${pathname}${search}` });
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const refusal = findTurnRefusal(loadContext) ?? findPathRefusal(request);
  if (refusal) return createRefusalResponse(refusal);
  // All data are there: nothing of a document is deferred.
  context.staticHandlerContext.activeDeferreds = null;
  const nonce = randomBytes(16).toString('base64');
  const requestId = status < 400 ? null : findRequestId(headers);
  const parts = new DocumentParts();
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <DocumentPartsContext.Provider value={parts}>
        <PowerPanelContext.Provider value={PowerPanel}>
          <RequestIdContext.Provider value={requestId}>
            <ScriptWatchContext.Provider value={buildScriptWatch()}>
              <RemixServer context={context} url={request.url} />
            </ScriptWatchContext.Provider>
          </RequestIdContext.Provider>
        </PowerPanelContext.Provider>
      </DocumentPartsContext.Provider>
    </NonceContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  setSecurityHeaders(headers, nonce);
  const document = parts.insertParts(`<!DOCTYPE html>${markup}`);
  return createDocumentResponse(document, status, headers, loadContext);
}

/** Loader data requested on client navigation. */
export function handleDataRequest(response: Response): Response {
  setSecurityHeaders(response.headers);
  return response;
}

/**
 * Unexpected errors of loaders, actions and rendering, and answers of Remix itself; visitors do not
 * see them.
 */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  logRequestError(error, request.method, status);
}
