// Built client files, held in memory: only these can be requested.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const TEXTUAL = /^(text|application|image\/svg)/;
const HOUR_S = 3_600;
const YEAR_S = 31_536_000;

function filesIn(folder, path = '/') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory()
      ? filesIn(name, `${path}${entry.name}/`)
      : [[`${path}${entry.name}`, name]];
  });
}

function load([path, name], replaced) {
  const plain = replaced?.path === path ? Buffer.from(replaced.text) : readFileSync(name);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const cache = path.startsWith('/assets/')
    ? `public, max-age=${YEAR_S}, immutable`
    : `public, max-age=${HOUR_S}`;
  return [path, { plain, type, etag, cache, isText: TEXTUAL.test(type), packed: {} }];
}

const PACKERS = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain) => gzipSync(plain, { level: 9 }),
};

/** Whether the client accepts an encoding. */
export const takes = (req, way) =>
  new RegExp(`\\b${way}\\b(?!;q=0(\\.0+)?(,|$))`).test(req.headers['accept-encoding'] ?? '');

/** Encodes a file as the client accepts. Each encoding is computed once. */
function pack(file, req) {
  const way = file.isText ? Object.keys(PACKERS).find((name) => takes(req, name)) : undefined;
  if (!way) return { body: file.plain, way: null };
  file.packed[way] ??= PACKERS[way](file.plain);
  return { body: file.packed[way], way };
}

/**
 * Serves the files of a folder. `serve(req, res)` returns true if it has responded. `replaced` names
 * one file and its other text.
 */
export function staticFiles(folder, headers, replaced = null) {
  const found = existsSync(folder) ? filesIn(folder) : [];
  const files = new Map(found.map((file) => load(file, replaced)));
  return {
    serve(req, res) {
      const file = files.get(req.url.split('?', 1)[0]);
      if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
      for (const [name, value] of headers) res.setHeader(name, value);
      res.setHeader('Content-Type', file.type);
      res.setHeader('Content-Security-Policy', "default-src 'none'");
      res.setHeader('Cache-Control', file.cache);
      res.setHeader('ETag', file.etag);
      if (file.isText) res.setHeader('Vary', 'Accept-Encoding');
      if (req.headers['if-none-match'] === file.etag) return (res.writeHead(304).end(), true);
      const { body, way } = pack(file, req);
      if (way) res.setHeader('Content-Encoding', way);
      res.setHeader('Content-Length', body.length);
      res.end(req.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
