/**
 * The port through which the prices of a desk come: from a simulation, from histories or, later,
 * from public prices.
 * The composition root chooses a source once; everything after it uses this interface and never
 * checks which source it is.
 */
import type { SetClock } from '../clock';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { BelievedQuote, GuardStatus } from '../market/feed-guard';
import type { Feed } from '../ports';
import type { WeatherDesk } from '../weather/weather-desk';
import type { EngineConfig } from './config';
import type { Runner } from './runner';

/** What something can be computed from, or why it cannot: a sentence for the screen. */
export type Available<T> =
  | { readonly from: T; readonly reason: null }
  | { readonly from: null; readonly reason: string };

export const createAvailable = <T>(from: T): Available<T> => ({ from, reason: null });
export const createUnavailable = (reason: string): Available<never> => ({ from: null, reason });

/** A simulated world, which follows from its seed alone. */
export interface WorldSeed {
  readonly seed: string;
}

/**
 * What daily moves and stress tests are computed from: a simulated world, or bars up to where they
 * have been played.
 */
type RiskData =
  | ({ readonly kind: 'world' } & WorldSeed)
  | { readonly kind: 'bars'; readonly feed: Feed };

export interface MarketSource {
  /** Name of the market, as accounts, orders and the event log store it. */
  readonly market: string;
  /**
   * Whose time the desk keeps: the wall clock, or the time of the newest event, as in a history.
   */
  readonly time: 'wall clock' | 'events';
  /**
   * Length of a commodity's bars, in ms, where there is one length and nothing but prices. Null
   * where there are bars of every length and all inputs of playbooks.
   */
  readonly barMs: ((commodity: CommodityKey) => number) | null;
  readonly signals: Available<WorldSeed>;
  readonly risk: Available<RiskData>;
  /** The past of the market itself; a backtest on any other seed needs no source. */
  readonly backtests: Available<WorldSeed>;
  /**
   * Starts to offer events, through the feed guard. A listing with the age at which quotes are
   * stale comes before the
   * first event of a contract. Events are in the order of time for each contract; those before the
   * present of the desk
   * are marked as backfill. Call once.
   */
  start(desk: SourceDesk): RunningSource;
}

/** What a source needs of the desk that it is started on. */
export interface SourceDesk {
  readonly runner: Pick<Runner, 'offer' | 'state' | 'twins'>;
  /** The clock of the desk. A source with a time of its own advances it. */
  readonly clock: SetClock;
  /** Desk time as of now; the clocks are compared first. */
  readonly nowMs: () => EpochMs;
  readonly playbooksOf: EngineConfig['playbooksOf'];
  /** The last quotes that the feed guard of an earlier run believed, by contract. */
  readonly storedQuotes: ReadonlyMap<string, BelievedQuote>;
  /** Whether to compute in the background what the first weather pages read. */
  readonly warmsUp: boolean;
}

export interface RunningSource {
  /** The weather that goes with the prices; null where there is none. */
  readonly weather: WeatherDesk | null;
  /** For health, readiness and metrics; null where no feed is connected. */
  status(): MarketFeedStatus | null;
  /**
   * Resolves when the past of the weather has been read, at once where nothing reads it in the
   * background.
   */
  weatherRead(): Promise<void>;
  /**
   * The last believed quotes by contract, to be stored for the next start; none where events have a
   * time of their own.
   */
  quotes(): ReadonlyMap<string, BelievedQuote>;
  /** Resolves when no more events are offered. */
  stop(): Promise<void>;
}

export interface FeedStatus {
  readonly market: string;
  readonly phase: 'catching up' | 'running' | 'ended' | 'stopped' | 'failed';
  readonly events: number;
  /** Engine time of the newest event. */
  readonly lastEventMs: EpochMs | null;
  /**
   * How long ago that event was taken, by the monotonic clock: no step of the wall clock changes
   * it.
   */
  readonly receivedAgoMs: number | null;
  readonly fault: string | null;
  /** What the guard between feed and desk has done since the start. */
  readonly guard: GuardStatus;
}

export interface MarketFeedStatus extends FeedStatus {
  /**
   * True while the past of the weather is still being read after a start: what asks for it now has
   * to wait for all of it.
   */
  readonly isReadingWeather?: boolean;
}
