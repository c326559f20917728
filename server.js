// HTTP server: static files from memory, compression, the Remix build and graceful shutdown.
import {
  createReadableStreamFromReadable,
  installGlobals,
  writeReadableStreamToWritable,
} from '@remix-run/node';
import closeWithGrace from 'close-with-grace';
import compression from 'compression';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { ROOT, loadEnvFile } from './build.js';
import { connectionOptions, limitConnections } from './app/server/http/connections.js';
import { findRequestFault } from './app/server/http/request-fault.js';
import { buildManifestFile, mountBuild } from './app/server/http/mounted-build.js';
import { requestHandlers } from './app/server/http/request-handlers.js';
import { staticFiles, takes } from './app/server/http/static-files.js';
import { endAfterBody } from './app/server/http/unread-body.js';

const CLOSE_MS_MAX = 9_000;
const IDLE_CLOSE_MS = 1_500;

/** A path in PUBLIC_ORIGIN that this server cannot serve. */
class PathError extends Error {}

/** Built server, or with --dev one that Vite rebuilds at each change. */
async function loadBuild(isDev, server) {
  if (!isDev) {
    const build = await import('./build/server/index.js');
    return { current: async () => build, whole: build, middleware: null };
  }
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ root: ROOT, server: { middlewareMode: true, hmr: { server } } });
  return {
    current: () => vite.ssrLoadModule('virtual:remix/server-build'),
    middleware: vite.middlewares,
  };
}

function toHeaders(req) {
  const headers = new Headers();
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i];
    // Clients must not choose the host: the origin comes from the settings.
    if (!/^x-forwarded-/i.test(name)) headers.append(name, req.rawHeaders[i + 1]);
  }
  return headers;
}

/** Aborts when the client disconnects before the response. */
function leavingSignal(res) {
  const controller = new AbortController();
  res.on('close', () => res.writableFinished || controller.abort());
  return controller.signal;
}

/**
 * The request as Remix gets it. Remix compares the hosts of the Origin and Host headers and fails with
 * 500 if they differ, as behind a proxy that does not pass the Host. An origin that the settings allow
 * therefore counts as the host; foreign ones stay different.
 */
function toRequest(req, entry, signal) {
  const headers = toHeaders(req);
  const origin = headers.get('Origin');
  if (origin !== null && entry.originFault(headers) === null)
    headers.set('Host', new URL(origin).host);
  const init = { method: req.method, headers, signal };
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  return new Request(
    `${new URL(entry.env().PUBLIC_ORIGIN).origin}${req.originalUrl}`,
    hasBody ? { ...init, body: createReadableStreamFromReadable(req), duplex: 'half' } : init,
  );
}

const packed = promisify(gzip);

/**
 * Sends a rendered document: as a stream it would be split and joined again. Compression runs in
 * another thread.
 */
