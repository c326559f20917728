// What a visitor prefers to see, each in a cookie of its own: nothing secret, and checked at every reading.
import { z } from 'zod';
import { env } from './env.server';
import { MAP_SCALES, type MapScale } from './messages/maps';
import { cookieValue } from './session.server';

export const THEMES = ['dark', 'light', 'system'] as const;
export const ThemeSchema = z.enum(THEMES);
export type Theme = z.infer<typeof ThemeSchema>;
export const LiveSchema = z.enum(['on', 'off']);
export const ScaleSchema = z.enum(MAP_SCALES);

const THEME = 'frontmonth_theme';
const LIVE = 'frontmonth_live';
const SCALE = 'frontmonth_scale';
const YEAR_S = 31_536_000;

const cookie = (name: string, value: string): string => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_S}${env().isHttps ? '; Secure' : ''}`;

export const themeCookie = (theme: Theme): string => cookie(THEME, theme);
export const liveCookie = (live: z.infer<typeof LiveSchema>): string => cookie(LIVE, live);
export const scaleCookie = (scale: MapScale): string => cookie(SCALE, scale);

/** Dark until chosen otherwise. */
export const readTheme = (cookieHeader: string | null): Theme => ThemeSchema.catch('dark').parse(cookieValue(cookieHeader, THEME));

/** Whether pages may move and change by themselves; they may until paused. */
export const readLive = (cookieHeader: string | null): boolean => LiveSchema.catch('on').parse(cookieValue(cookieHeader, LIVE)) === 'on';

/** The colours of the maps; the usual ones until chosen otherwise. */
export const readScale = (cookieHeader: string | null): MapScale => ScaleSchema.catch('standard').parse(cookieValue(cookieHeader, SCALE));
