// Connections to a Redis server: the queue of research jobs and the stream of the feed use them.
import { Redis } from 'ioredis';

export type OnNotice = (text: string) => void;

const CONNECT_MS_MAX = 5000;
const RETRY_MS_MAX = 3000;
const CLOSE_MS_MAX = 5000;

/** The address without user and password. */
export function formatAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** A connection; the queue makes copies of it. */
export interface RedisConnection {
  readonly redis: Redis;
  readonly isReady: () => boolean;
  /**
   * Closes what uses the connection, then the connection; waits for no server that is down.
   * Commands that wait then may never be answered: the library drops some of a lost connection.
   */
  readonly close: (closeUsers: () => Promise<unknown>) => Promise<void>;
}

/** Commands wait while the connection is down; both changes are reported. */
export function createRedis(url: string, onNotice: OnNotice): RedisConnection {
  let isClosed = false;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS_MAX,
    maxRetriesPerRequest: null,
    // Copies of the connection have it too, so that none tries again after the end.
    retryStrategy: (times) => (isClosed ? null : Math.min(100 * 2 ** times, RETRY_MS_MAX)),
  });
  const isReady = (): boolean => redis.status === 'ready';
  let isDown = false;
  // Each failed attempt is an error; the first one of an outage is reported by `close`.
  redis.on('error', () => undefined);
  redis.on('close', () => {
    if (!isDown && !isClosed)
      onNotice(`Redis at ${formatAddress(url)} does not answer. Waiting for it.`);
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) onNotice(`Redis at ${formatAddress(url)} answers again.`);
    isDown = false;
  });
  const close = async (closeUsers: () => Promise<unknown>): Promise<void> => {
    isClosed = true;
    const closing = closeUsers().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, isReady() ? CLOSE_MS_MAX : 0);
    });
    await Promise.race([closing, limit]);
    clearTimeout(timer);
    redis.disconnect();
  };
  return { redis, isReady, close };
}

/** Why the server cannot be used, as a sentence without its end; null if it answers at once. */
export async function findRedisFault(url: string): Promise<string | null> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS_MAX,
    commandTimeout: CONNECT_MS_MAX,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | null = null;
  redis.on('error', (error) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return null;
  } catch (error) {
    const { message, code = '' } = (cause ?? error) as Error & { code?: string };
    return `Redis at ${formatAddress(url)} cannot be used: ${message === '' ? code : message}`;
  } finally {
    redis.disconnect();
  }
}
