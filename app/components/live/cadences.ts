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
  events: 300 * SECOND,
  feed: 300 * SECOND,
  map: 120 * SECOND,
  strategies: 30 * SECOND,
  decisions: 60 * SECOND,
} as const satisfies Readonly<Record<SectionName, Cadence>>;

/** Screens whose figures come from one loader; other screens change on request. */
const SCREEN_CADENCES: Readonly<Record<string, Cadence>> = {
  '/portfolio': 90 * SECOND,
  '/signals': 120 * SECOND,
  '/weather': 300 * SECOND,
  '/radar': 30 * SECOND,
  '/correlations': 180 * SECOND,
  '/institutional': 'user',
  '/notifications': 'user',
};
const POSITION_CADENCE = 60 * SECOND;

export const SESSION_CHECK_MS = 60 * SECOND;

const resolveCadence = (cadence: Cadence, userMs: number): number =>
  cadence === 'user' ? userMs : cadence;

export const getSectionMs = (name: SectionName, userMs: number): number =>
  resolveCadence(SECTION_CADENCES[name], userMs);

/** Interval of a screen that reloads as a whole; null for screens that do not. */
export function getScreenMs(path: string, userMs: number): number | null {
  if (path.startsWith('/position/')) return POSITION_CADENCE;
  const cadence = SCREEN_CADENCES[path];
  return cadence === undefined ? null : resolveCadence(cadence, userMs);
}
