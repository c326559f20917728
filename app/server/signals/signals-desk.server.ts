// Starts network inference for the desk, or gives the reason why not, and submits forecasts to the
// engine.
import { type SignalsThread, createDisabledSignals, startSignals } from './signals-worker.server';
import { type SetTimer, startTimer } from '../feeds/pump.server';
import type { EpochMs } from '../../trading/domain/units';
import type { Available, SignalData } from '../../trading/engine/market-source';
import type { Runner } from '../../trading/engine/runner';
import type { IssuedForecast } from '../../trading/signals/forecast-chain';

interface ForecastPorts {
  readonly runner: Pick<Runner, 'offer'>;
  readonly market: string;
  /** Engine time. */
  readonly nowMs: () => EpochMs;
  /** True once the feed has published its latest prices. */
  readonly isRunning: () => boolean;
  readonly setTimer?: SetTimer;
}

interface SignalsDeskOptions extends ForecastPorts {
  /** What the networks read, or why there is nothing. */
  readonly data: Available<SignalData>;
  readonly isEnabled: boolean;
  /** Desk time in memory shared with the thread. */
  readonly deskTime?: BigInt64Array;
}

const DISABLED = 'AI signals are switched off here (ANALYTICS=off).';
const RETRY_MS = 1000;

export function openSignals({
  data,
  isEnabled,
  deskTime,
  ...ports
}: SignalsDeskOptions): SignalsThread {
  if (data.from === null) return createDisabledSignals(data.reason);
  if (!isEnabled) return createDisabledSignals(DISABLED);
  const submit = submitForecasts(ports);
  return startSignals(
    { ...data.from, ...(deskTime ? { deskTime } : {}) },
    { onForecasts: ({ forecasts }) => submit(forecasts) },
  );
}

/**
 * Submits forecasts to the engine. New ones replace those that still wait for prices; the engine
 * rejects late ones.
 */
export function submitForecasts({
  runner,
  market,
  nowMs,
  isRunning,
  setTimer = startTimer,
}: ForecastPorts): (forecasts: readonly IssuedForecast[]) => void {
  let cancel: () => void = () => undefined;
  const submit = (forecasts: readonly IssuedForecast[]): void => {
    cancel();
    if (
      isRunning() &&
      runner.offer({ type: 'ForecastsReceived', market, forecasts, atMs: nowMs() })
    )
      return;
    cancel = setTimer(() => submit(forecasts), RETRY_MS);
  };
  return submit;
}
