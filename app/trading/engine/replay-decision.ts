/** A decision made again from its record: the same bytes, or the log and this program disagree. */
import { canonicalJson } from '../domain/canonical';
import type { DecisionFacts } from '../domain/decision-facts';
import type { Instrument } from '../domain/instrument';
import type { KnownAtTrail, Made, TrailPlan } from '../domain/leaving-facts';
import type { Quote } from '../domain/quote';
import { planEntry } from './entry-plan';
import { planExit } from './exit-plan';
import { planRoll } from './roll-plan';
import { planSpread } from './spread-plan';
import { planTrail } from './trail-plan';

export interface ReplayedDecision {
  readonly isSame: boolean;
  /** The plan of the record and the one made now, as canonical JSON. */
  readonly recorded: string;
  readonly made: string;
}

type InstrumentOf = (id: string) => Instrument;

/**
 * Makes the plan of an entry, a deliberate wait, an exit, a roll or a spread again; null for a
 * decision of the time before its kind kept one.
 */
export function replayDecision(
  facts: DecisionFacts,
  instrumentOf: InstrumentOf,
): ReplayedDecision | null {
  const { instrumentId, quote, into, known, plan, exit, roll, spread } = facts;
  if (known && plan)
    return compareDecisions(plan, planEntry(instrumentOf(instrumentId), quote, known));
  if (exit) return compareDecisions(exit.plan, planExit(exit.known));
  if (roll && into) return compareDecisions(roll.plan, planRoll(quote, into.quote, roll.known));
  return spread ? compareDecisions(spread.plan, planSpread(spread.known, instrumentOf)) : null;
}

/** Makes the move of a stop again, at the quote with which it was placed. */
export const replayTrail = (
  { known, plan }: Made<KnownAtTrail, TrailPlan>,
  instrument: Instrument,
  quote: Quote,
): ReplayedDecision => compareDecisions(plan, planTrail(instrument, quote, known));

function compareDecisions(plan: unknown, again: unknown): ReplayedDecision {
  const [recorded, made] = [canonicalJson(plan), canonicalJson(again)];
  return { isSame: recorded === made, recorded, made };
}
