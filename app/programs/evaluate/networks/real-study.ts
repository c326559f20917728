// Evaluates networks on real prices, walk-forward: as trained on simulations, and retrained on the
// history.
import type { Model } from '../../../trading/networks/core/model';
import type { EvaluationRow, RealStudy } from '../../../trading/networks/evaluation';
import { getNetworkSpec } from '../../../trading/networks/registry';
import type { MarketStudy } from '../../validate-market/study';
import { scoreSheet, assessSkill } from './score-sheet';
import { REAL_NETS, buildRealRows } from './real-rows';
import { createRetrainedNetwork } from './study-network';
import { buildWalkForwardSheets } from './walk-forward-sheets';

/** Both studies use the same test days and benchmarks fitted on the same earlier days. */
export function studyReal(real: MarketStudy, models: ReadonlyMap<string, Model>): RealStudy {
  const asTrained: EvaluationRow[] = [];
  const retrained: EvaluationRow[] = [];
  for (const id of REAL_NETS) {
    const model = models.get(id);
    if (!model) continue;
    const spec = getNetworkSpec(id);
    const rows = buildRealRows(id, real);
    if (rows.rows === 0) continue;
    const createRetrained = createRetrainedNetwork(spec);
    asTrained.push(
      ...buildWalkForwardSheets(id, rows, (train, calibrate) => ({
        ...createRetrained(train, calibrate),
        model,
      })).flatMap((sheet) => scoreSheet(sheet, spec.subjects)),
    );
    retrained.push(
      ...buildWalkForwardSheets(id, rows, createRetrained).flatMap((sheet) =>
        scoreSheet(sheet, spec.subjects),
      ),
    );
  }
  const formatDay = (ms: number | undefined): string =>
    ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10);
  return {
    from: formatDay(real.days[0]),
    until: formatDay(real.days.at(-1)),
    asTrained: assessSkill(asTrained),
    retrained: assessSkill(retrained),
  };
}
