/**
 * What the log keeps of a playbook that failed: it opens nothing in its market, for nobody, until a
 * person re-arms it.
 */
import type { CommodityKey } from './commodity';
import type { EpochMs } from './units';

/**
 * A playbook of a commodity in one market: the same rule over another market's prices is not
 * touched.
 */
export interface HaltedRule {
  readonly market: string;
  readonly commodity: CommodityKey;
  readonly playbookId: string;
}

export interface PlaybookHaltFacts extends HaltedRule {
  /** The contract on whose bar it failed. */
  readonly instrumentId: string;
  readonly reason: string;
}

export interface PlaybookHalt extends PlaybookHaltFacts {
  /** The record that halted it, and its engine time. */
  readonly seq: number;
  readonly atMs: EpochMs;
}

/** All halts in force by their key. */
export type PlaybookHalts = Readonly<Record<string, PlaybookHalt>>;

export const haltKey = ({ market, commodity, playbookId }: HaltedRule): string =>
  `${market}/${commodity}/${playbookId}`;

/** The halt in force for a playbook; null while it is armed. */
export const findHalt = (halts: PlaybookHalts, rule: HaltedRule): PlaybookHalt | null =>
  halts[haltKey(rule)] ?? null;
