// Whether an answer has the shape that its call promises: every answer of every test goes through
// here.
import type { ZodType } from 'zod';
import { callsAt } from '../../app/routes/api.$/table';
import { ErrorSchema } from '../../app/contracts/api/trading';

/** Calls that answered a granted request so far, as `METHOD path`. */
export const answered = new Set<string>();

const misfit = (schema: ZodType, body: unknown): string | null => {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? null
    : parsed.error.issues
        .map(({ path, message, code }) => `${path.join('.')}: ${message} (${code})`)
        .join('; ');
};

/** What is wrong with an answer, or null. Signed out, `auth/check` has an answer of its own. */
export function shapeFault(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string | null {
  const found = callsAt(path.split('?')[0] ?? '').find(({ call }) => call.method === method)?.call;
  if (found?.path === 'auth/check' && status === 401)
    return JSON.stringify(body) === '{"authenticated":false}'
      ? null
      : 'auth/check told more than that nobody is signed in';
  const isGranted = status < 400;
  const schema = isGranted ? found?.about.answer : ErrorSchema;
  if (!schema) return `${method} ${path} answered ${status} and is no call`;
  if (isGranted && found) answered.add(`${found.method} ${found.path}`);
  const fault = misfit(schema, body);
  return fault === null ? null : `${method} ${path} answered ${status} in another shape: ${fault}`;
}
