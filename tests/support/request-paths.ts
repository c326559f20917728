// Paths of the same page in the request forms of Remix. A page may have a query.

const splitQuery = (path: string): readonly [string, string] => {
  const at = path.indexOf('?');
  return at === -1 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** Path of the data of one route of a page. */
export const buildDataPath = (path: string, routeId: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}_data=${encodeURIComponent(routeId)}`;

/** Path of a page with the suffix `.data`. */
export function buildSuffixPath(path: string): string {
  const [page, query] = splitQuery(path);
  return `${page === '/' ? '/_root' : page}.data${query}`;
}
