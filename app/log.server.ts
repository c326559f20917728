// The process's own log: one JSON line an event, secrets taken out.
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { env } from './env.server';

const SECRETS = ['password', 'brokerApiKey', 'cookie', 'authorization', 'csrf', '*.password', '*.brokerApiKey', 'headers.cookie', 'headers.authorization'];

let logger: ReturnType<typeof pino> | null = null;

/** Writes to standard error, so that standard output stays for people and programs. */
export function log(): ReturnType<typeof pino> {
  logger ??= pino({ level: env().LOG_LEVEL, redact: { paths: SECRETS, censor: '[secret]' }, base: null }, pino.destination({ fd: 2, sync: true }));
  return logger;
}

/** A user in the log: the same one each time, and no id that could be used anywhere. */
export const userTag = (userId: string): string => createHash('sha256').update(`log ${userId}`).digest('hex').slice(0, 12);
