// Connections of the HTTP server: time limits and their number.
const REQUEST_MS_MAX = 15_000;
/** Node looks for slow connections at intervals, by default every 30 s: each is open that much longer. */
const CHECKS_PER_LIMIT = 15;
/**
 * Idle connections stay open for longer than a proxy keeps them (nginx 60 s), so that the proxy ends
 * them: the default of 5 s closes a connection while the next request on it is on its way.
 */
const KEEP_ALIVE_MS = 65_000;

/** Options of `createServer`: a request must arrive completely within `requestMsMax`. */
export const connectionOptions = (requestMsMax = REQUEST_MS_MAX) => ({
  requestTimeout: requestMsMax,
  headersTimeout: requestMsMax,
  connectionsCheckingInterval: Math.ceil(requestMsMax / CHECKS_PER_LIMIT),
  keepAliveTimeout: KEEP_ALIVE_MS,
});
