import { createHash } from 'node:crypto';
import { HttpError } from './responses.server';

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
