// Process settings, read and validated once. No other module reads the environment.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { listInvalidProxies } from '../http/client-address.server';
import { BROKER_SOURCES, PUBLIC_SOURCES } from '../../trading/market/sources/catalog';
import { SERVER_NAME_PATTERN, SERVER_NAME_RULE } from '../../models/desks/server-name';
import { setBasePath } from '../../contracts/base-path';
import { TRACE_SETTINGS } from './trace-settings.server';
import { PROJECT_ROOT } from './project.server';

/** Values of FEED, the source of prices. */
export const FEEDS = ['simulated', 'public', 'replay', 'stream'] as const;
export type Feed = (typeof FEEDS)[number];

const SWITCH = z.enum(['off', 'on']);
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const isOrigin = (text: string): boolean => {
  try {
    const url = new URL(text);
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin === text;
  } catch {
    return false;
  }
};

const isRedisAddress = (text: string): boolean => {
  try {
    const { protocol, hostname } = new URL(text);
    return (protocol === 'redis:' || protocol === 'rediss:') && hostname !== '';
  } catch {
    return false;
  }
};

const REDIS_ADDRESS = z
  .string()
  .refine(isRedisAddress, 'must be the address of a Redis server, such as redis://127.0.0.1:6379')
  .optional();

/** Letters, digits, hyphens and underscores need no encoding in paths and cookie names. */
const BASE_PATH = /^(\/[\w-]{1,40}){1,4}$/;

/** Origin and path of a public address; the path is '' at the root. Null if it is malformed. */
function parsePublicAddress(text: string): { origin: string; basePath: string } | null {
  const [, origin = '', basePath = ''] = /^([a-z]+:\/\/[^/]+)(.*)$/.exec(text) ?? [];
  const isPath = basePath === '' || BASE_PATH.test(basePath);
  return isOrigin(origin) && isPath ? { origin, basePath } : null;
}

const isLoopbackOrigin = (text: string): boolean =>
  isOrigin(text) && text.startsWith('http:') && LOOPBACK.includes(new URL(text).hostname);

const LISTED_SOURCES = [...PUBLIC_SOURCES, ...BROKER_SOURCES];

const listUnknownSources = (list: string): readonly string[] =>
  list === 'all' || list === 'none'
    ? []
    : list.split(',').filter((text) => !LISTED_SOURCES.some(({ id }) => id === text.trim()));

/** Of a key of a public source. */
export const SOURCE_KEY_FORMAT = /^[\x21-\x7e]{8,128}$/;
export const SOURCE_KEY_RULE = 'takes 8 to 128 visible characters';
const SOURCE_KEY = z.string().regex(SOURCE_KEY_FORMAT, SOURCE_KEY_RULE).optional();

const SETTINGS = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(65_535)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[a-zA-Z0-9.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  FRONTMONTH_USER: z
    .string()
    .regex(/^[\w.@-]{1,64}$/, 'takes 1 to 64 letters, digits, dots, dashes, underscores and @')
    .default('trader'),
  /** Validated where the first user is created, so that an old value does not stop later starts. */
  FRONTMONTH_PASSWORD: z.string().optional(),
  PUBLIC_ORIGIN: z
    .string()
    .refine(
      (text) => parsePublicAddress(text) !== null,
      'must be an address such as https://desk.example.com or https://example.com/desk: names of a path take letters, digits, hyphens and underscores, with no slash at the end, no query and no default port',
    )
    .optional(),
  FEED: z.enum(FEEDS).default('simulated'),
  FEED_SOURCES: z
    .string()
    .refine(
      (list) => listUnknownSources(list).length === 0,
      `takes 'all', 'none' or a list of ${LISTED_SOURCES.map(({ id }) => id).join(', ')}`,
    )
    .default('all'),
  FEED_CONTACT: z
    .string()
    .regex(/^[\w.+-]+@[\w.-]+$/, 'must be an e-mail address')
    .optional(),
  FEED_ENDPOINT: z
    .string()
    .refine(
      isLoopbackOrigin,
      'must be an http address of this machine, such as http://127.0.0.1:8080',
    )
    .optional(),
  EIA_KEY: SOURCE_KEY,
  PJM_KEY: SOURCE_KEY,
  NASS_KEY: SOURCE_KEY,
  SIM_SEED: z.string().max(64, 'takes at most 64 characters').default('frontmonth'),
  MARKET_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone name such as America/New_York')
    .default('America/New_York'),
  MASTER_KEY: z.string().min(32, 'needs at least 32 characters').optional(),
  LIVE_TRADING: SWITCH.default('off'),
  ANALYTICS: SWITCH.default('on'),
  HISTORY_DIR: z.string().optional(),
  REPLAY_BARS_PER_SECOND: z.coerce.number('must be a number').min(0.01).max(100_000).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SESSION_IDLE_MINUTES: z.coerce.number('must be a number').int().min(1).max(10_080).default(480),
  SESSION_MINUTES_MAX: z.coerce.number('must be a number').int().min(1).max(43_200).default(1440),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (list) => listInvalidProxies(list).length === 0,
      'takes addresses and blocks such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
    )
    .default(''),
  QUEUE_URL: REDIS_ADDRESS,
  STREAM_URL: REDIS_ADDRESS,
  DESKS_DIR: z.string().optional(),
  DESK_NAME: z.string().regex(SERVER_NAME_PATTERN, `takes ${SERVER_NAME_RULE}`).optional(),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  ...TRACE_SETTINGS,
});

