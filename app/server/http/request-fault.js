// Requests that are answered before Remix, which fails on them.

/** Methods of routes. Remix cannot represent TRACE, and answers others without an Allow header. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Decoded path without query; null if the encoding is malformed. */
function decodePath(target) {
  try {
    return decodeURIComponent(target.split('?', 1)[0]);
  } catch {
    return null;
  }
}

/**
 * Steps to a parent folder, which no browser sends. The URL of the request drops them: `/api/../` has
 * the page of `/`, but would get the checks of a call under /api.
 */
const DOT_SEGMENT = /[/\\](\.|%2e){1,2}([/\\]|$)/i;

/** Characters that the router drops, or takes for a slash. */
// eslint-disable-next-line no-control-regex -- these are what the router drops
const DROPPED = /[\\\0-\x1f]/;

/** Ends of lines, which the pattern of a route never matches. */
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Why a request has no route: status, text and headers; null if it may have one. The router parses
 * the decoded path as a URL, where a backslash is a slash and control characters are dropped: `/%5C/`
 * becomes a host and is invalid. No page has such a path; calls under /api are not rendered. The route
 * of the calls does not match the end of a line: Remix takes such a path for a page, and would answer
 * a foreign origin with 500.
 *
 * @returns {{ status: number, text: string, headers: [string, string][] } | null}
 */
export function findRequestFault({ method, url }) {
  if (!METHODS.has(method))
    return {
      status: 405,
      text: `The server does not support ${method}.`,
      headers: [['Allow', 'GET, HEAD, POST']],
    };
  const isAbsolute = url?.startsWith('/') && !DOT_SEGMENT.test(url.split(/[?#]/, 1)[0]);
  const path = isAbsolute ? decodePath(url) : null;
  if (path === null) return { status: 400, text: 'Bad request', headers: [] };
  const hasNoRoute = LINE_END.test(path) || (DROPPED.test(path) && !path.startsWith('/api/'));
  return hasNoRoute ? { status: 404, text: '404 Page Not Found', headers: [] } : null;
}
