// Whether the networks produce signals for the market of this process, and the latest outlook.
import type { EpochMs } from '../../trading/domain/units';
import type { Outlook } from '../../trading/signals/outlook';

export interface SignalsStatus {
  readonly phase: 'none' | 'reading' | 'speaking' | 'failed' | 'stopped';
  /** Why nothing is said, a sentence; null while something is. */
  readonly reason: string | null;
  readonly outlook: Outlook | null;
  readonly spokenMs: EpochMs | null;
  readonly tookMs: number | null;
  readonly memoryMb: number | null;
  /** How often the thread has failed since the start. */
  readonly faults: number;
}
