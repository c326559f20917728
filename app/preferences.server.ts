// What a visitor prefers to see, in a cookie of its own: nothing secret, and checked at every reading.
import { z } from 'zod';
import { env } from './env.server';
import { cookieValue } from './session.server';

export const THEMES = ['dark', 'light', 'system'] as const;
export const ThemeSchema = z.enum(THEMES);
export type Theme = z.infer<typeof ThemeSchema>;

const NAME = 'frontmonth_theme';
const YEAR_S = 31_536_000;

export const themeCookie = (theme: Theme): string => `${NAME}=${theme}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_S}${env().isHttps ? '; Secure' : ''}`;

/** Dark until chosen otherwise. */
export const readTheme = (cookieHeader: string | null): Theme => ThemeSchema.catch('dark').parse(cookieValue(cookieHeader, NAME));
