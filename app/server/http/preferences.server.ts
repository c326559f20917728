// Display preferences in cookies: not secret, validated on every read.
import { getEnv } from '../platform/env.server';
import {
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
  parseChoice,
  getPreference,
  getDefaultPreference,
} from '../../contracts/preferences';
import { getCookieValue } from '../auth/session.server';
import { buildCookieName, formatCookie } from './cookies.server';

const YEAR_S = 31_536_000;
const getCookieName = (name: PreferenceName): string => buildCookieName(`frontmonth_${name}`);

/** Set-Cookie header that stores a choice for a year. */
const formatPreferenceCookie = (name: PreferenceName, value: string): string =>
  formatCookie(getCookieName(name), value, YEAR_S);

/** Set-Cookie headers of a preferences form; empty without a valid choice. */
export const buildPreferenceCookies = (form: URLSearchParams): string[] =>
  PREFERENCE_NAMES.flatMap((name) => {
    const value = parseChoice(name, form.get(name));
    return value === undefined ? [] : [formatPreferenceCookie(name, value)];
  });

const CHOICES_SHOWN_MAX = 5;

/** Lists the valid choices, for an error message. */
export const formatPreferenceChoices = (): string =>
  PREFERENCE_NAMES.map((name) => {
    const { choices } = getPreference(name);
    const shown = choices
      .slice(0, CHOICES_SHOWN_MAX)
      .map(({ value }) => value)
      .join(', ');
    return `${name}: ${shown}${choices.length > CHOICES_SHOWN_MAX ? ' and more' : ''}`;
  }).join('; ');

/** One preference from a Cookie header, or its default. */
export const readPreference = <N extends PreferenceName>(
  cookieHeader: string | null,
  name: N,
): Preferences[N] =>
  parseChoice(name, getCookieValue(cookieHeader, getCookieName(name))) ??
  getDefaultPreference(name);

/** All preferences from a Cookie header. */
export const readPreferences = (cookieHeader: string | null): Preferences =>
  Object.fromEntries(
    PREFERENCE_NAMES.map((name) => [name, readPreference(cookieHeader, name)]),
  ) as unknown as Preferences;

/** Time zone of a visitor: the chosen one, else the market's. */
export function getTimeZone(cookieHeader: string | null): string {
  const zone = readPreference(cookieHeader, 'zone');
  return zone === 'market' ? getEnv().MARKET_TIME_ZONE : zone;
}
