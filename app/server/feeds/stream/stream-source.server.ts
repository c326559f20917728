// Market source of FEED=stream: prices and data that a feed process publishes for many servers.
import { createBarRecorder } from '../bar-history.server';
import { type FeedPump, type PumpPorts, startPump } from '../pump.server';
import {
  createSimulatedSource,
  createStoredQuoteReader,
  openSimulatedParts,
} from '../simulated-source.server';
import { NO_DESK_WORLD } from '../unconnected-source.server';
import { computeSeedDigest } from './seed-digest.server';
import { STREAM_FORMAT, type StreamRun } from './stream-message';
import { StreamPump, type StreamPumpOptions } from './stream-pump.server';
import { StreamReader } from './stream-reader.server';
import { getLog } from '../../platform/log.server';
import { SIMULATED_MARKET } from '../../../models/desk/terminal';
import type { Instrument } from '../../../trading/domain/instrument';
import {
  type MarketSource,
  type RunningSource,
  type SimulationSeed,
  type SourceDesk,
  createUnavailable,
} from '../../../trading/engine/market-source';

interface StreamSourceOptions {
  readonly url: string;
  /** What the feed publishes. */
  readonly run: StreamRun;
  /** Of this server, for the parts of a simulated market that follow from it. */
  readonly origin: SimulationSeed;
}

const NO_SIGNALS = 'No AI signals for replayed data.';
const NO_RISK = 'No risk figures: the price history is at the feed process, not at this server.';

/** Why a server with this seed cannot play a run, as a sentence without its end; null if it can. */
export function explainUnplayableRun(run: StreamRun, { seed }: SimulationSeed): string | null {
  if (run.format !== STREAM_FORMAT)
    return `the feed process publishes format ${run.format}, and this version reads format ${STREAM_FORMAT}. Run feed and server from the same code`;
  if (run.seedDigest !== null && run.seedDigest !== computeSeedDigest(seed))
    return 'the feed process simulates another market. Set the same SIM_SEED for feed and server';
  return null;
}

/** A later run must publish the same market, because accounts and strategies belong to it. */
const explainOtherRun = (
  later: StreamRun,
  { run, origin }: Pick<StreamSourceOptions, 'run' | 'origin'>,
): string | null =>
  later.market === run.market && later.time === run.time
    ? explainUnplayableRun(later, origin)
    : `the feed process now publishes the market ${later.market} instead of ${run.market}. Restart this server, or the feed with its former settings`;

export function createStreamSource(options: StreamSourceOptions): MarketSource {
  const { run, origin } = options;
  if (run.market === SIMULATED_MARKET && run.seedDigest !== null)
    return { ...createSimulatedSource(origin), start: (desk) => startSimulated(options, desk) };
  const { barMs } = run;
  return {
    market: run.market,
    time: run.time,
    barMs: barMs && ((commodity) => barMs[commodity]),
    hasLatePrices: false,
    signals: createUnavailable(NO_SIGNALS),
    risk: createUnavailable(NO_RISK),
    backtests: createUnavailable(NO_DESK_WORLD),
    start: (desk) => startHistory(options, desk),
  };
}

function playStream(
  options: StreamSourceOptions,
  desk: SourceDesk,
  parts: PumpPorts & Pick<StreamPumpOptions, 'onApplied' | 'onCaughtUp'>,
): FeedPump {
  const { url, run } = options;
  const { clock, nowMs, runner, storedQuotes } = desk;
  const pump = new StreamPump({
    ...parts,
    reader: new StreamReader({ url, onNotice: (text) => getLog().warn(text) }),
    run,
    clock,
    nowMs,
    logEndMs: runner.state().nowMs,
    explainOtherRun: (later) => explainOtherRun(later, options),
    // A history begins again at each start, so that earlier quotes are not compared.
    ...(run.time === 'events' ? {} : { storedQuote: createStoredQuoteReader(storedQuotes) }),
  });
  return startPump(pump);
}

/** Weather, curves, charts and the past of strategies follow from the seed. */
function startSimulated(options: StreamSourceOptions, desk: SourceDesk): RunningSource {
  // Strategies join the stream after the last bar that was applied.
  let appliedMs = desk.nowMs();
  const known = new Set<string>();
  const joining: Instrument[] = [];
  const parts = openSimulatedParts(options.origin, desk, () => appliedMs + 1);
  const pump = playStream(options, desk, {
    ...parts.ports,
    onApplied(event) {
      appliedMs = Math.max(appliedMs, event.atMs);
      if (event.type !== 'MarketListed') return;
      joining.push(...event.instruments.filter(({ id }) => !known.has(id)));
      for (const { id } of event.instruments) known.add(id);
    },
    onCaughtUp: () => parts.playbookWarmUp.add(joining.splice(0)),
  });
  return parts.serve(pump);
}

function startHistory(options: StreamSourceOptions, desk: SourceDesk): RunningSource {
  const { market, barMs } = options.run;
  const recorder = createBarRecorder(market, (commodity) => barMs?.[commodity] ?? 0);
  const pump = playStream(options, desk, {
    runner: desk.runner,
    onFault: (error) => getLog().error({ err: error }, 'the feed failed'),
    onApplied(event) {
      if (event.type === 'MarketListed') recorder.addInstruments(event.instruments);
      if (event.type === 'Market' && event.event.type === 'BarClosed')
        recorder.recordBar(event.event);
    },
  });
  return {
    curves: null,
    weather: null,
    publicData: null,
    bars: recorder.bars,
    status: () => ({ ...pump.status(), isReadingWeather: false }),
    whenWeatherLoaded: () => Promise.resolve(),
    quotes: () => (options.run.time === 'events' ? new Map() : pump.quotes()),
    stop: () => pump.stop(),
  };
}
