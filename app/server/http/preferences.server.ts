// What a visitor prefers to see, each in a cookie of its own: nothing secret, and checked at every
// reading.
import { env } from '../platform/env.server';
import {
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
  parseChoice,
  getPreference,
  getDefaultPreference,
} from '../../contracts/preferences';
import { cookieValue } from '../auth/session.server';

const YEAR_S = 31_536_000;
const cookieName = (name: PreferenceName): string => `frontmonth_${name}`;

/** The Set-Cookie header that keeps a choice for a year. */
const preferenceCookie = (name: PreferenceName, value: string): string =>
  `${cookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_S}${env().isHttps ? '; Secure' : ''}`;

/** The Set-Cookie headers of what a form chooses; empty when it chooses nothing that there is. */
export const chosenCookies = (form: URLSearchParams): string[] =>
  PREFERENCE_NAMES.flatMap((name) => {
    const value = parseChoice(name, form.get(name));
    return value === undefined ? [] : [preferenceCookie(name, value)];
  });

const CHOICES_TOLD_MAX = 5;

/** What can be chosen, for who asked for something else. */
export const choicesInWords = (): string =>
  PREFERENCE_NAMES.map((name) => {
    const { choices } = getPreference(name);
    const told = choices
      .slice(0, CHOICES_TOLD_MAX)
      .map(({ value }) => value)
      .join(', ');
    return `${name}: ${told}${choices.length > CHOICES_TOLD_MAX ? ' and others of the list' : ''}`;
  }).join('; ');

/** One preference of a Cookie header; the usual choice when it holds none or none of ours. */
export const readPreference = <N extends PreferenceName>(
  cookieHeader: string | null,
  name: N,
): Preferences[N] =>
  parseChoice(name, cookieValue(cookieHeader, cookieName(name))) ?? getDefaultPreference(name);

/** All of them. */
export const readPreferences = (cookieHeader: string | null): Preferences =>
  Object.fromEntries(
    PREFERENCE_NAMES.map((name) => [name, readPreference(cookieHeader, name)]),
  ) as unknown as Preferences;

/** The zone in which a visitor reads times: the chosen one, else the market's. */
export function getTimeZone(cookieHeader: string | null): string {
  const zone = readPreference(cookieHeader, 'zone');
  return zone === 'market' ? env().MARKET_TIME_ZONE : zone;
}
