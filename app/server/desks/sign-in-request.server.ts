// Sign-in requests, whose user name decides the server.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { findAppPath } from '../../contracts/base-path';
import { USERNAME_PATTERN } from '../../models/account/user.server';
import { CredentialsSchema } from '../auth/auth.server';
import { BODY_BYTES_MAX } from '../http/request-body.server';

/** The form and the call. */
const SIGN_IN_PATHS = ['/login', '/api/auth/login'];

/** The router ignores case, slashes at the end and the encoding of letters. */
function normalizePath(path: string): string {
  const [plain = ''] = path.split('?', 1);
  try {
    return decodeURIComponent(plain).toLowerCase().replace(/\/+$/, '');
  } catch {
    return plain;
  }
}

export function isSignIn(method: string, url: string): boolean {
  const path = findAppPath(url);
  return method === 'POST' && path !== null && SIGN_IN_PATHS.includes(normalizePath(path));
}

interface SignInBody {
  /** The whole body; null if it is larger than a server takes. */
  readonly text: string | null;
  /** The same bytes, to pass on; those that have not arrived yet included. */
  readonly stream: Readable;
}

/** Passes on what was read and what follows. Its error is that of the request, which others handle. */
const createStream = (source: Iterable<Buffer> | AsyncIterable<Buffer>): Readable =>
  Readable.from(source, { objectMode: false }).on('error', () => undefined);

async function* joinChunks(
  first: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  yield* first;
  yield* rest;
}

/** Reads a body up to the size that a server takes. Rejects if the client disconnects. */
export async function readSignInBody(request: IncomingMessage): Promise<SignInBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const iterator = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX)
      return { text: null, stream: createStream(joinChunks(chunks, request)) };
  }
  return { text: Buffer.concat(chunks).toString('utf8'), stream: createStream(chunks) };
}

function parseFields(contentType: string, text: string): unknown {
  if (!contentType.toLowerCase().startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** User name of a sign-in as its server reads it; null if no user can have it. */
export function findUsername(contentType: string, text: string): string | null {
  const { data } = CredentialsSchema.pick({ username: true }).safeParse(
    parseFields(contentType, text),
  );
  return data !== undefined && USERNAME_PATTERN.test(data.username) ? data.username : null;
}
