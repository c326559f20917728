import { HttpError } from './responses.server';

export const BODY_BYTES_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const IS_PLAIN = /^(identity)?$/i;

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

/**
 * Reads the body up to the size limit. Throws HttpError 413, or 415 for an unsupported type or a
 * compressed body: a small one may unpack to any size, and its bytes are neither JSON nor a form.
 */
export async function readBody(request: Request): Promise<Body> {
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_BYTES_MAX)
    throw createTooLargeError();
  if (!IS_PLAIN.test(request.headers.get('Content-Encoding') ?? ''))
    throw new HttpError(415, 'A body must not be compressed.', [['Accept-Encoding', 'identity']]);
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
