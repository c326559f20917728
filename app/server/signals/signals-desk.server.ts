// Where the desk hears its networks: a thread where its source has a world to read, else the
// reason; what they say goes to the engine once it has prices.
import { type SignalsThread, createDisabledSignals, startSignals } from './signals-worker.server';
import { type Later, startTimer } from '../feeds/pump.server';
import type { EpochMs } from '../../trading/domain/units';
import type { Available, WorldSeed } from '../../trading/engine/market-source';
import type { Runner } from '../../trading/engine/runner';
import type { IssuedForecast } from '../../trading/signals/forecast';

interface ToldPorts {
  readonly runner: Pick<Runner, 'offer'>;
  readonly market: string;
  /** Engine time. */
  readonly nowMs: () => EpochMs;
  /** Whether the feed has shown its latest prices. */
  readonly isRunning: () => boolean;
  readonly later?: Later;
}

interface SignalsDeskOptions extends ToldPorts {
  /** What the networks read, or why they read nothing. */
  readonly world: Available<WorldSeed>;
  readonly speaks: boolean;
  /** Desk time in memory that the thread shares. */
  readonly deskTime?: BigInt64Array;
}

const NOT_LISTENED = 'AI signals are switched off here (ANALYTICS=off).';
const LOOK_MS = 1000;

/** Begins to listen. */
export function openSignals({
  world,
  speaks,
  deskTime,
  ...ports
}: SignalsDeskOptions): SignalsThread {
  if (world.from === null) return createDisabledSignals(world.reason);
  if (!speaks) return createDisabledSignals(NOT_LISTENED);
  const take = submitForecasts(ports);
  return startSignals(
    { seed: world.from.seed, ...(deskTime ? { deskTime } : {}) },
    { onSpoken: ({ opinions }) => take(opinions) },
  );
}

/**
 * Opinions as an event of the engine. The latest take the place of those that still wait for
 * prices; the engine itself refuses what has waited too long.
 */
export function submitForecasts({
  runner,
  market,
  nowMs,
  isRunning,
  later = startTimer,
}: ToldPorts): (opinions: readonly IssuedForecast[]) => void {
  let cancel: () => void = () => undefined;
  const take = (opinions: readonly IssuedForecast[]): void => {
    cancel();
    if (isRunning() && runner.offer({ type: 'OpinionsTold', market, opinions, atMs: nowMs() }))
      return;
    cancel = later(() => take(opinions), LOOK_MS);
  };
  return take;
}
