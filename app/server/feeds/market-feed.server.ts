// Where the desk's prices and weather come from: a history, the simulated market, or nowhere.
import type { MarketFeedStatus } from '../../models/desk/terminal';
import { performance } from 'node:perf_hooks';
import { pumpHistory } from './feed-pump.server';
import { log } from '../platform/log.server';
import type { PlaybookFeed } from './playbook-feed.server';
import { type PlaybookPast, playbookPast } from './playbook-past.server';
import { type FeedPump, timer } from './pump.server';
import { type PumpedWorld, pumpSimulated } from './simulated-pump.server';
import type { SetClock } from '../../trading/clock';
import { contractsInUse, contractsWatched } from '../../trading/engine/chain';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import { convertQuote } from '../../trading/engine/held-terms';
import { contractsOfTwins } from '../../trading/engine/twins/kept-months';
import type { Runner } from '../../trading/engine/runner';
import type { BelievedQuote } from '../../trading/market/feed-guard';
import type { Instrument } from '../../trading/domain/instrument';
import type { Quote } from '../../trading/domain/quote';
import type { Feed, WeatherFeed } from '../../trading/ports';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { warmUp } from './weather-warm-up.server';

/** A world and what the desk reads of its weather; `warmUp` makes in small steps what the first pages will ask for. */
export interface SimulatedMarket {
  readonly world: PumpedWorld;
  readonly playbooks?: PlaybookFeed;
  readonly weather: WeatherDesk & { warmUp(): Generator<void> };
}

interface MarketFeedOptions {
  readonly feed: Feed | null;
  readonly weather: WeatherFeed | null;
  readonly weatherDesk?: WeatherDesk | null;
  readonly simulated: SimulatedMarket | null;
  readonly barsPerSecond: number;
  readonly warmsUp?: boolean;
  readonly runner: Runner;
  readonly clock: SetClock;
  /** Desk time as of now. */
  readonly nowMs: () => EpochMs;
  readonly playbooksOf: EngineConfig['playbooksOf'];
  /** The last quotes that an earlier run believed; none when absent. */
  readonly storedQuotes?: ReadonlyMap<string, BelievedQuote>;
}

export interface MarketFeed {
  /** The weather that goes with the prices; null where there is none. */
  readonly weather: WeatherDesk | null;
  /** How the feed stands; null where there is none. */
  status(): MarketFeedStatus | null;
  /** Resolves when the past of the weather has been read, at once where nothing reads it beforehand. */
  weatherRead(): Promise<void>;
  /** The last believed quotes by contract; none where there is no feed that goes on. */
  quotes(): ReadonlyMap<string, BelievedQuote>;
  stop(): Promise<void>;
}

/** Starts the feed of a desk. */
export function openMarketFeed(options: MarketFeedOptions): MarketFeed {
  const { simulated, weatherDesk = null } = options;
  const pump = pumpOf(options);
  const warming =
    simulated && options.warmsUp
      ? warmUp(simulated.weather.warmUp(), { elapsedMs: () => performance.now() })
      : null;
  return {
    weather: simulated?.weather ?? weatherDesk,
    status() {
      const status = pump?.status() ?? null;
      return status && { ...status, isReadingWeather: warming?.isDone() === false };
    },
    weatherRead: async () => warming?.done(),
    quotes: () => (simulated && pump ? pump.quotes() : new Map()),
    async stop() {
      warming?.end();
      await pump?.stop();
    },
  };
}

function pumpOf({
  feed,
  weather,
  simulated,
  barsPerSecond,
  runner,
  clock,
  nowMs,
  playbooksOf,
  storedQuotes,
}: MarketFeedOptions): FeedPump | null {
  const ports = {
    runner,
    onFault: (error: Error): void => log().error({ err: error }, 'the feed failed'),
  };
  if (feed) return pumpHistory({ ...ports, clock, feed, weather, barsPerSecond });
  if (!simulated) return null;
  const {
    world,
    playbooks,
    weather: { market },
  } = simulated;
  const past = playbooks
    ? playbookPast(
        {
          market,
          world,
          playbooksOf,
          inputsAt: playbooks.inputsAt,
          nowMs,
          elapsedMs: () => performance.now(),
        },
        { ...ports, later: timer },
      )
    : null;
  const heldIds = (): readonly string[] => {
    const state = runner.state();
    return [
      ...new Set([
        ...contractsInUse(state, market).map(({ id }) => id),
        ...contractsWatched(state, market),
        ...contractsOfTwins(state, runner.twins(), market),
      ]),
    ];
  };
  const releasedIds = (): readonly string[] => {
    const held = new Set(heldIds());
    const quoted = Object.values(runner.state().markets[market]?.instruments ?? {});
    return quoted.flatMap(({ instrument, newTerms }) =>
      newTerms && !held.has(instrument.id) ? [instrument.id] : [],
    );
  };
  const storedQuote = ({ id, tick }: Instrument): Quote | null => {
    const stored = storedQuotes?.get(id);
    return stored ? convertQuote(stored.quote, stored.tick, tick) : null;
  };
  const pump = pumpSimulated({
    ...ports,
    ...playbooks,
    ...(past ? { past } : {}),
    clock,
    market,
    world,
    nowMs,
    heldIds,
    releasedIds,
    storedQuote,
  });
  return past ? together(pump, past) : pump;
}

/** A pump that ends with what reads beside it. */
const together = (pump: FeedPump, past: PlaybookPast): FeedPump => ({
  status: pump.status,
  quotes: pump.quotes,
  async stop() {
    await Promise.all([pump.stop(), past.stop()]);
  },
});
