// Client address under the settings of this process; server.js puts it into the load context.
import {
  type TrustedProxies,
  getClientAddress,
  createTrustedProxies,
} from './client-address.server';
import { normalizeAddress } from './ip-address.server';
import { getEnv } from '../platform/env.server';

let proxies: TrustedProxies | null = null;

const getProxies = (): TrustedProxies =>
  (proxies ??= createTrustedProxies(getEnv().TRUSTED_PROXIES));

/** Whether the other end of a connection is a trusted proxy, whose headers count. */
export function isTrustedPeer(peer: string | null): boolean {
  const address = peer === null ? null : normalizeAddress(peer);
  return address !== null && getProxies().has(address);
}

/**
 * `peer` is the remote address of the connection, `forwardedFor` the X-Forwarded-For header, or
 * null.
 */
export function getRequestAddress(peer: string | null, forwardedFor: string | null): string | null {
  return getClientAddress(peer, forwardedFor, getProxies());
}