async function sendDocument(req, res, response, bytes) {
  setHead(res, response, []);
  res.appendHeader('Vary', 'Accept-Encoding');
  const isPacked = takes(req, 'gzip');
  const body = isPacked ? await packed(bytes, { level: constants.Z_BEST_SPEED }) : bytes;
  if (isPacked) res.setHeader('Content-Encoding', 'gzip');
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

async function send(res, response, fallback) {
  setHead(res, response, fallback);
  if (response.body) await writeReadableStreamToWritable(response.body, res);
  else res.end();
}

function setHead(res, response, fallback) {
  res.statusCode = response.status;
  // Responses by Remix itself, such as unknown routes or methods, bypass our code.
  for (const [name, value] of fallback) res.setHeader(name, value);
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

function sendPlain(res, status, text, headers) {
  if (res.headersSent) return res.destroy();
  for (const [name, value] of headers) res.setHeader(name, value);
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

const headerOf = (req, name) => req.headers[name] ?? null;
const headOf = (req) => ({
  peer: req.socket.remoteAddress ?? null,
  method: req.method,
  proposedId: headerOf(req, 'x-request-id'),
  traceparent: headerOf(req, 'traceparent'),
});
const addressOf = (req, entry) =>
  entry.requestAddress(req.socket.remoteAddress ?? null, headerOf(req, 'x-forwarded-for'));

/**
 * Waits for the request's turn and handles it. Null if already answered: no turn, or the client
 * disconnected.
 */
async function answerInTurn(req, res, { handle, entry, context }) {
  const signal = leavingSignal(res);
  try {
    const refused = await entry.arrive(
      {
        method: req.method,
        path: req.url,
        cookie: headerOf(req, 'cookie'),
        address: context.address,
        signal,
      },
      context,
    );
    if (!refused) return await handle(toRequest(req, entry, signal), context);
    res
      .writeHead(refused.status, Object.fromEntries([...entry.dataHeaders(), ...refused.headers]))
      .end(refused.text);
    return null;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    entry.leave(context);
  }
}

// Remix rejects a foreign origin of a document with a bare 500; this gives the reason. Calls under
// /api respond themselves.
const isFormPost = (req) =>
  req.method !== 'GET' && req.method !== 'HEAD' && !req.url.startsWith('/api/');

/** The bytes of a document; Remix requests the data of one route with the parameter `_data`. */
const contextOf = (req, entry) => ({
  address: addressOf(req, entry),
  document: { bytes: null, isRequested: !/[?&]_data=/.test(req.url) },
});

/** Takes the path of PUBLIC_ORIGIN from the URL, as a mounted application has it; false outside. */
function enterPath(req, entry) {
  req.originalUrl = req.url;
  const path = entry.findAppPath(req.url);
  if (path !== null) req.url = path;
  return path !== null;
}

/** The files of the browser; their list has the addresses below the path. */
const openFiles = (build, basePath, entry) =>
  staticFiles(
    join(ROOT, 'build', 'client'),
    entry.commonHeaders(),
    basePath === '' ? null : buildManifestFile(build, mountBuild(build, basePath)),
  );

const after = (middleware, req, res) =>
  new Promise((resolve, reject) =>
    middleware(req, res, (error) => (error ? reject(error) : resolve())),
  );

function listener(build, entry, isDev) {
  const compress = compression({ level: constants.Z_BEST_SPEED });
  const { basePath } = entry.env();
  const files = isDev ? null : openFiles(build.whole, basePath, entry);
  const fallback = entry.dataHeaders();
  let handlerFor = null;
  /** Why the application does not get a request: another path, or malformed. */
  const findDirectAnswer = (req) =>
    enterPath(req, entry)
      ? findRequestFault(req)
      : { status: 404, text: `This server answers below ${basePath}/.`, headers: [] };
  /** Files of the browser. A page of a former build asks for others: no screen has their path. */
  const serveFile = (req, res) => {
    if (files === null) return false;
    if (files.serve(req, res)) return true;
    if (!req.url.startsWith('/assets/')) return false;
    sendPlain(res, 404, entry.newVersionText, entry.dataHeaders());
    return true;
  };
  /** Resolves with the status of what the application answered; undefined for all else. */
  const answerRequest = async (req, res, requestId) => {
    endAfterBody(req, res);
    try {
      const direct = findDirectAnswer(req);
      if (direct) {
        sendPlain(res, direct.status, direct.text, [...entry.dataHeaders(), ...direct.headers]);
        return undefined;
      }
      if (serveFile(req, res)) return undefined;
      res.setHeader('X-Request-Id', requestId);
      const fault = isFormPost(req) ? entry.originFault(toHeaders(req)) : null;
      if (fault) {
        sendPlain(res, 403, fault, entry.dataHeaders());
        return 403;
      }
      if (build.middleware) await after(build.middleware, req, res);
      if (isDev || !handlerFor)
        handlerFor = requestHandlers(
          mountBuild(await build.current(), basePath),
          isDev ? 'development' : 'production',
        );
      const context = contextOf(req, entry);
      const response = await answerInTurn(req, res, {
        handle: handlerFor(req.url),
        entry,
        context,
      });
      // Without a turn, or the client has left.
      if (response === null) return res.headersSent ? res.statusCode : 499;
      if (context.document.bytes === null) {
        await after(compress, req, res);
        await send(res, response, fallback);
      } else await sendDocument(req, res, response, context.document.bytes);
    } catch (error) {
      if (!res.closed) entry.log().error({ err: error }, 'a request failed');
      sendPlain(res, 500, `The server failed to answer. The error was logged as ${requestId}.`, [
        ...entry.dataHeaders(),
        ['X-Request-Id', requestId],
      ]);
    }
    return res.statusCode;
  };
  return (req, res) =>
    entry.openRequest(headOf(req), (requestId) => answerRequest(req, res, requestId));
}

/** SIGTERM through npm, and Ctrl-C in a terminal, arrive more than once: only the first counts. */
function endGracefully(server, entry, sockets) {
  const grace = closeWithGrace(
    { delay: CLOSE_MS_MAX, skip: ['SIGINT', 'SIGTERM', 'SIGHUP'] },
    async ({ err }) => {
      if (err) entry.log().fatal({ err }, 'ending after an unexpected error');
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), IDLE_CLOSE_MS);
      await closed;
      clearTimeout(cut);
      await entry.shutDown();
    },
  );
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    grace.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // The front of many servers has ended, which started this one.
  process.on('disconnect', end);
}

function listen(server, { PORT, HOST }) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, resolve);
  });
}

/** Opens the desk and serves it. Rejects with a message for the operator. */
export async function serve({ isDev = false } = {}) {
  process.env.NODE_ENV ??= isDev ? 'development' : 'production';
  loadEnvFile();
  installGlobals({ nativeFetch: false });
  const server = createServer(connectionOptions());
  limitConnections(server);
  const build = await loadBuild(isDev, server);
  const entry = (await build.current()).entry.module;
  const settings = entry.env();
  if (isDev && settings.basePath !== '')
    throw new PathError('The development server serves no path: set PUBLIC_ORIGIN without one.');
  await entry.startUp();
  server.on('request', listener(build, entry, isDev));
  endGracefully(server, entry, await entry.attachSocket(server));
  try {
    await listen(server, settings);
  } catch (error) {
    await entry.shutDown();
    throw error;
  }
  return settings;
}

export function explain(error) {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. End the other program, or set PORT to another number.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `Port ${error.port} may not be opened by this user. Set PORT to one above 1023.`;
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return 'Too many files are open. Raise the limit (ulimit -n) and start again.';
  const isForPeople = [
    'SettingsError',
    'LockError',
    'DatabaseError',
    'ChainError',
    'DirectoryError',
    'HistoryFolderError',
    'PathError',
  ].includes(error.constructor.name);
  return isForPeople ? error.message : error.stack;
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { PUBLIC_ORIGIN } = await serve({ isDev: process.argv.includes('--dev') });
    process.stdout.write(`Frontmonth is at ${PUBLIC_ORIGIN}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}
