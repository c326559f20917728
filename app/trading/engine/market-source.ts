/**
 * Port for prices: a simulation, a history or, later, public prices.
 * The composition root selects a source once; no other code depends on which source it is.
 */
import type { SharedQuotes } from '../domain/broker-quotes';
import type { SettableClock } from '../clock';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { CurveSource } from '../market/curve-source';
import type { AcceptedQuote, GuardStatus } from '../market/feed-guard';
import type { BarReader } from '../market/bar-reader';
import type { DailyPriceStore } from '../market/merged-days';
import type { Feed, Random } from '../ports';
import type { PublicationStore } from '../market/sources/publication-store';
import type { SealedKeys } from '../market/sources/sealed-keys';
import type { PublicDataDesk } from '../market/sources/source-status';
import type { WeatherSource } from '../weather/weather-source';
import type { ExplainMissingInput } from '../strategies/explain-not-offered';
import type { EngineConfig } from './config';
import type { Runner } from './runner';

/** A data source, or the reason shown on the screen why it is not available. */
export type Available<T> =
  | { readonly from: T; readonly reason: null }
  | { readonly from: null; readonly reason: string };

export const createAvailable = <T>(from: T): Available<T> => ({ from, reason: null });
export const createUnavailable = (reason: string): Available<never> => ({ from: null, reason });

/** A simulation is determined by its seed. */
export interface SimulationSeed {
  readonly seed: string;
  /** Folder for what was computed of it; nothing is stored if absent. */
  readonly cacheDir?: string;
}

/** What the networks read: a simulated market, or what public sources have stored. */
export type SignalData =
  | ({ readonly kind: 'simulation' } & SimulationSeed)
  | { readonly kind: 'public'; readonly databaseFile: string };

/**
 * Data for daily moves and stress tests: a simulation, the bars played so far, or the daily prices of
 * the running source.
 */
type RiskData =
  | ({ readonly kind: 'world' } & SimulationSeed)
  | { readonly kind: 'bars'; readonly feed: Feed }
  | { readonly kind: 'daily prices' };

export interface MarketSource {
  /** Market name in accounts, orders and the event log. */
  readonly market: string;
  /** Source of engine time: the wall clock, or the newest event (histories). */
  readonly time: 'wall clock' | 'events';
  /**
   * Bar length in ms by commodity, where each has one length. Null where bars of all lengths and all
   * playbook inputs exist.
   */
  readonly barMs: ((commodity: CommodityKey) => number) | null;
  /**
   * Why the source cannot give an input of playbooks; null where it can. Absent where it gives prices
   * alone. Only read where each commodity has one bar length.
   */
  readonly explainMissingInput?: ExplainMissingInput;
  /**
   * True where prices arrive long after their time: orders rest until a price that is not before
   * them, also while the venue is closed.
   */
  readonly hasLatePrices: boolean;
  /** Why no source offers prices of a commodity that can be traded; absent where one does. */
  readonly unpriced?: Readonly<Partial<Record<CommodityKey, string>>>;
  readonly signals: Available<SignalData>;
  readonly risk: Available<RiskData>;
  /** History of the market. Backtests on another seed need no source. */
  readonly backtests: Available<SimulationSeed>;
  /**
   * Starts to offer events through the feed guard. Contract: a listing precedes the first event of
   * a contract; events are in time order per contract; events before the start are marked as
   * backfill. Call once.
   */
  start(desk: SourceDesk): RunningSource;
}

/** Parts of the server that a source uses. */
export interface SourceDesk {
  readonly runner: Pick<Runner, 'offer' | 'state' | 'shadows'>;
  /** A source with its own time advances this clock. */
  readonly clock: SettableClock;
  /** Compares the clocks first. */
  readonly nowMs: () => EpochMs;
  readonly listPlaybooks: EngineConfig['listPlaybooks'];
  /** Last quotes accepted by the feed guard in the previous run, by contract. */
  readonly storedQuotes: ReadonlyMap<string, AcceptedQuote>;
  /** Stored answers of public sources. */
  readonly openPublications: () => PublicationStore;
  /** Keys of public sources that users entered. */
  readonly openSealedKeys: () => SealedKeys;
  /** Quotes of the brokers that users have connected. */
  readonly brokerQuotes: SharedQuotes;
  readonly random: Pick<Random, 'uniform'>;
  /**
   * Contracts to quote beside those in use; absent for none. A feed of other servers has no accounts
   * and follows months that expired lately.
   */
  readonly listFollowed?: () => readonly string[];
  /** True: precompute in the background what the first weather pages need. */
  readonly shouldWarmUp: boolean;
}

export interface RunningSource {
  /** Null where the source has no contract months. */
  readonly curves: CurveSource | null;
  /** Null where the source has no weather. */
  readonly weather: WeatherSource | null;
  /** Past prices for charts; null where the source has none. */
  readonly bars: BarReader | null;
  /** Daily bars of contract months; absent where the market has other price history. */
  readonly dailyPrices?: DailyPriceStore;
  /** Sources of public data; null where the market has none. */
  readonly publicData: PublicDataDesk | null;
  /** For health, readiness and metrics. Null where no feed is connected. */
  status(): MarketFeedStatus | null;
  /** Resolves when weather history is loaded; at once without background loading. */
  whenWeatherLoaded(): Promise<void>;
  /**
   * Last accepted quotes by contract, stored for the next start. Empty where events have their own
   * time.
   */
  quotes(): ReadonlyMap<string, AcceptedQuote>;
  /** Resolves when no more events follow. */
  stop(): Promise<void>;
}

export interface FeedStatus {
  readonly market: string;
  readonly phase: 'catching up' | 'running' | 'ended' | 'stopped' | 'failed';
  readonly events: number;
  /** Engine time of the newest event. */
  readonly lastEventMs: EpochMs | null;
  /** Age of that event on the monotonic clock, unaffected by clock steps. */
  readonly receivedAgoMs: number | null;
  readonly fault: string | null;
  /** Feed guard counters since the start. */
  readonly guard: GuardStatus;
}

export interface MarketFeedStatus extends FeedStatus {
  /** True while weather history is loading; requests for it wait. */
  readonly isReadingWeather?: boolean;
}
