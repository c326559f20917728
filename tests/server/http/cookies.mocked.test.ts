// Names and paths of cookies, at the root and below a path, with TLS and without.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const readCookies = async (publicOrigin: string) => {
  vi.stubEnv('PUBLIC_ORIGIN', publicOrigin);
  const { buildCookieName, buildSecretCookieName, formatCookie } = await import(
    '../../../app/server/http/cookies.server'
  );
  return {
    open: formatCookie(buildCookieName('toast'), 'v', 60),
    secret: formatCookie(buildSecretCookieName('session'), 'v', 60),
  };
};

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const FLAGS = 'HttpOnly; SameSite=Lax; Max-Age=60';

describe('cookies', () => {
  it.each([
    ['http://127.0.0.1:3000', `toast=v; Path=/; ${FLAGS}`, `session=v; Path=/; ${FLAGS}`],
    [
      'http://127.0.0.1:3000/desk',
      `toast.desk=v; Path=/desk; ${FLAGS}`,
      `session.desk=v; Path=/desk; ${FLAGS}`,
    ],
    [
      'https://example.com',
      `toast=v; Path=/; ${FLAGS}; Secure`,
      `__Host-session=v; Path=/; ${FLAGS}; Secure`,
    ],
    [
      'https://example.com/trade/desk',
      `toast.trade.desk=v; Path=/trade/desk; ${FLAGS}; Secure`,
      `__Host-session.trade.desk=v; Path=/; ${FLAGS}; Secure`,
    ],
  ])('at %s', async (publicOrigin, open, secret) => {
    expect(await readCookies(publicOrigin)).toEqual({ open, secret });
  });
});
