// Selects the market source by the FEED setting.
import { loadHistoryFeeds } from './history-feeds.server';
import { createHistorySource } from './history-source.server';
import { createSimulatedSource } from './simulated-source.server';
import { getBodyFolder, openBodyFolder } from './public/body-folder.server';
import { readEgressSettings } from './public/egress.server';
import { createPublicSource } from './public/public-source.server';
import type { readStreamRun } from './stream/stream-run.server';
import { createSettingsError, type getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { assert, assertNever } from '../../trading/domain/outcome';
import { SOURCE_IDS, type SourceId, type SourceKey } from '../../trading/domain/public-source';
import type { MarketSource, SimulationSeed } from '../../trading/engine/market-source';

type ReadRun = typeof readStreamRun;

type SourceSettings = Pick<
  ReturnType<typeof getEnv>,
  | SourceKey
  | 'FEED_SOURCES'
  | 'FEED_CONTACT'
  | 'FEED_ENDPOINT'
  | 'DATA_DIR'
  | 'FEED'
  | 'HISTORY_DIR'
  | 'REPLAY_BARS_PER_SECOND'
  | 'SIM_SEED'
  | 'STREAM_URL'
>;

/**
 * Throws HistoryFolderError for an unusable history folder, SettingsError for a stream that cannot be
 * read. `readRun` is replaced in tests.
 */
export async function createMarketSource(
  settings: SourceSettings,
  readRun?: ReadRun,
): Promise<MarketSource> {
  const { DATA_DIR, FEED, HISTORY_DIR, REPLAY_BARS_PER_SECOND } = settings;
  switch (FEED) {
    case 'simulated':
      return createSimulatedSource(getSimulationSeed(settings));
    case 'replay':
      assert(HISTORY_DIR, 'the settings name a folder of histories where FEED is replay');
      return createHistorySource({
        ...loadHistoryFeeds(HISTORY_DIR),
        barsPerSecond: REPLAY_BARS_PER_SECOND,
      });
    case 'public':
      return createPublicSource({
        sources: listSources(settings.FEED_SOURCES),
        egress: readEgressSettings(settings),
        bodies: openBodyFolder({
          folder: getBodyFolder(DATA_DIR),
          onFault: (error) => getLog().warn({ err: error }, 'a body of a source was not stored'),
        }),
        dataDir: DATA_DIR,
      });
    case 'stream':
      return openStreamSource(settings, readRun);
    default:
      return assertNever(FEED);
  }
}

const getSimulationSeed = ({ DATA_DIR, SIM_SEED }: SourceSettings): SimulationSeed => ({
  seed: SIM_SEED,
  // The version of built code identifies what it stored; edited sources have none.
  ...(process.env.NODE_ENV === 'production' ? { cacheDir: DATA_DIR } : {}),
});

/** Loads the client of Redis, which other sources do not need. */
async function openStreamSource(
  settings: SourceSettings,
  readRun?: ReadRun,
): Promise<MarketSource> {
  const { STREAM_URL: url } = settings;
  assert(url, 'the settings name a Redis server where FEED is stream');
  const origin = getSimulationSeed(settings);
  const [{ createStreamSource, explainUnplayableRun }, published] = await Promise.all([
    import('./stream/stream-source.server'),
    import('./stream/stream-run.server'),
  ]);
  const run = await (readRun ?? published.readStreamRun)(url);
  const fault = typeof run === 'string' ? run : explainUnplayableRun(run, origin);
  if (typeof run === 'string' || fault !== null)
    throw createSettingsError([`STREAM_URL: ${fault ?? ''}`]);
  return createStreamSource({ url, run, origin });
}

const listSources = (setting: string): ReadonlySet<SourceId> => {
  if (setting === 'all') return new Set(SOURCE_IDS);
  const ids = setting.split(',').map((id) => id.trim());
  return new Set(SOURCE_IDS.filter((id) => ids.includes(id)));
};
