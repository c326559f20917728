// Reads what a feed publishes, before the first message is played.
import { Redis } from 'ioredis';
import { findRedisFault, formatAddress } from '../../platform/redis-connection.server';
import { RUN_KEY } from './stream-keys';
import { type StreamRun, parseRun } from './stream-message';

/** The run of a stream, or why there is none, as a sentence without its end. */
export async function readStreamRun(url: string): Promise<StreamRun | string> {
  const fault = await findRedisFault(url);
  if (fault !== null) return `${fault}. Start it, or correct STREAM_URL`;
  const redis = new Redis(url);
  try {
    const text = await redis.hget(RUN_KEY, 'run');
    if (text === null)
      return `no feed has published at ${formatAddress(url)}. Start npm run feed with the same STREAM_URL`;
    return (
      parseRun(text) ??
      `the feed at ${formatAddress(url)} is of another version. Run feed and server from the same code`
    );
  } finally {
    redis.disconnect();
  }
}
