/**
 * Whether a network has shown skill on a subject: from the table that the evaluation wrote, never
 * from hope.
 */
import { type EvaluationRow, T_MIN } from './evaluation';
import type { NetworkId } from './network-spec';
import { EVALUATION } from './verdicts.generated';

interface SkillAssessment {
  readonly hasSkill: boolean;
  /** For a person, in one sentence. */
  readonly text: string;
}

/**
 * The verdict about a network's word on a subject of its registry entry, from worlds that it had
 * not seen. Throws RangeError for a subject that the network is not asked about.
 */
export function getSkillAssessment(network: NetworkId, subject: string): SkillAssessment {
  const row = EVALUATION.rows.find(
    (one) => one.isMain && one.network === network && one.subject === subject,
  );
  if (!row) throw new RangeError(`${network} was not judged on ${subject}`);
  return { hasSkill: row.hasSkill, text: verdictText(row) };
}

const DIGITS = 4;

/** The sentence of a row. */
function verdictText({
  hasSkill,
  count,
  lossName,
  loss,
  best,
  rivals,
  adjusted,
  icT,
}: EvaluationRow): string {
  const rival = rivals.find(({ name }) => name === best)?.loss ?? NaN;
  const compared = `${lossName} ${loss.toFixed(DIGITS)} beside ${rival.toFixed(DIGITS)} of ${best} over ${count} cases in simulated worlds that it had not seen`;
  if (hasSkill) return `skill: ${compared}`;
  const why =
    loss >= rival
      ? 'no better than the best simple rival'
      : adjusted === null || (icT ?? 0) < T_MIN
        ? 'too little to tell from chance'
        : 'better by no more than chance may bring';
  return `no evidence of skill: ${compared}, ${why}`;
}
