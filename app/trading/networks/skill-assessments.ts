/** Skill of a network on a subject, from the generated evaluation table. */
import { formatCount } from '../domain/format';
import { type EvaluationRow, T_STATISTIC_MIN } from './evaluation';
import type { NetworkId } from './network-spec';
import { EVALUATION } from './verdicts.generated';

interface SkillAssessment {
  readonly hasSkill: boolean;
  /** Explanation in one sentence. */
  readonly text: string;
}

/**
 * Out-of-sample skill assessment of a network on a subject. Throws RangeError for a subject without
 * an evaluation row.
 */
export function getSkillAssessment(network: NetworkId, subject: string): SkillAssessment {
  const row = EVALUATION.rows.find(
    (one) => one.isMain && one.network === network && one.subject === subject,
  );
  if (!row) throw new RangeError(`${network} was not evaluated on ${subject}`);
  return { hasSkill: row.hasSkill, text: formatAssessment(row) };
}

const DIGITS = 4;

function formatAssessment({
  hasSkill,
  count,
  lossName,
  loss,
  best,
  rivals,
  adjusted,
  icT,
}: EvaluationRow): string {
  const benchmarkLoss = rivals.find(({ name }) => name === best)?.loss ?? NaN;
  const comparison = `${lossName} ${loss.toFixed(DIGITS)} against ${benchmarkLoss.toFixed(DIGITS)} of ${best} over ${formatCount(count)} out-of-sample cases`;
  if (hasSkill) return `skill: ${comparison}`;
  const reason =
    loss >= benchmarkLoss
      ? 'not better than the best benchmark'
      : adjusted === null || (icT ?? 0) < T_STATISTIC_MIN
        ? 'not significant'
        : 'not significant after multiple testing';
  return `no evidence of skill: ${comparison}, ${reason}`;
}
