// Known pages by path, safe redirect targets, and page titles.
export const PAGES = [
  '/',
  '/dashboard',
  '/weather',
  '/correlations',
  '/portfolio',
  '/institutional',
  '/radar',
  '/notifications',
  '/backtest',
  '/signals',
  '/what-if',
  '/model-card',
  '/commands',
  '/curve',
  '/calendar',
  '/account',
  '/live',
  '/data-health',
  '/users',
] as const;
type Page = (typeof PAGES)[number];

/** Returns the path if it is a known page, else the home page. */
export const toKnownPage = (path: string | null | undefined): Page =>
  PAGES.find((page) => page === path) ?? '/';

/** Characters that are safe in a redirect header. */
const SAFE_QUERY = /^[\w=&%+.~-]{1,300}$/;

/** Path of one backtest by id. */
const BACKTEST_PATH = /^\/backtest\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Path of the chart of a contract code or root symbol. */
const CHART_PATH = /^\/chart\/[A-Z0-9.-]{1,20}$/;

/** Returns a known page with its query if both are safe; prevents open redirects. */
export function toSafeReturnPath(place: string | null | undefined): string {
  if (place && BACKTEST_PATH.test(place)) return place;
  const [path = '', query = ''] = (place ?? '').split('?', 2);
  const page = CHART_PATH.test(path) ? path : toKnownPage(path);
  return page === path && SAFE_QUERY.test(query) ? `${page}?${query}` : page;
}

type Matches = readonly { readonly id: string; readonly data?: unknown }[];

/** The title starts with the trading mode, so that the tab shows live or paper. */
export function formatPageTitle(matches: Matches, name: string): string {
  const data = matches.find(({ id }) => id === 'routes/_terminal')?.data as
    | { readonly mode?: string }
    | undefined;
  return `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 ${name} \u00b7 Frontmonth`;
}
