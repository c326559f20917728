// Where the desk's prices and weather come from: a history, the simulated market, or nowhere.
import { pumpHistory } from './feed-pump.server';
import { log } from './log.server';
import type { PlaybookFeed } from './playbook-feed.server';
import type { FeedPump, FeedStatus } from './pump.server';
import { type PumpedWorld, type SimulatedPumpOptions, pumpSimulated } from './simulated-pump.server';
import type { SetClock } from './trading/clock';
import { contractsInUse } from './trading/engine/chain';
import type { Runner } from './trading/engine/runner';
import type { Feed, WeatherFeed } from './trading/ports';
import type { WeatherDesk } from './trading/weather/weather-desk';

/** A world and what the desk reads of its weather; `warmUp` makes in small steps what the first pages will ask for. */
export interface SimulatedMarket {
  readonly world: PumpedWorld;
  readonly playbooks?: PlaybookFeed;
  /** How much of the past a start shows. */
  readonly pastBars?: SimulatedPumpOptions['pastBars'];
  readonly weather: WeatherDesk & { warmUp(): Generator<void> };
}

export interface MarketFeedOptions {
  readonly feed: Feed | null;
  readonly weather: WeatherFeed | null;
  readonly weatherDesk?: WeatherDesk | null;
  readonly simulated: SimulatedMarket | null;
  readonly barsPerSecond: number;
  readonly warmsUp?: boolean;
  readonly runner: Runner;
  readonly clock: SetClock;
}

export interface MarketFeed {
  /** The weather that goes with the prices; null where there is none. */
  readonly weather: WeatherDesk | null;
  /** How the feed stands; null where there is none. */
  status(): FeedStatus | null;
  stop(): Promise<void>;
}

/** The start itself goes first. */
const WARMING_DELAY_MS = 3000;
const WARMING_PAUSE_MS = 5;

/** Starts the feed of a desk. */
export function openMarketFeed(options: MarketFeedOptions): MarketFeed {
  const { simulated, weatherDesk = null } = options;
  const pump = pumpOf(options);
  const cool = simulated && options.warmsUp ? warmUp(simulated.weather.warmUp()) : () => undefined;
  return {
    weather: simulated?.weather ?? weatherDesk,
    status: () => pump?.status() ?? null,
    async stop() {
      cool();
      await pump?.stop();
    },
  };
}

function pumpOf({ feed, weather, simulated, barsPerSecond, runner, clock }: MarketFeedOptions): FeedPump | null {
  const shared = { runner, clock, onFault: (error: Error): void => log().error({ err: error }, 'the feed failed') };
  if (feed) return pumpHistory({ ...shared, feed, weather, barsPerSecond });
  if (!simulated) return null;
  const { market } = simulated.weather;
  return pumpSimulated({ ...shared, ...simulated.playbooks, ...(simulated.pastBars ? { pastBars: simulated.pastBars } : {}), market, world: simulated.world, nowMs: Date.now, heldIds: () => contractsInUse(runner.state(), market).map(({ id }) => id) });
}

/** One step at a time, with the rest of the process in between; the answer ends it. */
function warmUp(steps: Generator<void>): () => void {
  let isOver = false;
  const step = (): void => {
    if (!isOver && steps.next().done !== true) setTimeout(step, WARMING_PAUSE_MS).unref();
  };
  setTimeout(step, WARMING_DELAY_MS).unref();
  return () => {
    isOver = true;
  };
}
