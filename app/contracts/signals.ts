// Signals as pages and programs are told of them: the word of each user's risk level, the frozen
// facts behind it, and the ledger of what came of them.
import type { SignalDto } from './api/signals';

/** A list of signals; empty with its reason. */
export interface SignalsDto {
  readonly rows: readonly SignalDto[];
  /** Why there is none, or why no newer ones come; null while all is well. */
  readonly reason: string | null;
  /** How many networks there are. */
  readonly networks: number;
}
