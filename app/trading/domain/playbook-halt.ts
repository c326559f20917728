/**
 * Halts of failed playbooks. A halt blocks entries for all users of a market until it is re-armed.
 */
import type { CommodityKey } from './commodity';
import type { EpochMs } from './units';

/** A playbook of a commodity in one market; other markets are unaffected. */
export interface HaltedRule {
  readonly market: string;
  readonly commodity: CommodityKey;
  readonly playbookId: string;
}

export interface PlaybookHaltFacts extends HaltedRule {
  /** Contract of the bar on which it failed. */
  readonly instrumentId: string;
  readonly reason: string;
}

export interface PlaybookHalt extends PlaybookHaltFacts {
  /** Log sequence number and engine time of the halt. */
  readonly seq: number;
  readonly atMs: EpochMs;
}

/** Active halts by key. */
export type PlaybookHalts = Readonly<Record<string, PlaybookHalt>>;

export const getHaltKey = ({ market, commodity, playbookId }: HaltedRule): string =>
  `${market}/${commodity}/${playbookId}`;

/** The active halt of a playbook; null while it is armed. */
export function findHalt(halts: PlaybookHalts, rule: HaltedRule): PlaybookHalt | null {
  // Mostly nothing is halted, and then no key is needed.
  for (const _key in halts) return halts[getHaltKey(rule)] ?? null;
  return null;
}
