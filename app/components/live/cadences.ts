// Refresh intervals: per part of the dashboard, and per other screen.
import type { SectionName } from '../../contracts/sections';

const SECOND = 1000;

/** `user`: the refresh interval of the user's settings. */
type Cadence = number | 'user';

/** The desk carries positions, performance and auto-trading status at one sequence number. */
const SECTION_CADENCES = {
  shell: 90 * SECOND,
  desk: 60 * SECOND,
  ticker: 60 * SECOND,
  quotes: 'user',
  signals: 120 * SECOND,
  chart: 60 * SECOND,
  power: 120 * SECOND,
  events: 300 * SECOND,
  feed: 300 * SECOND,
  map: 120 * SECOND,
  strategies: 30 * SECOND,
  decisions: 60 * SECOND,
} as const satisfies Readonly<Record<SectionName, Cadence>>;

/** `sections`: each part has its own interval; the account figures count for the screen. */
type ScreenCadence = Cadence | 'sections';

/**
 * Screens with current figures, by path; a path that ends in '/' contains those below it. Other
 * screens change on request only, so that no input is lost.
 */
const SCREEN_CADENCES: readonly (readonly [path: string, cadence: ScreenCadence])[] = [
  ['/', 'sections'],
  ['/dashboard', 'sections'],
  ['/portfolio', 90 * SECOND],
  ['/signals', 120 * SECOND],
  ['/weather', 300 * SECOND],
  ['/radar', 30 * SECOND],
  ['/correlations', 180 * SECOND],
  ['/institutional', 'user'],
  ['/notifications', 'user'],
  ['/position/', 60 * SECOND],
  ['/chart/', 60 * SECOND],
  ['/curve', 60 * SECOND],
  ['/curve/', 60 * SECOND],
  ['/calendar', 300 * SECOND],
  // Proposals are void after minutes.
  ['/live', 10 * SECOND],
];

/** Screens with forms that a reload without script would empty. */
const FORM_SCREENS: readonly string[] = ['/live'];

/** Query parameters that open a form or an older page: a reload would discard typed input. */
const DIALOG_PARAMETERS = ['confirm', 'settings', 'before'];

export const SESSION_CHECK_MS = 60 * SECOND;

const resolveCadence = (cadence: Cadence, userMs: number): number =>
  cadence === 'user' ? userMs : cadence;

export const getSectionMs = (name: SectionName, userMs: number): number =>
  resolveCadence(SECTION_CADENCES[name], userMs);

const isBelow = (path: string, parent: string): boolean =>
  parent !== '/' && parent.endsWith('/') && path.length > parent.length && path.startsWith(parent);

const findScreenCadence = (path: string): ScreenCadence | null =>
  SCREEN_CADENCES.find(([screen]) => screen === path || isBelow(path, screen))?.[1] ?? null;

/** Interval of a screen that reloads as a whole; null for screens that do not. */
export function getScreenMs(path: string, userMs: number): number | null {
  const cadence = findScreenCadence(path);
  return cadence === null || cadence === 'sections' ? null : resolveCadence(cadence, userMs);
}

/** Interval at which a screen requests the account figures without a socket; null if it does not. */
export const getFiguresMs = (path: string, userMs: number): number | null =>
  findScreenCadence(path) === 'sections' ? getSectionMs('desk', userMs) : getScreenMs(path, userMs);

/** Whether a browser without script may reload the page on a timer. */
export const canAutoRefresh = (path: string, search: string): boolean => {
  const query = new URLSearchParams(search);
  return (
    findScreenCadence(path) !== null &&
    !FORM_SCREENS.includes(path) &&
    !DIALOG_PARAMETERS.some((name) => query.has(name))
  );
};
