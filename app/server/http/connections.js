// Connections of the HTTP server: time limits, upgrades and their number.
import { IncomingMessage } from 'node:http';
import process from 'node:process';

/** A request that is not complete after this time is cut. */
const REQUEST_MS_MAX = 15_000;
/**
 * Node looks for slow connections at intervals, by default every 30 s: each is open up to that much
 * longer than its time limit.
 */
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

const CONNECTIONS_MAX = 10_000;

/** Half of the files that this process may open: the rest is for the database and threads. */
function findFileLimit() {
  const limit = Number(process.report.getReport().userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? Math.floor(limit / 2) : CONNECTIONS_MAX;
}

/**
 * A proxy on this machine opens the connections of all visitors. As in ip-address.server.ts, which is
 * part of the build and not loaded before the server listens.
 */
const isLoopback = (address) => /^(127\.|::1$|::ffff:127\.)/.test(address ?? '');

/**
 * Limits the connections of a server. Without a limit, they can use up all files of the process, and
 * then no request is answered, not even an emergency stop. A full server drops a new connection and
 * closes all idle ones, so that the next attempt has room; unfinished requests end by their time
 * limit, and sockets have their own limit far below. Turns limit only pages that are rendered.
 *
 * No address may have more than half of them, so that one visitor cannot take all; addresses for
 * which `isShared` is true are exempt. `filesEach`: files that a connection opens.
 */
export function limitConnections(
  server,
  {
    filesEach = 1,
    max = Math.min(CONNECTIONS_MAX, Math.floor(findFileLimit() / filesEach)),
    isShared = isLoopback,
  } = {},
) {
  server.maxConnections = max;
  server.on('drop', () => server.closeIdleConnections());
  const counts = new Map();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (isShared(remoteAddress)) return;
    const count = (counts.get(remoteAddress) ?? 0) + 1;
    if (count > max / 2) return socket.destroy();
    counts.set(remoteAddress, count);
    socket.once('close', () => {
      const rest = (counts.get(remoteAddress) ?? 1) - 1;
      if (rest === 0) counts.delete(remoteAddress);
      else counts.set(remoteAddress, rest);
    });
  });
}

/**
 * Options of `createServer`: an incomplete request is cut before `requestMsMax`. The limit of Node is
 * one and a half check intervals shorter: Node notices it at its next check, which a busy server makes
 * late.
 */
export function connectionOptions(requestMsMax = REQUEST_MS_MAX) {
  const checkMs = Math.ceil(requestMsMax / CHECKS_PER_LIMIT);
  const limitMs = Math.floor(requestMsMax - 1.5 * checkMs);
  return {
    requestTimeout: limitMs,
    headersTimeout: limitMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    IncomingMessage: WebSocketAwareRequest,
  };
}
