// The screens by path: the only places that a redirect may lead to, and how a screen is titled.
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
] as const;
type Page = (typeof PAGES)[number];

/** The path when it is one of the screens, else the dashboard. */
export const pageOrHome = (path: string | null | undefined): Page =>
  PAGES.find((page) => page === path) ?? '/';

/** What a screen may be asked with, in characters that mean nothing to a header or another host. */
const QUERY = /^[\w=&%+.~-]{1,300}$/;

/** The page of one backtest, by its id. */
const BACKTEST = /^\/backtest\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A screen with its query when both are harmless, so that one comes back to what one saw. */
export function placeOrHome(place: string | null | undefined): string {
  if (place && BACKTEST.test(place)) return place;
  const [path = '', query = ''] = (place ?? '').split('?', 2);
  const page = pageOrHome(path);
  return page === path && QUERY.test(query) ? `${page}?${query}` : page;
}

/** Screens that show how things stand, and take nothing that one might be writing. */
const STANDING: readonly string[] = [
  '/',
  '/dashboard',
  '/weather',
  '/correlations',
  '/portfolio',
  '/institutional',
  '/radar',
  '/notifications',
  '/signals',
];
/** What opens something on a screen that a new page would close or ask again. */
const OPENS = ['confirm', 'settings', 'before'];

/** Whether a page may ask for itself again, for who wants that. */
export function mayRefresh(path: string, search: string): boolean {
  const asked = new URLSearchParams(search);
  return STANDING.includes(path) && !OPENS.some((name) => asked.has(name));
}

type Matches = readonly { readonly id: string; readonly data?: unknown }[];

/** A screen's title begins with the mode: which money is at stake can be read off the tab. */
export function screenTitle(matches: Matches, name: string): string {
  const data = matches.find(({ id }) => id === 'routes/_terminal')?.data as
    | { readonly mode?: string }
    | undefined;
  return `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 ${name} \u00b7 Frontmonth`;
}
