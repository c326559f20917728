// Simulated market source: prices from a seed, its weather, and strategy warm-up in the background.
import { performance } from 'node:perf_hooks';
import { SIMULATED_MARKET } from '../../models/desk/terminal';
import { getLog } from '../platform/log.server';
import { openMarketCache } from './market-cache.server';
import { MARKET_FILES } from '../platform/market-files';
import { openSimulatedBars } from './simulated-bars.server';
import { createPlaybookFeed } from './playbook-feed.server';
import { createPlaybookWarmUp } from './playbook-warmup.server';
import { type FeedPump, startTimer } from './pump.server';
import { pumpSimulated } from './simulated-pump.server';
import type { Instrument } from '../../trading/domain/instrument';
import type { Quote } from '../../trading/domain/quote';
import type { EpochMs } from '../../trading/domain/units';
import { listContractsInUse, listContractsWithPendingSignals } from '../../trading/engine/chain';
import { convertQuote } from '../../trading/engine/contract-terms';
import {
  type MarketSource,
  type RunningSource,
  type SimulationSeed,
  type SourceDesk,
  createAvailable,
} from '../../trading/engine/market-source';
import { listShadowContracts } from '../../trading/engine/shadow-accounts/expired-months';
import { CHAINS } from '../../trading/simulation/chains';
import { createSimulatedCurves } from '../../trading/simulation/simulated-curves';
import {
  type StoredCloses,
  createWeatherDesk,
} from '../../trading/simulation/simulated-weather-desk';
import { createMarketKnowledge } from '../../trading/simulation/market-knowledge';
import { STORED_DAYS_MAX } from '../../trading/simulation/series/series';
import { startWarmUp } from './weather-warm-up.server';
import { openStoredWorld, storeWorld } from './world-store.server';

/** Endless, by desk time. */
export const createSimulatedSource = (origin: SimulationSeed): MarketSource => ({
  market: SIMULATED_MARKET,
  time: 'wall clock',
  barMs: null,
  hasLatePrices: false,
  signals: createAvailable({ kind: 'simulation', ...origin }),
  risk: createAvailable({ kind: 'world', ...origin }),
  backtests: createAvailable(origin),
  start: (desk) => startSimulation(origin, desk),
});

function startSimulation(origin: SimulationSeed, desk: SourceDesk): RunningSource {
  const { runner, clock, nowMs, storedQuotes, listFollowed } = desk;
  const parts = openSimulatedParts(origin, desk, nowMs);
  const { getHeldIds, getReleasedIds } = createContractQueries(runner, SIMULATED_MARKET);
  const pump = pumpSimulated({
    ...parts.ports,
    ...parts.playbooks,
    warmUp: parts.playbookWarmUp,
    clock,
    market: SIMULATED_MARKET,
    world: parts.world,
    nowMs,
    getHeldIds: () => [...new Set([...getHeldIds(), ...(listFollowed?.() ?? [])])],
    getReleasedIds,
    storedQuote: createStoredQuoteReader(storedQuotes),
  });
  return parts.serve(pump);
}

/** Reads quotes of the previous run in current ticks. */
export const createStoredQuoteReader =
  (storedQuotes: SourceDesk['storedQuotes']) =>
  ({ id, tick }: Instrument): Quote | null => {
    const stored = storedQuotes.get(id);
    return stored ? convertQuote(stored.quote, stored.tick, tick) : null;
  };

/**
 * Parts that follow from the seed alone. `warmUpNowMs`: strategies are warmed up on the bars before
 * it.
 */
export function openSimulatedParts(
  origin: SimulationSeed,
  { runner, clock, nowMs, listPlaybooks: listPlaybookRows, shouldWarmUp }: SourceDesk,
  warmUpNowMs: () => EpochMs,
) {
  const market = SIMULATED_MARKET;
  const world = openStoredWorld(origin);
  // Current prices depend on all days before. Computed before the desk serves, so that its first
  // page has prices.
  world.foldTo(nowMs(), STORED_DAYS_MAX);
  void storeWorld(origin, world);
  const closesCache = openMarketCache<StoredCloses>(origin, MARKET_FILES.closes);
  const weather = createWeatherDesk(world, market, () => clock.nowMs(), closesCache.read());
  const playbooks = createPlaybookFeed(createMarketKnowledge(world), (chain, atMs) =>
    world.listMonthsAt(chain, atMs),
  );
  const ports = {
    runner,
    onFault: (error: Error): void => getLog().error({ err: error }, 'the feed failed'),
  };
  const elapsedMs = (): number => performance.now();
  const playbookWarmUp = createPlaybookWarmUp(
    {
      market,
      world,
      playbooksOf: listPlaybookRows,
      getInputs: playbooks.getInputs,
      nowMs: warmUpNowMs,
      elapsedMs,
      cache: openMarketCache(origin, MARKET_FILES.strategies),
    },
    { ...ports, setTimer: startTimer },
  );
  const bars = openSimulatedBars({
    market,
    chains: CHAINS.map(({ id }) => id),
    world,
    nowMs: () => clock.nowMs(),
    elapsedMs,
    setTimer: startTimer,
    cache: openMarketCache(origin, MARKET_FILES.days),
  });
  const serve = (pump: FeedPump): RunningSource => {
    const weatherWarmUp = shouldWarmUp ? startWarmUp(weather.warmUp(), { elapsedMs }) : null;
    // After the weather, which more pages read.
    void weatherWarmUp?.whenDone().then(() => {
      if (!weatherWarmUp.isDone()) return;
      void closesCache.write(weather.listComputedCloses());
      bars.warmUp();
    });
    return {
      curves: createSimulatedCurves(world, market),
      weather,
      publicData: null,
      bars,
      status: () => ({ ...pump.status(), isReadingWeather: weatherWarmUp?.isDone() === false }),
      whenWeatherLoaded: async () => weatherWarmUp?.waitUntilDone(),
      quotes: pump.quotes,
      async stop() {
        bars.stop();
        weatherWarmUp?.stop();
        await Promise.all([pump.stop(), playbookWarmUp.stop()]);
      },
    };
  };
  return { world, ports, playbooks, playbookWarmUp, serve };
}

/** Contracts to quote regardless of listing, and those whose new terms may apply. */
export function createContractQueries(runner: SourceDesk['runner'], market: string) {
  const getHeldIds = (): readonly string[] => {
    const state = runner.state();
    return [
      ...new Set([
        ...listContractsInUse(state, market).map(({ id }) => id),
        ...listContractsWithPendingSignals(state, market),
        ...listShadowContracts(state, runner.shadows(), market),
      ]),
    ];
  };
  const getReleasedIds = (): readonly string[] => {
    const heldIds = new Set(getHeldIds());
    const quoted = Object.values(runner.state().markets[market]?.instruments ?? {});
    return quoted.flatMap(({ instrument, newTerms }) =>
      newTerms && !heldIds.has(instrument.id) ? [instrument.id] : [],
    );
  };
  return { getHeldIds, getReleasedIds };
}
