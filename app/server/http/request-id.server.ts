// Opens an HTTP request: its id is that of a trusted proxy, else a new one. So is its trace.
import { createRequestId, runInRequest } from '../platform/request-scope.server';
import { startSpan } from '../platform/traces.server';
import { isTrustedPeer } from './request-address.server';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** `peer`: remote address of the connection. `proposed`: its X-Request-Id header, or null. */
export const chooseRequestId = (
  peer: string | null,
  proposed: string | null,
  isTrusted: (peer: string | null) => boolean = isTrustedPeer,
): string =>
  proposed !== null && WELL_FORMED.test(proposed) && isTrusted(peer) ? proposed : createRequestId();

/** What a request says of itself. `peer`: remote address of the connection, or null. */
interface RequestHead {
  readonly peer: string | null;
  readonly method: string;
  readonly proposedId: string | null;
  readonly traceparent: string | null;
}

/** Runs the work of a request. Its span is sent if the work resolves with a status. */
export function openRequest(
  { peer, method, proposedId, traceparent }: RequestHead,
  work: (requestId: string) => Promise<number | undefined>,
): Promise<void> {
  const requestId = chooseRequestId(peer, proposedId);
  const span = startSpan(`HTTP ${method}`, {
    kind: 'server',
    traceparent: isTrustedPeer(peer) ? traceparent : null,
    attributes: { 'http.request.method': method, 'frontmonth.request': requestId },
  });
  return runInRequest({ requestId, ...(span ? { trace: span } : {}) }, async () => {
    const status = await work(requestId);
    if (!span || status === undefined) return;
    span.setAttributes({ 'http.response.status_code': status });
    if (status >= 500) span.setFailed();
    span.endSpan();
  });
}
