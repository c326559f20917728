// The model card: what the networks are, how they were judged and what was found, as the page and
// docs/model-card.md say it.
import {
  describeAttainableSkill,
  describeBenchmarks,
  describeTraining,
  describeLimits,
  describePlacebos,
  describeRealHistories,
  describeVerdicts,
} from './evidence';
import { networkSection } from './networks';
import type { ModelCard } from '../../contracts/model-card';
import { formatCount } from '../../trading/domain/format';
import type { Evaluation } from '../../trading/networks/evaluation';
import { NETWORKS } from '../../trading/networks/registry';
import { EVALUATION } from '../../trading/networks/verdicts.generated';

/** The card of an evaluation; that of the committed weights when none is given. */
export function modelCard(evaluation: Evaluation = EVALUATION): ModelCard {
  const { rows } = evaluation;
  const good = rows.filter(({ hasSkill }) => hasSkill).length;
  return {
    title: 'Model Card',
    summary: `${formatCount(NETWORKS.length)} neural networks, judged on simulated worlds that they have not seen: ${formatCount(good)} of ${formatCount(rows.length)} rows show skill, ${formatCount(rows.length - good)} no evidence of it.`,
    sections: [
      describeVerdicts(evaluation),
      describeAttainableSkill(evaluation),
      ...NETWORKS.map((spec) => networkSection(spec, evaluation)),
      describeTraining(evaluation),
      describePlacebos(evaluation),
      describeRealHistories(evaluation),
      describeBenchmarks(evaluation),
      describeLimits(evaluation),
    ],
  };
}
