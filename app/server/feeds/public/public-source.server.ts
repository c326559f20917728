// Market source of FEED=public: real weather, power prices and reports, and the owner's prices.
import { join, resolve } from 'node:path';
import { type EgressSettings, createSender } from './egress.server';
import { openInbox } from './inbox.server';
import { OwnPricePump } from './own-price-pump.server';
import { openPublicData } from './public-data.server';
import { startPump } from '../pump.server';
import { getLog } from '../../platform/log.server';
import { NO_DESK_WORLD } from '../unconnected-source.server';
import { PUBLIC_MARKET } from '../../../models/desk/terminal';
import { NO_PRICE_HISTORY } from '../../../models/risk/market-risk';
import { type MarketSource, createUnavailable } from '../../../trading/engine/market-source';
import { createOwnBarReader } from '../../../trading/market/own-bar-reader';
import { PUBLIC_SOURCES } from '../../../trading/market/sources/catalog';
import { loadPublicArchive } from '../../../trading/market/sources/public-archive';
import { DAY_MS } from '../../../trading/domain/time';
import { SOURCE_KEYS, type SourceId } from '../../../trading/domain/public-source';

interface PublicSourceSettings {
  /** Sources to ask. */
  readonly sources: ReadonlySet<SourceId>;
  readonly egress: EgressSettings;
  /** Folder of the inbox for the owner's prices. */
  readonly dataDir: string;
}

const NO_SIGNALS = 'Not proven on real data: the networks issue no signals for public prices.';

export const createPublicSource = (settings: PublicSourceSettings): MarketSource => ({
  market: PUBLIC_MARKET,
  time: 'wall clock',
  barMs: () => DAY_MS,
  hasLatePrices: true,
  signals: createUnavailable(NO_SIGNALS),
  risk: createUnavailable(NO_PRICE_HISTORY),
  backtests: createUnavailable(NO_DESK_WORLD),
  start({ runner, openPublications, random, storedQuotes, nowMs }) {
    const { sources, egress, dataDir } = settings;
    const store = openPublications();
    const archive = loadPublicArchive(store, nowMs());
    const publicData = openPublicData({
      sources: PUBLIC_SOURCES.filter(({ id }) => sources.has(id)),
      store,
      send: createSender(egress),
      keys: new Set(SOURCE_KEYS.filter((name) => egress.keys[name] !== undefined)),
      onReadings: (readings) => archive.addReadings(readings),
      random,
      nowMs,
    });
    const bars = createOwnBarReader(PUBLIC_MARKET, store.ownPrices);
    const ownPrices = new OwnPricePump({
      runner,
      onFault: (error) => getLog().error({ err: error }, "the owner's prices failed"),
      market: PUBLIC_MARKET,
      bars: store.ownPrices,
      nowMs,
      storedQuotes,
    });
    const playing = startPump(ownPrices);
    const inbox = openInbox({
      folder: join(resolve(dataDir), 'inbox'),
      store: store.ownPrices,
      nowMs,
      onImported: ({ instrument: { id } }) => {
        bars.forgetBars(id);
        ownPrices.addBars(id);
      },
    });
    return {
      curves: null,
      weather: {
        market: PUBLIC_MARKET,
        source: 'public sources',
        nowMs,
        weather: archive.weather,
        series: archive.series,
        closes: () => [],
        spot: archive.spot,
        reports: () => [],
      },
      publicData: { ...publicData, getInboxStatus: () => inbox.getStatus() },
      bars,
      // Without prices no feed is connected.
      status: () => (ownPrices.countContracts() === 0 ? null : playing.status()),
      whenWeatherLoaded: () => Promise.resolve(),
      quotes: () => playing.quotes(),
      async stop() {
        await Promise.all([publicData.stop(), inbox.stop(), playing.stop()]);
      },
    };
  },
});
