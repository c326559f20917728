// The path of PUBLIC_ORIGIN, below which all addresses of this server lie: '' without one, or a path
// such as '/desk'. Routes, stored paths and forms name paths of the application, without it.

/** What Remix passes to the browser before any script of a page runs. */
interface RemixHandoff {
  readonly __remixContext?: { readonly basename?: string };
}

let serverBasePath: string | null = null;

/** Sets the path for the pages of this process; the browser reads it from the page. */
export function setBasePath(path: string): void {
  serverBasePath = path;
}

/** Remix names the path of a server without one '/'. */
const getBasePath = (): string =>
  serverBasePath ??
  ((globalThis as RemixHandoff).__remixContext?.basename ?? '').replace(/\/$/, '');

/** Address of a path of the application, for links, forms and requests of scripts. */
export const buildHref = (path: string): string =>
  path.startsWith('/') ? `${getBasePath()}${path}` : path;

/** Address of a built file. The server has its path, the browser its full address. */
export const buildAssetHref = (file: string): string =>
  file.startsWith('/') ? buildHref(file) : new URL(file).pathname;

/** Path in the application of a page that lies in it. */
export const toAppPath = (pathname: string): string => pathname.slice(getBasePath().length) || '/';

/** Path in the application of any address, query included; null if it lies outside. */
export function findAppPath(address: string): string | null {
  const basePath = getBasePath();
  if (!address.startsWith(basePath)) return null;
  const rest = address.slice(basePath.length);
  if (basePath === '' || rest.startsWith('/')) return rest;
  return rest === '' || /^[?#]/.test(rest) ? `/${rest}` : null;
}
