// Probability of backtest overfitting (PBO) when the best strategy of each commodity is chosen by
// its past.
import {
  type OverfittingProbability,
  computeOverfittingProbability,
} from '../../trading/backtest/overfitting-probability';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { formatNumber, formatPercent } from '../../trading/domain/format';
import type { StudyResult } from '../../server/backtests/study';

export interface CommodityOverfit {
  readonly mode: CommodityKey;
  readonly playbooks: number;
  /** Null with fewer than two strategies or two days per block. */
  readonly overfit: OverfittingProbability | null;
}

/** Concatenates the daily gains of all paths. */
function joinBlocks(gains: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(gains.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of gains) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** Computes the PBO per commodity over all days of all paths. */
export function computeOverfitByCommodity(
  studied: readonly StudyResult[],
): readonly CommodityOverfit[] {
  return [...new Set(studied.map(({ row }) => row.commodity))].map((mode) => {
    const own = studied
      .filter(({ row, gains }) => row.commodity === mode && gains.length > 0)
      .map(({ gains }) => joinBlocks(gains));
    return { mode, playbooks: own.length, overfit: computeOverfittingProbability(own) };
  });
}

/** One line per commodity with a PBO. */
export function formatOverfitLines(modes: readonly CommodityOverfit[]): readonly string[] {
  const lines = modes.flatMap(({ mode, playbooks, overfit }) =>
    overfit === null
      ? []
      : [
          `${COMMODITIES[mode].displayName}: ${formatNumber(overfit.probability, 2)} over ${playbooks} strategies; the in-sample best lost out-of-sample in ${formatPercent(100 * overfit.lossShare, 0)} of ${overfit.splits} splits.`,
        ],
  );
  return lines.length === 0
    ? []
    : [
        '',
        'Probability of backtest overfitting: how often the best strategy of one half of the days is at or below the median in the other half (0.50 = chance).',
        ...lines,
      ];
}
