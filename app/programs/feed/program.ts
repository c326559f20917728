// `npm run feed`: publishes what its market source gives, until it is stopped.
import { z } from 'zod';
import { prepareDataDir } from '../../../db/client.server';
import { acquireLock } from '../../../db/lock.server';
import { createMarketSource } from '../../server/feeds/market-source.server';
import { FeedProcess } from '../../server/feeds/stream/feed-process.server';
import { getEnv } from '../../server/platform/env.server';
import { findRedisFault, formatAddress } from '../../server/platform/redis-connection.server';
import { type Program, UsageError, waitForSignal } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions, rejectFiles } from '../options/parse-options';

const HEALTH_MS = 60_000;
const KEEP_MIN = 1000;
const KEEP_MAX = 100_000_000;

const OPTIONS = z.object({
  keep: parseInteger(KEEP_MIN, KEEP_MAX).default(200_000),
  'keep-past': parseInteger(KEEP_MIN, KEEP_MAX).default(300_000),
});

/** Throws UsageError for settings that no feed can have, and where Redis does not answer. */
async function readSettings() {
  const settings = getEnv();
  const { FEED, STREAM_URL: url } = settings;
  if (url === undefined)
    throw new UsageError(
      'The feed needs a stream: set STREAM_URL to the address of a Redis server, such as redis://127.0.0.1:6379.',
    );
  if (FEED === 'stream')
    throw new UsageError(
      'The feed publishes the stream and cannot read it: set FEED to simulated or replay for this program, and to stream for the servers.',
    );
  if (FEED === 'public')
    throw new UsageError(
      'FEED=public cannot be published: each server collects public data itself. Set FEED to simulated or replay for this program.',
    );
  const fault = await findRedisFault(url);
  if (fault !== null) throw new UsageError(`${fault}. Start it, or correct STREAM_URL.`);
  return { settings, url };
}

export const feedProgram: Program = {
  name: 'feed',
  summary:
    'Publishes the prices and data of one market source (FEED) on the Redis server STREAM_URL, until it is stopped. Any number of servers with FEED=stream read them.',
  usage: '[--keep N] [--keep-past N]',
  options: { keep: { type: 'string' }, 'keep-past': { type: 'string' } },
  optionHelp: {
    '--keep N': 'messages that a server may miss and read again (default: 200000)',
    '--keep-past N':
      'messages without superseded prices, for servers that start later (default: 300000)',
  },
  async run(call) {
    rejectFiles('feed', call.files);
    const { keep, 'keep-past': keepPast } = parseOptions(OPTIONS, call.option);
    const { settings, url } = await readSettings();
    // For what it computed of the simulated market; a feed has no accounts and no database.
    prepareDataDir(settings.DATA_DIR);
    const lock = acquireLock(settings.DATA_DIR);
    try {
      const feed = new FeedProcess({
        url,
        keepEvents: keep,
        keepPast,
        source: await createMarketSource(settings),
        onNotice: call.print,
      });
      await feed.start();
      call.print(`feed ${process.pid}: publishes ${settings.FEED} at ${formatAddress(url)}`);
      const health = setInterval(() => call.print(formatHealth(feed)), HEALTH_MS);
      const isReplaced = await Promise.race([
        waitForSignal().then(() => false),
        feed.whenReplaced.then(() => true),
      ]);
      clearInterval(health);
      call.print(formatHealth(feed));
      await feed.stop();
      const { sequence } = feed.getStatus();
      call.printJson({ messages: sequence, isReplaced });
      if (isReplaced)
        throw new UsageError(
          `Another feed publishes at ${formatAddress(url)} since. Only one may run: this one has ended.`,
        );
      call.print(`ended: ${sequence} messages`);
      return 0;
    } finally {
      lock.release();
    }
  },
};

/** One line for the log. */
function formatHealth(feed: FeedProcess): string {
  const { epoch, sequence, feed: status } = feed.getStatus();
  const state = epoch === null ? 'not published' : `${sequence} messages of run ${epoch}`;
  return `health: ${state}, source ${status?.phase ?? 'not connected'}${status?.fault ? `: ${status.fault}` : ''}`;
}
