// Market source of FEED=public: real weather, power prices and reports, and late prices of futures.
import { join, resolve } from 'node:path';
import type { BodyFolder } from './body-folder.server';
import { type EgressSettings, type SendRequest, createSender } from './egress.server';
import { DATABASE_FILE } from '../../../../db/client.server';
import { GatewayQuotes } from './gateway-quotes.server';
import { openInbox } from './inbox.server';
import { LatePricePump } from './late-price-pump.server';
import { type RunningPublicData, openPublicData } from './public-data.server';
import { createStrategyInputs } from './strategy-inputs.server';
import { type SetTimer, startPump, startTimer } from '../pump.server';
import { getLog } from '../../platform/log.server';
import { NO_DESK_WORLD } from '../unconnected-source.server';
import { PUBLIC_MARKET } from '../../../models/desk/terminal';
import {
  type MarketSource,
  createAvailable,
  createUnavailable,
} from '../../../trading/engine/market-source';
import { createDailyBarReader } from '../../../trading/market/daily-bar-reader';
import { mergeDailyBars } from '../../../trading/market/merged-days';
import { SettledCloses } from '../../../trading/market/settled-days';
import { PUBLIC_SOURCES } from '../../../trading/market/sources/catalog';
import {
  PUBLIC_SOURCE_NAME,
  loadPublicArchive,
} from '../../../trading/market/sources/public-archive';
import { listQuotedMonths } from '../../../trading/market/sources/ibkr/quoted-months';
import { ibkrSource } from '../../../trading/market/sources/ibkr/source';
import { preferBrokerQuotes } from '../../../trading/market/sources/preferred-quotes';
import { iemSource } from '../../../trading/market/sources/iem/source';
import { loadVendorPrices, type PriceChange } from '../../../trading/market/sources/vendor-prices';
import { YAHOO_PRICES, yahooSource } from '../../../trading/market/sources/yahoo/source';
import { createStrategyData } from '../../../trading/signals/public-market';
import { explainMissingInput } from '../../../trading/market/inputs/missing-inputs';
import type { QuoteOrigin } from '../../../trading/domain/broker-quotes';
import type { DeskState } from '../../../trading/engine/state';
import { DAY_MS } from '../../../trading/domain/time';
import type { SourceId } from '../../../trading/domain/public-source';

interface PublicSourceSettings {
  /** Sources to ask. */
  readonly sources: ReadonlySet<SourceId>;
  /** Its keys come before those that users entered. */
  readonly egress: EgressSettings;
  /** Replaced in tests. */
  readonly createSend?: (egress: EgressSettings) => SendRequest;
  /** Stores what sources sent; absent where no body is stored. */
  readonly bodies?: BodyFolder;
  /** Folder of the inbox for the owner's prices. */
  readonly dataDir: string;
  /** Defaults to timers of the process. */
  readonly setTimer?: SetTimer;
}

/** Correlations are of a year. */
const CLOSE_DAYS = 300;

const YAHOO_ORIGIN: QuoteOrigin = {
  priceSource: YAHOO_PRICES,
  staleAfterMs: yahooSource.staleAfterMs,
  isLive: false,
};

const NO_POWER_FUTURES =
  'No free source has futures prices of electricity; hub prices are spot prices, which are not tradable.';

/** Contracts of the market that are held, and those that have prices. */
function listKnownContracts({
  books,
  listings,
}: DeskState): Parameters<typeof listQuotedMonths>[0] {
  const listed = Object.values(listings[PUBLIC_MARKET] ?? {});
  const heldIds = new Set(
    Object.values(books).flatMap(({ market, positions }) =>
      market === PUBLIC_MARKET
        ? Object.values(positions).map(({ instrumentId }) => instrumentId)
        : [],
    ),
  );
  return { held: listed.filter(({ id }) => heldIds.has(id)), listed };
}

/** The public sources and the gateway as one list. */
const addGateway = (
  publicData: RunningPublicData,
  gateway: GatewayQuotes,
): Omit<RunningPublicData, 'stop'> => ({
  ...publicData,
  sources: [...publicData.sources, ibkrSource],
  listStatus: () => [...publicData.listStatus(), gateway.getStatus()],
  tryNow: (id) => (id === ibkrSource.id ? gateway.tryNow() : publicData.tryNow(id)),
  saveTerms: (id, terms) =>
    id === ibkrSource.id ? gateway.saveTerms(terms) : publicData.saveTerms(id, terms),
});

