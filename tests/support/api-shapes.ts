// Checks every API response in the tests against its schema.
import type { ZodType } from 'zod';
import { findCalls } from '../../app/routes/api.$/api-calls';
import { ErrorSchema } from '../../app/contracts/api/trading';

/** Calls with an accepted request so far, as `METHOD path`. */
export const answeredCalls = new Set<string>();

const findMisfit = (schema: ZodType, body: unknown): string | null => {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? null
    : parsed.error.issues
        .map(({ path, message, code }) => `${path.join('.')}: ${message} (${code})`)
        .join('; ');
};

/** Schema violation of a response, or null. `auth/check` has its own signed-out response. */
export function findShapeFault(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string | null {
  const found = findCalls(path.split('?')[0] ?? '').find(
    ({ call }) => call.method === method,
  )?.call;
  if (found?.path === 'auth/check' && status === 401)
    return JSON.stringify(body) === '{"authenticated":false}'
      ? null
      : 'auth/check returned more than the signed-out response';
  const isGranted = status < 400;
  const schema = isGranted ? found?.description.answer : ErrorSchema;
  if (!schema) return `${method} ${path} answered ${status} and is no call`;
  if (isGranted && found) answeredCalls.add(`${found.method} ${found.path}`);
  const fault = findMisfit(schema, body);
  return fault === null ? null : `${method} ${path} answered ${status} in another shape: ${fault}`;
}
