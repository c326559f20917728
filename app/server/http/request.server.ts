// Checks of a request before its handler: method, origin, body and idempotency key.
import { createHash } from 'node:crypto';
import { HttpError } from './responses.server';
import { getEnv } from '../platform/env.server';

export const BODY_BYTES_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Why the origin of a write is not allowed, or null. Browsers send Sec-Fetch-Site or Origin; a
 * request without both comes from a program or an old browser.
 */
export function findOriginFault(headers: Headers): string | null {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site !== null && site !== 'same-origin') return 'This request came from another site.';
  if (origin !== null && !getEnv().origins.includes(origin)) {
    return `The address of this server is ${getEnv().PUBLIC_ORIGIN}, but the request came from ${origin.slice(0, 100)}. Set PUBLIC_ORIGIN if that is its address.`;
  }
  return null;
}

/** Whether the browser sent a header that `findOriginFault` checks. */
export const hasOrigin = (headers: Headers): boolean =>
  headers.has('Sec-Fetch-Site') || headers.has('Origin');

const getMediaType = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export interface Body {
  readonly text: string;
  readonly isForm: boolean;
  /** Fields of a form; empty for anything else. */
  readonly form: URLSearchParams;
  /** JSON body, or null if empty. Throws HttpError 400 or 415. */
  json(): unknown;
}

export const NO_BODY: Body = {
  text: '',
  isForm: false,
  form: new URLSearchParams(),
  json: () => null,
};

/** Reads the body up to the size limit. Throws HttpError 413, or 415 for an unsupported type. */
export async function readBody(request: Request): Promise<Body> {
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_BYTES_MAX)
    throw createTooLargeError();
  const text = await readText(request);
  const type = getMediaType(request.headers);
  if (text !== '' && type !== FORM && type !== JSON_TYPE) {
    throw new HttpError(415, `A body must be ${JSON_TYPE} or ${FORM}.`);
  }
  const isForm = type === FORM;
  return {
    text,
    isForm,
    form: new URLSearchParams(isForm ? text : ''),
    json: () => parseJson(text, isForm),
  };
}

const createTooLargeError = (): HttpError =>
  new HttpError(413, `A request body may have at most ${BODY_BYTES_MAX / 1024} KB.`);

async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let chunk = await readChunk(reader); !chunk.done; chunk = await readChunk(reader)) {
    bytes += chunk.value.byteLength;
    if (bytes > BODY_BYTES_MAX) throw createTooLargeError();
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws HttpError 400 if the client disconnects or sends a malformed chunk: no fault of ours. */
async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReturnType<typeof reader.read> {
  try {
    return await reader.read();
  } catch {
    throw new HttpError(400, 'The request body is incomplete.');
  }
}

function parseJson(text: string, isForm: boolean): unknown {
  if (text === '') return null;
  if (isForm) throw new HttpError(415, `This call takes ${JSON_TYPE}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
}

const KEY = /^[\x21-\x7e]{1,200}$/;
const FIELDS_DIGITS = 16;

/** Form fields that do not identify the command: token, key and shown account. */
const ENVELOPE_FIELDS = ['csrf', 'key', 'book'];
/**
 * Buttons that may be pressed again on an old page: a repeat is harmless, a stored response without
 * the action is not.
 */
const NEVER_DEDUPLICATED = /^(stop|stop-all|close|close-all|emergency-stop)$/;

/**
 * A form key names one rendering; buttons and fields make separate commands of it. Risk-reducing
 * buttons have no key, so that no stored response replaces them.
 */
function buildFormKey(form: URLSearchParams, path: string): string | null {
  const key = form.get('key');
  const intent = form.get('intent') ?? path.slice(path.lastIndexOf('/') + 1);
  if (!key || NEVER_DEDUPLICATED.test(intent)) return null;
  const fields = [...form].filter(([name]) => !ENVELOPE_FIELDS.includes(name)).sort();
  return `${key}:${createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, FIELDS_DIGITS)}`;
}

/**
 * Key that makes repeats of a request one command: a header for programs, the field `key` for
 * forms.
 */
export function getIdempotencyKey(
  headers: Headers,
  form: URLSearchParams,
  path: string,
): string | null {
  const key = headers.get('Idempotency-Key') ?? buildFormKey(form, path);
  if (key === null || key === '') return null;
  if (!KEY.test(key))
    throw new HttpError(400, 'An Idempotency-Key takes 1 to 200 visible ASCII characters.');
  return key;
}
