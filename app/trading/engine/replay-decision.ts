/**
 * A decision made again from its record: the same bytes, or the log and this program disagree.
 * It knows one record and the contract it names; it refuses records that were written before decisions kept what was known.
 */
import { canonicalJson } from '../domain/canonical';
import type { DecisionFacts } from '../domain/decision-facts';
import type { Instrument } from '../domain/instrument';
import { planEntry } from './entry-plan';

export interface ReplayedDecision {
  readonly isSame: boolean;
  /** The plan of the record and the one made now, as canonical JSON. */
  readonly recorded: string;
  readonly made: string;
}

/** Makes the plan of an entry again; null for a decision that kept no plan: exits, rolls, spreads, and older ones. */
export function replayDecision({ known, plan, quote }: DecisionFacts, instrument: Instrument): ReplayedDecision | null {
  if (!known || !plan) return null;
  const [recorded, made] = [canonicalJson(plan), canonicalJson(planEntry(instrument, quote, known))];
  return { isSame: recorded === made, recorded, made };
}
