// A message for the next page, in a cookie of its own: it works without script and races with no other cookie.
import { z } from 'zod';
import { env } from './env.server';
import type { ToastMessage } from './messages';
import { cookieValue } from './session.server';

const NAME = 'frontmonth_toast';
const KEPT_S = 60;

const ToastSchema = z.object({
  title: z.string().max(200),
  description: z.string().max(500),
  variant: z.enum(['default', 'destructive', 'success', 'trade']),
});

const cookie = (value: string, maxAgeSeconds: number): string =>
  `${NAME}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${env().isHttps ? '; Secure' : ''}`;

/** The Set-Cookie header that hands a message to the next page. */
export const toastCookie = (toast: ToastMessage): string => cookie(Buffer.from(JSON.stringify(toast)).toString('base64url'), KEPT_S);

/** The Set-Cookie header that takes it back once it has been shown. */
export const noToastCookie = (): string => cookie('', 0);

/** The message that came with a request; null when there is none or it is not one of ours. */
export function readToast(cookieHeader: string | null): ToastMessage | null {
  const value = cookieValue(cookieHeader, NAME);
  if (!value) return null;
  try {
    return ToastSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
