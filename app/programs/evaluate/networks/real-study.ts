// Networks on real prices: as they were trained on simulated markets, and trained on the history
// itself, always on what came before.
import type { Model } from '../../../trading/networks/core/model';
import type { EvaluationRow, RealStudy } from '../../../trading/networks/evaluation';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { networkSpec } from '../../../trading/networks/registry';
import type { MarketStudy } from '../../validate-market/study';
import { judgedSheet, withVerdicts } from './judge';
import { REAL_NETS, realRows } from './real-rows';
import { retrainContestant } from './study';
import { walkedSheets } from './walk';

/**
 * Both studies over the same judged days, with rivals that learn from the same days before them.
 */
export function studyReal(real: MarketStudy, models: ReadonlyMap<NetworkId, Model>): RealStudy {
  const asTrained: EvaluationRow[] = [];
  const again: EvaluationRow[] = [];
  for (const [id, model] of models) {
    if (!REAL_NETS.includes(id)) continue;
    const spec = networkSpec(id);
    const rows = realRows(id, real);
    if (rows.rows === 0) continue;
    const make = retrainContestant(spec);
    asTrained.push(
      ...walkedSheets(id, rows, (train, calibrate) => ({
        ...make(train, calibrate),
        model,
      })).flatMap((sheet) => judgedSheet(sheet, spec.subjects)),
    );
    again.push(
      ...walkedSheets(id, rows, make).flatMap((sheet) => judgedSheet(sheet, spec.subjects)),
    );
  }
  const date = (ms: number | undefined): string =>
    ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10);
  return {
    from: date(real.days[0]),
    until: date(real.days.at(-1)),
    asTrained: withVerdicts(asTrained),
    retrained: withVerdicts(again),
  };
}
