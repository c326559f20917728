// Answers to requests whose body was not read to its end, e.g. because it is too large.
import { Buffer } from 'node:buffer';
import { clearTimeout, setTimeout } from 'node:timers';

const DROPPED_BYTES_MAX = 16 * 1024 * 1024;
const DROP_MS_MAX = 5_000;

const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads and drops the rest of a body; resolves with false if it is too long or takes too long. */
function dropRest(req) {
  // Nothing reads the body any more; its former readers would keep it in memory.
  req.removeAllListeners('data');
  let bytes = 0;
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), DROP_MS_MAX);
    const settle = (isDropped) => {
      clearTimeout(limit);
      resolve(isDropped);
    };
    req.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > DROPPED_BYTES_MAX) settle(false);
    });
    req.on('end', () => settle(true));
    req.on('close', () => settle(true));
    req.resume();
  });
}

/**
 * Ends the response only when the body of its request has arrived. Until then the answer is sent but
 * the connection stays open: closed earlier, it is reset under a client that still sends, and the
 * answer is lost. Ends the connection of a body that is too long.
 */
export function endAfterBody(req, res) {
  if (!hasBody(req)) return;
  const end = res.end.bind(res);
  res.end = (chunk, ...rest) => {
    if (req.complete || req.destroyed) return end(chunk, ...rest);
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) {
      if (!res.headersSent && !res.hasHeader('Content-Length'))
        res.setHeader('Content-Length', Buffer.byteLength(chunk));
      res.write(chunk);
    }
    void dropRest(req).then((isDropped) => {
      if (!isDropped) res.once('finish', () => req.socket.destroySoon());
      end();
    });
    return res;
  };
}
