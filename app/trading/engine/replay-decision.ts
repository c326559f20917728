/** Computes a recorded decision again. A difference means that log and program disagree. */
import { toCanonicalJson } from '../domain/canonical-json';
import type { DecisionFacts, EntryPlan } from '../domain/decision-facts';
import type { Instrument } from '../domain/instrument';
import type {
  ExitPlan,
  TrailFacts,
  PlanFacts,
  RollPlan,
  SpreadPlan,
  TrailPlan,
} from '../domain/plan-facts';
import type { Quote } from '../domain/quote';
import { planEntry } from './entry-plan';
import { planExit } from './exit-plan';
import { planRoll } from './roll-plan';
import { planSpread } from './spread-plan';
import { planTrail } from './trail-plan';

export interface ReplayedDecision {
  readonly isSame: boolean;
  /** The plan of the record and the one computed now without their reasons, as canonical JSON. */
  readonly recorded: string;
  readonly made: string;
}

type GetInstrument = (id: string) => Instrument;

/**
 * Plans the recorded decision again. Null for records of older versions, which stored no inputs.
 */
export function replayDecision(
  facts: DecisionFacts,
  getInstrument: GetInstrument,
): ReplayedDecision | null {
  const { instrumentId, quote, into, known, plan, exit, roll, spread } = facts;
  if (known && plan)
    return compareDecisions(plan, planEntry(getInstrument(instrumentId), quote, known));
  if (exit) return compareDecisions(exit.plan, planExit(exit.known));
  if (roll && into) return compareDecisions(roll.plan, planRoll(quote, into.quote, roll.known));
  return spread ? compareDecisions(spread.plan, planSpread(spread.known, getInstrument)) : null;
}

/** Plans a recorded stop move again, at its stored quote. */
export const replayTrail = (
  { known, plan }: PlanFacts<TrailFacts, TrailPlan>,
  instrument: Instrument,
  quote: Quote,
): ReplayedDecision => compareDecisions(plan, planTrail(instrument, quote, known));

/**
 * Compares what was decided: action, lots and distances. The wording of a reason may change between
 * versions of the program, so that it does not count.
 */
function compareDecisions(plan: DecidedPlan, again: DecidedPlan): ReplayedDecision {
  const [recorded, replayed] = [plan, again].map(omitReason).map(toCanonicalJson) as [
    string,
    string,
  ];
  return { isSame: recorded === replayed, recorded, made: replayed };
}

type DecidedPlan = EntryPlan | ExitPlan | RollPlan | SpreadPlan | TrailPlan;

function omitReason({ reason: _wording, ...decided }: DecidedPlan): object {
  return decided;
}
