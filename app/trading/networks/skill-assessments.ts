/** The model that issues the signals of a subject, and its skill, from the generated evaluation. */
import type { SignalSource } from '../domain/signal-facts';
import { formatCount, formatPValue } from '../domain/format';
import {
  P_VALUE_MAX,
  SOURCE_T_STATISTIC_MIN,
  type SourceRow,
  type SourceTable,
} from './evaluation';
import type { NetworkId } from './network-spec';
import { EVALUATION } from './verdicts.generated';

/** A: skill on the verdict and on the confirmation paths. B: on the verdict paths only. */
type SkillGrade = 'A' | 'B';

interface SkillAssessment {
  /** The model that issues the signals of the subject. */
  readonly source: SignalSource;
  readonly hasSkill: boolean;
  /** Null without skill. */
  readonly grade: SkillGrade | null;
  /** Explanation in one sentence. */
  readonly text: string;
}

/** For forecasts on real data: the evaluation applies to the simulated market only. */
export const UNPROVEN: Pick<SkillAssessment, 'hasSkill' | 'grade' | 'text'> = {
  hasSkill: false,
  grade: null,
  text: 'not proven on real data: the networks learned and were tested in the simulated market',
};

const findRow = (
  table: SourceTable | null,
  network: NetworkId,
  subject: string,
): SourceRow | undefined =>
  table?.rows.find((row) => row.network === network && row.subject === subject);

/**
 * Skill of the model that issues the signals of a subject: docs/decisions/0061. Throws RangeError for a
 * subject that was not evaluated.
 */
export function getSkillAssessment(network: NetworkId, subject: string): SkillAssessment {
  const row = findRow(EVALUATION.verdict, network, subject);
  if (!row) throw new RangeError(`${network} was not evaluated on ${subject}`);
  const isConfirmed = findRow(EVALUATION.confirmation, network, subject)?.hasSkill ?? false;
  const grade = !row.hasSkill ? null : isConfirmed ? 'A' : 'B';
  return { source: row.source, hasSkill: row.hasSkill, grade, text: formatAssessment(row, grade) };
}

function formatAssessment(
  { count, ic, icT, adjusted, sharpe, lowerSharpe }: SourceRow,
  grade: SkillGrade | null,
): string {
  const figures = `correlation ${(ic ?? 0).toFixed(3)}, t ${(icT ?? 0).toFixed(1)}, Sharpe after costs ${(sharpe ?? 0).toFixed(2)} (lower bound ${(lowerSharpe ?? 0).toFixed(2)}) over ${formatCount(count)} out-of-sample days`;
  if (grade === 'A') return `skill grade A, confirmed on a second set: ${figures}`;
  if (grade === 'B') return `skill grade B, not confirmed on a second set: ${figures}`;
  const reason =
    (icT ?? 0) < SOURCE_T_STATISTIC_MIN
      ? `t below ${SOURCE_T_STATISTIC_MIN}`
      : adjusted > P_VALUE_MAX
        ? `p ${formatPValue(adjusted)} over all subjects`
        : 'the lower bound after costs is not above zero';
  return `no proven skill, ${reason}: ${figures}`;
}

/**
 * True if a network is significantly better than the best benchmark on a subject, on the verdict
 * paths. For networks without signals. Throws RangeError for a subject that was not evaluated.
 */
export function hasProvenSkill(network: NetworkId, subject: string): boolean {
  const row = EVALUATION.rows.find(
    (one) => one.isMain && one.network === network && one.subject === subject,
  );
  if (!row) throw new RangeError(`${network} was not evaluated on ${subject}`);
  return row.hasSkill;
}

/**
 * True if VolNet has a lower QLIKE loss for moves of a day on a chain than the exponentially
 * weighted volatility, on the verdict paths.
 */
export function isVolatilityBetter(chain: string): boolean {
  const row = EVALUATION.rows.find(
    (one) => one.network === 'VolNet' && one.isMain && one.subject === chain,
  );
  const weighted = row?.rivals.find(({ name }) => name === 'weighted volatility');
  return row !== undefined && weighted !== undefined && row.loss < weighted.loss;
}
