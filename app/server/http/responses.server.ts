// HTTP responses: JSON, plain text, downloads and redirects.
import { getRequest } from '../platform/request-scope.server';

type HeaderRow = readonly [string, string];

/**
 * A whole text. Its length is stated, so that the server does not set up a compressor for a few bytes.
 */
function createWholeResponse(
  contentType: string,
  body: string,
  status: number,
  headers: readonly HeaderRow[],
): Response {
  const allHeaders = new Headers([
    ['Content-Type', contentType],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]);
  for (const [name, value] of headers) allHeaders.append(name, value);
  return new Response(body, { status, headers: allHeaders });
}

export const createJsonResponse = (
  body: unknown,
  status = 200,
  headers: readonly HeaderRow[] = [],
): Response =>
  createWholeResponse(
    'application/json; charset=utf-8',
    JSON.stringify(isErrorBody(body) ? { ...body, requestId: getRequest()?.requestId } : body),
    status,
    headers,
  );

/** An error names its request, so that a user can quote it. */
const isErrorBody = (body: unknown): body is { readonly error: unknown } =>
  typeof body === 'object' && body !== null && 'error' in body;

export const createTextResponse = (
  body: string,
  status = 200,
  headers: readonly HeaderRow[] = [],
): Response => createWholeResponse('text/plain; charset=utf-8', body, status, headers);

/** File as a download, never shown as a page. `name` has only letters, digits, dots and dashes. */
const createDownload = (contentType: string, name: string, body: string): Response =>
  new Response(body, {
    headers: [
      ['Content-Type', contentType],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ],
  });

export const createHtmlDownload = (name: string, body: string): Response =>
  createDownload('text/html; charset=utf-8', name, body);

export const createCsvDownload = (name: string, body: string): Response =>
  createDownload('text/csv; charset=utf-8', name, body);

/** 303 redirect: the next request is a GET. */
export function seeOther(path: string, headers: readonly HeaderRow[] = []): Response {
  const allHeaders = new Headers([['Location', path]]);
  for (const [name, value] of headers) allHeaders.append(name, value);
  return new Response(null, { status: 303, headers: allHeaders });
}

/** Failed request. The guard turns it into JSON or text, depending on the route. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: readonly HeaderRow[] = [],
  ) {
    super(message);
  }
}
