// Status of network inference for the market of this process, and its latest output.
import type { EpochMs } from '../../trading/domain/units';
import type { Outlook } from '../../trading/signals/outlook';

export interface InferenceStatus {
  readonly phase: 'none' | 'reading' | 'speaking' | 'failed' | 'stopped';
  /** Why there are no signals; null if there are. */
  readonly reason: string | null;
  readonly outlook: Outlook | null;
  readonly lastRunMs: EpochMs | null;
  readonly tookMs: number | null;
  readonly memoryMb: number | null;
  /** Failures of the inference thread since the start. */
  readonly faults: number;
}
