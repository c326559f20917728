// A message for the next page, in a cookie of its own: it works without script and races with no
// other cookie.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { env } from '../platform/env.server';
import type { ShownToast, ToastMessage } from '../../contracts/messages';
import { cookieValue } from '../auth/session.server';

const NAME = 'frontmonth_toast';
const KEPT_S = 60;

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 600;

const ToastSchema = z.object({
  id: z.string().max(36),
  title: z.string().max(TITLE_MAX),
  description: z.string().max(DESCRIPTION_MAX),
  variant: z.enum(['default', 'destructive', 'success', 'trade']),
});

const formatToastCookie = (value: string, maxAgeSeconds: number): string =>
  `${NAME}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${env().isHttps ? '; Secure' : ''}`;

const clipText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}\u2026` : text;

/**
 * The Set-Cookie header that hands a message to the next page. What is too long for it is cut,
 * never lost.
 */
export function toastCookie({ title, description, variant }: ToastMessage): string {
  const toast: ShownToast = {
    id: randomUUID(),
    title: clipText(title, TITLE_MAX),
    description: clipText(description, DESCRIPTION_MAX),
    variant,
  };
  return formatToastCookie(Buffer.from(JSON.stringify(toast)).toString('base64url'), KEPT_S);
}

/** The Set-Cookie header that takes it back once it has been shown. */
export const noToastCookie = (): string => formatToastCookie('', 0);

/** The message that came with a request; null when there is none or it is not one of ours. */
export function readToast(cookieHeader: string | null): ShownToast | null {
  const value = cookieValue(cookieHeader, NAME);
  if (!value) return null;
  try {
    return ToastSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
