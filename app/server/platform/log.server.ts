// Process log: one JSON line per event, secrets redacted at any depth.
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { pino, stdSerializers } from 'pino';
import { FAULT_CHANNEL, type SurvivedFault } from '../../models/faults';
import { getEnv } from './env.server';
import { getRequest } from './request-scope.server';

const SECRET =
  /pass(word|phrase)|secret|token|csrf|cookie|authori[sz]ation|api[-_]?key|master[-_]?key|idempotency/i;
const CENSORED = '[secret]';
const DEPTH_MAX = 8;

const isPlainObject = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

function redactSecrets(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return redactSecrets({ ...stdSerializers.err(value) }, depth);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactSecrets(item, depth + 1));
  // Requests, headers and bodies can hold secrets anywhere: log only the class name.
  if (!isPlainObject(value)) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET.test(name) ? CENSORED : redactSecrets(item, depth + 1),
    ]),
  );
}

/** The event, with all values under secret-like names redacted. */
export const redactEvent = (event: object): Record<string, unknown> =>
  redactSecrets({ ...event }) as Record<string, unknown>;

/** Each line of a request names it. */
function nameRequest(): { requestId?: string } {
  const request = getRequest();
  return request === null ? {} : { requestId: request.requestId };
}

let logger: ReturnType<typeof pino> | null = null;

/** Writes to stderr; stdout is reserved for program output. */
export function getLog(): ReturnType<typeof pino> {
  logger ??= pino(
    {
      level: getEnv().LOG_LEVEL,
      formatters: { log: redactEvent },
      serializers: {},
      base: null,
      mixin: nameRequest,
    },
    process.stderr,
  );
  return logger;
}

subscribe(FAULT_CHANNEL, (fault) => {
  const { message, details } = fault as SurvivedFault;
  getLog().error(details, message);
});

/** Stable pseudonym of a user in the log; cannot be used as an id. */
export const getUserTag = (userId: string): string =>
  createHash('sha256').update(`log ${userId}`).digest('hex').slice(0, 12);
