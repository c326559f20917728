// The model card, shown on its page and in docs/model-card.md.
import {
  describeAttainableSkill,
  describeBenchmarks,
  describeTraining,
  describeLimits,
  describePlacebos,
  describeRealHistories,
  describeVerdicts,
} from './evaluation-sections';
import { STORED_DESK_YEARS, describeDeskYears } from './desk-year-section';
import type { DeskYearStudy } from './desk-year-study';
import { buildNetworkSection } from './network-section';
import { buildSkillMatrix } from './skill-matrix';
import { describeLearningCurves, describeSources } from './source-sections';
import type { ModelCard } from '../../contracts/model-card';
import { formatCount } from '../../trading/domain/format';
import type { Evaluation } from '../../trading/networks/evaluation';
import { NETWORKS } from '../../trading/networks/registry';
import { EVALUATION } from '../../trading/networks/verdicts.generated';

/**
 * Builds the card of an evaluation and a desk-year study, by default those of the committed weights
 * and the stored study.
 */
export function buildModelCard(
  evaluation: Evaluation = EVALUATION,
  deskYears: DeskYearStudy | null = STORED_DESK_YEARS,
): ModelCard {
  const { rows, verdict } = evaluation;
  const withSkill = verdict.rows.filter(({ hasSkill }) => hasSkill).length;
  const skilled = rows.filter(({ hasSkill }) => hasSkill).length;
  return {
    title: 'Model Card',
    summary: `${formatCount(NETWORKS.length)} neural networks, evaluated on out-of-sample simulations. A model with proven skill issues the signals of ${formatCount(withSkill)} of ${formatCount(verdict.rows.length)} markets. Against the best benchmark, chosen afterwards, ${formatCount(skilled)} of ${formatCount(rows.length)} rows show skill, ${formatCount(rows.length - skilled)} no evidence of it.`,
    matrix: buildSkillMatrix(evaluation),
    sections: [
      describeSources(evaluation),
      describeVerdicts(evaluation),
      describeAttainableSkill(evaluation),
      ...NETWORKS.map((spec) => buildNetworkSection(spec, evaluation)),
      describeLearningCurves(evaluation),
      describeTraining(evaluation),
      describePlacebos(evaluation),
      describeRealHistories(evaluation),
      describeBenchmarks(evaluation),
      describeDeskYears(deskYears),
      describeLimits(evaluation),
    ],
  };
}