export const createPublicSource = (settings: PublicSourceSettings): MarketSource => ({
  market: PUBLIC_MARKET,
  time: 'wall clock',
  barMs: () => DAY_MS,
  explainMissingInput,
  hasLatePrices: true,
  unpriced: { electricity: NO_POWER_FUTURES },
  signals: createAvailable({
    kind: 'public',
    databaseFile: join(resolve(settings.dataDir), DATABASE_FILE),
  }),
  risk: createAvailable({ kind: 'daily prices' }),
  backtests: createUnavailable(NO_DESK_WORLD),
  start(desk) {
    const { runner, listPlaybooks, openPublications, openSealedKeys, random } = desk;
    const { storedQuotes, nowMs } = desk;
    const { sources, egress, bodies, dataDir } = settings;
    const { createSend = createSender, setTimer = startTimer } = settings;
    const store = openPublications();
    const archive = loadPublicArchive(store, nowMs());
    const vendorPrices = loadVendorPrices(store, nowMs());
    const days = mergeDailyBars(store.ownPrices, vendorPrices);
    const bars = createDailyBarReader(PUBLIC_MARKET, days);
    const gateway = new GatewayQuotes({
      shared: desk.brokerQuotes,
      store,
      listContracts: (atMs) => listQuotedMonths(listKnownContracts(runner.state()), atMs),
      storedQuotes: sources.has(ibkrSource.id) ? storedQuotes : new Map(),
      onQuote: (instrumentId) => addPrices({ instrumentId, hasNewBars: false }),
      nowMs,
      setTimer,
    });
    const quotes = preferBrokerQuotes({
      broker: gateway,
      vendor: vendorPrices,
      vendorOrigin: YAHOO_ORIGIN,
      nowMs,
    });
    const closes = new SettledCloses(days, CLOSE_DAYS);
    const strategyData = createStrategyData({
      weather: archive.weather,
      series: archive.series,
      days,
      quotes,
      quoteStaleAfterMs: yahooSource.staleAfterMs,
    });
    const inputs = createStrategyInputs(listPlaybooks, strategyData.readAt);
    const pump = new LatePricePump({
      runner,
      onFault: (error) => getLog().error({ err: error }, 'the prices of futures failed'),
      market: PUBLIC_MARKET,
      days,
      quotes,
      vendorSource: YAHOO_PRICES,
      inputs,
      nowMs,
      storedQuotes,
      setTimer,
    });
    const playing = startPump(pump);
    const addPrices = (change: PriceChange): void => {
      if (change.hasNewBars) {
        bars.forgetBars(change.instrumentId);
        closes.forgetCloses();
        strategyData.forgetPrices();
      }
      inputs.forgetValues();
      pump.addPrices(change);
    };
    const publicData = openPublicData({
      sources: PUBLIC_SOURCES.filter(({ id }) => sources.has(id)),
      store,
      createSend: (findKey) => createSend({ ...egress, findKey }),
      findSetting: egress.findKey,
      sealedKeys: openSealedKeys(),
      ...(bodies ? { bodies } : {}),
      onReadings: (readings) => {
        archive.addReadings(readings);
        inputs.forgetValues();
        vendorPrices.addReadings(readings).forEach(addPrices);
      },
      random,
      nowMs,
      setTimer,
    });
    if (sources.has(ibkrSource.id)) gateway.startRequests();
    const inbox = openInbox({
      folder: join(resolve(dataDir), 'inbox'),
      store: store.ownPrices,
      nowMs,
      setTimer,
      onImported: ({ instrument: { id } }) => addPrices({ instrumentId: id, hasNewBars: true }),
    });
    return {
      curves: null,
      weather: {
        market: PUBLIC_MARKET,
        source: PUBLIC_SOURCE_NAME,
        nowMs,
        weather: archive.weather,
        skillRuns: archive.skillRuns,
        storms: archive.storms,
        series: archive.series,
        closes: (chain) => closes.listCloses(chain, nowMs()),
        getPricesVersion: () => closes.version,
        spot: archive.spot,
        reports: () => [],
      },
      publicData: {
        ...(sources.has(ibkrSource.id) ? addGateway(publicData, gateway) : publicData),
        listArchives: () => [{ source: iemSource, totals: store.getTotals(iemSource.id) }],
        getInboxStatus: () => inbox.getStatus(),
      },
      bars,
      dailyPrices: days,
      // Without prices no feed is connected.
      status: () => (pump.countContracts() === 0 ? null : playing.status()),
      whenWeatherLoaded: () => Promise.resolve(),
      quotes: () => playing.quotes(),
      async stop() {
        gateway.endRequests();
        await Promise.all([publicData.stop(), inbox.stop(), playing.stop()]);
      },
    };
  },
});
