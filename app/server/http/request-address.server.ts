// Client address under the settings of this process; server.js puts it into the load context.
import {
  type TrustedProxies,
  getClientAddress,
  createTrustedProxies,
} from './client-address.server';
import { getEnv } from '../platform/env.server';

let proxies: TrustedProxies | null = null;

/**
 * `peer` is the remote address of the connection, `forwardedFor` the X-Forwarded-For header, or
 * null.
 */
export function getRequestAddress(peer: string | null, forwardedFor: string | null): string | null {
  proxies ??= createTrustedProxies(getEnv().TRUSTED_PROXIES);
  return getClientAddress(peer, forwardedFor, proxies);
}
