// Connections of the HTTP server: time limits, upgrades and their number.
import { IncomingMessage } from 'node:http';

const REQUEST_MS_MAX = 15_000;
/** Node looks for slow connections at intervals, by default every 30 s: each is open that much longer. */
const CHECKS_PER_LIMIT = 15;
/**
 * Idle connections stay open for longer than a proxy keeps them (nginx 60 s), so that the proxy ends
 * them: the default of 5 s closes a connection while the next request on it is on its way.
 */
const KEEP_ALIVE_MS = 65_000;

const IS_UPGRADE = Symbol('is upgrade');

/**
 * Request that asks for an upgrade only to a WebSocket. Node 20 gives every request with an Upgrade
 * header to the `upgrade` listener, without its body; a server may ignore upgrades that it does not
 * support, such as h2c, and answer over HTTP/1.1. Newer versions have `shouldUpgradeCallback`.
 */
class WebSocketAwareRequest extends IncomingMessage {
  get upgrade() {
    const isWebSocket = /^websocket$/i.test(this.headers.upgrade ?? '');
    return this[IS_UPGRADE] && (isWebSocket || this.method === 'CONNECT');
  }

  /** Set by the constructor of Node and by its HTTP parser. */
  set upgrade(isUpgrade) {
    this[IS_UPGRADE] = Boolean(isUpgrade);
  }
}

/** Options of `createServer`: a request must arrive completely within `requestMsMax`. */
export const connectionOptions = (requestMsMax = REQUEST_MS_MAX) => ({
  requestTimeout: requestMsMax,
  headersTimeout: requestMsMax,
  connectionsCheckingInterval: Math.ceil(requestMsMax / CHECKS_PER_LIMIT),
  keepAliveTimeout: KEEP_ALIVE_MS,
  IncomingMessage: WebSocketAwareRequest,
});
