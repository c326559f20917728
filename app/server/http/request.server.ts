// What a request may look like before anybody looks at what it asks: its origin, its method, its
// body.
import { createHash } from 'node:crypto';
import { RequestFault } from './answer.server';
import { env } from '../platform/env.server';

export const BODY_BYTES_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Why a writing request may not come from where it comes from, or null.
 * Browsers tell by Sec-Fetch-Site or by Origin; a request with neither comes from a program, or
 * from a page too old to tell.
 */
export function originFault(headers: Headers): string | null {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site !== null && site !== 'same-origin') return 'This request came from another site.';
  if (origin !== null && !env().origins.includes(origin)) {
    return `The address of this server is ${env().PUBLIC_ORIGIN}, but the request came from ${origin.slice(0, 100)}. Set PUBLIC_ORIGIN if that is its address.`;
  }
  return null;
}

/** True when a browser has vouched for the origin, so that `originFault` was able to judge it. */
export const hasOrigin = (headers: Headers): boolean =>
  headers.has('Sec-Fetch-Site') || headers.has('Origin');

const mediaType = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export interface Body {
  readonly text: string;
  readonly isForm: boolean;
  /** The fields of a form; empty for anything else. */
  readonly form: URLSearchParams;
  /** The value of a JSON body, null when there is none. Throws RequestFault 400 or 415. */
  json(): unknown;
}

export const NO_BODY: Body = {
  text: '',
  isForm: false,
  form: new URLSearchParams(),
  json: () => null,
};

/**
 * Reads a body up to the cap. Throws RequestFault 413, or 415 for a type that nobody here takes.
 */
export async function readBody(request: Request): Promise<Body> {
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  const text = await readText(request);
  const type = mediaType(request.headers);
  if (text !== '' && type !== FORM && type !== JSON_TYPE) {
    throw new RequestFault(415, `A body must be ${JSON_TYPE} or ${FORM}.`);
  }
  const isForm = type === FORM;
  return {
    text,
    isForm,
    form: new URLSearchParams(isForm ? text : ''),
    json: () => parseJson(text, isForm),
  };
}

const tooLarge = (): RequestFault =>
  new RequestFault(413, `A request body may have at most ${BODY_BYTES_MAX / 1024} KB.`);

async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > BODY_BYTES_MAX) throw tooLarge();
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string, isForm: boolean): unknown {
  if (text === '') return null;
  if (isForm) throw new RequestFault(415, `This call takes ${JSON_TYPE}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFault(400, 'The body is not JSON.');
  }
}

const KEY = /^[\x21-\x7e]{1,200}$/;
const FIELDS_DIGITS = 16;

/** Not what the form is about: its proof, its key, and the page it was on. */
const ENVELOPE = ['csrf', 'key', 'book'];
/**
 * Buttons that may be pressed again on a page that is old: repeating them does no harm, but
 * answering them without doing them would.
 */
const ALWAYS_DONE = /^(stop|stop-all|close|close-all|emergency-stop)$/;

/**
 * The key of a form names one rendering of it, and its buttons are commands of their own: the key
 * of a command is both.
 * What takes risk away has none, so that no earlier answer can stand for it.
 */
function formKey(form: URLSearchParams, path: string): string | null {
  const key = form.get('key');
  const deed = form.get('intent') ?? path.slice(path.lastIndexOf('/') + 1);
  if (!key || ALWAYS_DONE.test(deed)) return null;
  const fields = [...form].filter(([name]) => !ENVELOPE.includes(name)).sort();
  return `${key}:${createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, FIELDS_DIGITS)}`;
}

/**
 * The key that makes repeats of a request one command: a header for programs, the field `key` in
 * forms.
 */
export function idempotencyKey(
  headers: Headers,
  form: URLSearchParams,
  path: string,
): string | null {
  const key = headers.get('Idempotency-Key') ?? formKey(form, path);
  if (key === null || key === '') return null;
  if (!KEY.test(key))
    throw new RequestFault(400, 'An Idempotency-Key takes 1 to 200 visible ASCII characters.');
  return key;
}
