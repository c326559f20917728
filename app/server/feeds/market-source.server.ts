// Chooses the source of prices by the settings: the one place that asks which of them it is.
import { historyFeeds } from './history-feed.server';
import { historySource } from './history-source.server';
import { simulatedSource } from './simulated-source.server';
import { unconnectedSource } from './unconnected-source.server';
import type { env } from '../platform/env.server';
import { assert, assertNever } from '../../trading/domain/outcome';
import type { MarketSource } from '../../trading/engine/market-source';

type SourceSettings = Pick<
  ReturnType<typeof env>,
  'FEED' | 'HISTORY_DIR' | 'REPLAY_BARS_PER_SECOND' | 'SIM_SEED'
>;

/** Throws HistoryFolderError where the histories cannot be played. */
export function createMarketSource(settings: SourceSettings): MarketSource {
  const { FEED, HISTORY_DIR, REPLAY_BARS_PER_SECOND, SIM_SEED } = settings;
  switch (FEED) {
    case 'simulated':
      return simulatedSource(SIM_SEED);
    case 'replay':
      assert(HISTORY_DIR, 'the settings name a folder of histories where FEED is replay');
      return historySource({ ...historyFeeds(HISTORY_DIR), barsPerSecond: REPLAY_BARS_PER_SECOND });
    case 'public':
      return unconnectedSource();
    default:
      return assertNever(FEED);
  }
}
