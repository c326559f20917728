// The process's own log: one JSON line an event, secrets taken out however deep they lie.
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { pino, stdSerializers } from 'pino';
import { FAULT_CHANNEL, type SurvivedFault } from '../../models/faults';
import { env } from './env.server';

const SECRET =
  /pass(word|phrase)|secret|token|csrf|cookie|authori[sz]ation|api[-_]?key|master[-_]?key|idempotency/i;
const CENSORED = '[secret]';
const DEPTH_MAX = 8;

const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return withoutSecrets({ ...stdSerializers.err(value) }, depth);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  // Requests, headers and bodies are named, never told: nobody knows where in them a secret is.
  if (!isPlain(value)) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET.test(name) ? CENSORED : withoutSecrets(item, depth + 1),
    ]),
  );
}

/** What an event says, with everything that is named like a secret taken out at any depth. */
export const toLoggable = (event: object): Record<string, unknown> =>
  withoutSecrets({ ...event }) as Record<string, unknown>;

let logger: ReturnType<typeof pino> | null = null;

/** Writes to standard error, so that standard output stays for people and programs. */
export function getLog(): ReturnType<typeof pino> {
  logger ??= pino(
    { level: env().LOG_LEVEL, formatters: { log: toLoggable }, serializers: {}, base: null },
    process.stderr,
  );
  return logger;
}

subscribe(FAULT_CHANNEL, (fault) => {
  const { message, details } = fault as SurvivedFault;
  getLog().error(details, message);
});

/** A user in the log: the same one each time, and no id that could be used anywhere. */
export const userTag = (userId: string): string =>
  createHash('sha256').update(`log ${userId}`).digest('hex').slice(0, 12);