type ParsedSettings = z.infer<typeof SETTINGS>;

interface Env extends Omit<ParsedSettings, 'PUBLIC_ORIGIN'> {
  /** The whole public address, with its path. */
  readonly PUBLIC_ORIGIN: string;
  /** Path of PUBLIC_ORIGIN, '' at the root. */
  readonly basePath: string;
  /** Origins that forms and sockets may come from. */
  readonly origins: readonly string[];
  readonly isHttps: boolean;
}

/** Invalid settings. The message lists each one and its fix. */
export class SettingsError extends Error {}

export const createSettingsError = (faults: readonly string[]): SettingsError =>
  new SettingsError(
    `Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nCorrect them in the environment or in .env; .env.example describes each.`,
  );

/** Validates settings; empty means not set. Throws SettingsError that lists every invalid one. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const provided = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in SETTINGS.shape && value !== ''),
  );
  const parsed = SETTINGS.safeParse(provided);
  const faults = parsed.success
    ? findSettingConflicts(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (!parsed.success || faults.length > 0) {
    throw createSettingsError(faults);
  }
  return completeSettings(parsed.data);
}

function findSettingConflicts(settings: ParsedSettings): string[] {
  const faults: string[] = [];
  if (settings.FEED === 'replay' && !settings.HISTORY_DIR)
    faults.push('HISTORY_DIR: must name a folder with price files when FEED is replay');
  if (settings.FEED === 'stream' && settings.STREAM_URL === undefined)
    faults.push(
      'STREAM_URL: must be the address of the Redis server of npm run feed when FEED is stream',
    );
  // The front has no name: a server checks that it has one.
  if (settings.DESK_NAME !== undefined && settings.DESKS_DIR === undefined)
    faults.push('DESKS_DIR: must be the folder of npm run desks when DESK_NAME is set');
  if (settings.SESSION_IDLE_MINUTES > settings.SESSION_MINUTES_MAX)
    faults.push('SESSION_IDLE_MINUTES: may not exceed SESSION_MINUTES_MAX');
  const { origin } = listOrigins(settings);
  const isSafe = origin.startsWith('https:') || LOOPBACK.includes(new URL(origin).hostname);
  if (settings.LIVE_TRADING === 'on' && !isSafe)
    faults.push('PUBLIC_ORIGIN: must be an https origin, or loopback, when LIVE_TRADING is on');
  return faults;
}

/** The public origin, plus the loopback names of the same listener unless it is HTTPS. */
function listOrigins({ HOST, PORT, PUBLIC_ORIGIN }: ParsedSettings): {
  origin: string;
  basePath: string;
  origins: string[];
} {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  const { origin, basePath } = parsePublicAddress(PUBLIC_ORIGIN ?? '') ?? {
    origin: new URL(`http://${host}:${PORT}`).origin,
    basePath: '',
  };
  const listensOnLoopback = [...LOOPBACK, '0.0.0.0', '[::]'].includes(host);
  const loopback = listensOnLoopback
    ? LOOPBACK.map((name) => new URL(`http://${name}:${PORT}`).origin)
    : [];
  return {
    origin,
    basePath,
    origins: [...new Set([origin, ...(origin.startsWith('https:') ? [] : loopback)])],
  };
}

function completeSettings(settings: ParsedSettings): Env {
  const { origin, basePath, origins } = listOrigins(settings);
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    ...(settings.DESKS_DIR === undefined ? {} : { DESKS_DIR: resolve(settings.DESKS_DIR) }),
    PUBLIC_ORIGIN: `${origin}${basePath}`,
    basePath,
    origins,
    isHttps: origin.startsWith('https:'),
  };
}

let current: Env | null = null;

/** Settings of this process. The environment takes precedence over .env. */
export function getEnv(): Env {
  if (current) return current;
  const file = resolve(PROJECT_ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  current = readEnv(process.env);
  setBasePath(current.basePath);
  // Without HOST, remix-serve listens on all interfaces; the default here is loopback only.
  process.env['HOST'] ??= current.HOST;
  return current;
}
