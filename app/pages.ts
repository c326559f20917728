// The screens by path: the only places that a redirect may lead to.
export const PAGES = ['/', '/dashboard', '/weather', '/correlations', '/portfolio', '/institutional', '/radar'] as const;
export type Page = (typeof PAGES)[number];

/** The path when it is one of the screens, else the dashboard. */
export const pageOrHome = (path: string | null | undefined): Page => PAGES.find((page) => page === path) ?? '/';
