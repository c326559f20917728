// Id of an HTTP request: that of a trusted proxy, else a new one.
import { createRequestId } from '../platform/request-scope.server';
import { isTrustedPeer } from './request-address.server';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** `peer`: remote address of the connection. `proposed`: its X-Request-Id header, or null. */
export const chooseRequestId = (
  peer: string | null,
  proposed: string | null,
  isTrusted: (peer: string | null) => boolean = isTrustedPeer,
): string =>
  proposed !== null && WELL_FORMED.test(proposed) && isTrusted(peer) ? proposed : createRequestId();
