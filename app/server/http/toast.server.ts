// Message for the next page, in its own cookie: works without script, no race with other cookies.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ShownToast, ToastMessage } from '../../contracts/messages';
import { getCookieValue } from '../auth/session.server';
import { buildCookieName, formatCookie } from './cookies.server';

const getCookieName = (): string => buildCookieName('frontmonth_toast');
const LIFETIME_S = 60;

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 600;

const ToastSchema = z.object({
  id: z.string().max(36),
  title: z.string().max(TITLE_MAX),
  description: z.string().max(DESCRIPTION_MAX),
  variant: z.enum(['default', 'destructive', 'success', 'trade']),
});

const formatToastCookie = (value: string, maxAgeSeconds: number): string =>
  formatCookie(getCookieName(), value, maxAgeSeconds);

const clipText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}\u2026` : text;

/** Set-Cookie header that passes a message to the next page. Long texts are truncated. */
export function buildToastCookie({ title, description, variant }: ToastMessage): string {
  const toast: ShownToast = {
    id: randomUUID(),
    title: clipText(title, TITLE_MAX),
    description: clipText(description, DESCRIPTION_MAX),
    variant,
  };
  return formatToastCookie(Buffer.from(JSON.stringify(toast)).toString('base64url'), LIFETIME_S);
}

/** Set-Cookie header that removes a shown message. */
export const buildToastRemovalCookie = (): string => formatToastCookie('', 0);

/** Message of a request; null if absent or invalid. */
export function readToast(cookieHeader: string | null): ShownToast | null {
  const value = getCookieValue(cookieHeader, getCookieName());
  if (!value) return null;
  try {
    return ToastSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
