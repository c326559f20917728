/** Halts of live accounts. */
import type { EpochMs } from './units';

/**
 * Steps by which a live account is brought to rest. Each includes the ones before it: 1 no entries, 2 working
 * entries are cancelled, 3 the positions in one contract are closed, 4 all positions are closed, 5 the
 * broker is disconnected, and stays so.
 */
export const HALT_LEVELS = [1, 2, 3, 4, 5] as const;
export type HaltLevel = (typeof HALT_LEVELS)[number];

/** Why and since when an account takes no entries. */
export interface AccountHalt {
  readonly level: HaltLevel;
  readonly reason: string;
  readonly atMs: EpochMs;
  /** True after broker and account disagreed: an operator audits before it is resumed. */
  readonly needsOperator: boolean;
}
