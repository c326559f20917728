// The address of a request under the settings of this process; server.js puts it into the load
// context.
import { type TrustedProxies, clientAddress, trustedProxies } from './client-address.server';
import { env } from '../platform/env.server';

let proxies: TrustedProxies | null = null;

/**
 * `peer` is the other end of the connection, `forwardedFor` the X-Forwarded-For header; null where
 * there is none.
 */
export function requestAddress(peer: string | null, forwardedFor: string | null): string | null {
  proxies ??= trustedProxies(env().TRUSTED_PROXIES);
  return clientAddress(peer, forwardedFor, proxies);
}
