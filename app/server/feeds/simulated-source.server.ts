// The simulated market as a source: a world from a seed, its weather, and the past of playbooks
// folded in the background.
import { performance } from 'node:perf_hooks';
import { SIMULATED_MARKET } from '../../models/desk/terminal';
import { getLog } from '../platform/log.server';
import { playbookFeed } from './playbook-feed.server';
import { playbookPast } from './playbook-warmup.server';
import { startTimer } from './pump.server';
import { pumpSimulated } from './simulated-pump.server';
import type { Instrument } from '../../trading/domain/instrument';
import type { Quote } from '../../trading/domain/quote';
import { listContractsInUse, listWatchedContracts } from '../../trading/engine/chain';
import { convertQuote } from '../../trading/engine/held-terms';
import {
  type MarketSource,
  type RunningSource,
  type SourceDesk,
  createAvailable,
} from '../../trading/engine/market-source';
import { listShadowContracts } from '../../trading/engine/twins/kept-months';
import { deskWeather } from '../../trading/simulation/desk-weather';
import { worldKnowledge } from '../../trading/simulation/knowledge';
import { createWorld } from '../../trading/simulation/world';
import { warmUp } from './weather-warm-up.server';

/** Goes on for ever, by desk time. */
export const simulatedSource = (seed: string): MarketSource => ({
  market: SIMULATED_MARKET,
  time: 'wall clock',
  barMs: null,
  signals: createAvailable({ seed }),
  risk: createAvailable({ kind: 'world', seed }),
  backtests: createAvailable({ seed }),
  start: (desk) => startSimulation(seed, desk),
});

function startSimulation(seed: string, desk: SourceDesk): RunningSource {
  const { runner, clock, nowMs, playbooksOf, storedQuotes, warmsUp } = desk;
  const market = SIMULATED_MARKET;
  const world = createWorld({ seed });
  const weather = deskWeather(world, market, () => clock.nowMs());
  const playbooks = playbookFeed(worldKnowledge(world), (chain, atMs) =>
    world.monthsAt(chain, atMs),
  );
  const ports = {
    runner,
    onFault: (error: Error): void => getLog().error({ err: error }, 'the feed failed'),
  };
  const elapsedMs = (): number => performance.now();
  const past = playbookPast(
    { market, world, playbooksOf, inputsAt: playbooks.inputsAt, nowMs, elapsedMs },
    { ...ports, later: startTimer },
  );
  const { heldIds, releasedIds } = contractsNeeded(runner, market);
  const storedQuote = ({ id, tick }: Instrument): Quote | null => {
    const stored = storedQuotes.get(id);
    return stored ? convertQuote(stored.quote, stored.tick, tick) : null;
  };
  const pump = pumpSimulated({
    ...ports,
    ...playbooks,
    past,
    clock,
    market,
    world,
    nowMs,
    heldIds,
    releasedIds,
    storedQuote,
  });
  const warming = warmsUp ? warmUp(weather.warmUp(), { elapsedMs }) : null;
  return {
    weather,
    status: () => ({ ...pump.status(), isReadingWeather: warming?.isDone() === false }),
    weatherRead: async () => warming?.done(),
    quotes: pump.quotes,
    async stop() {
      warming?.end();
      await Promise.all([pump.stop(), past.stop()]);
    },
  };
}

/** Contracts that are quoted whether listed or not, and those whose new terms may apply. */
function contractsNeeded(runner: SourceDesk['runner'], market: string) {
  const heldIds = (): readonly string[] => {
    const state = runner.state();
    return [
      ...new Set([
        ...listContractsInUse(state, market).map(({ id }) => id),
        ...listWatchedContracts(state, market),
        ...listShadowContracts(state, runner.twins(), market),
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
  return { heldIds, releasedIds };
}
