// Status of network inference for the market of this process, and its latest output.
import type { EpochMs } from '../../trading/domain/units';
import type { Outlook } from '../../trading/signals/outlook';

/** A market without a forecast, and why. */
export interface SilentChain {
  readonly chain: string;
  readonly reason: string;
}

export interface InferenceStatus {
  readonly phase: 'none' | 'reading' | 'speaking' | 'failed' | 'stopped';
  /** Why there are no signals; null if there are. */
  readonly reason: string | null;
  /** What limits the forecasts of this market; null for none. */
  readonly remark: string | null;
  readonly outlook: Outlook | null;
  readonly silent: readonly SilentChain[];
  readonly lastRunMs: EpochMs | null;
  readonly tookMs: number | null;
  readonly memoryMb: number | null;
  /** Failures of the inference thread since the start. */
  readonly faults: number;
}
