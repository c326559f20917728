// How far choosing the best playbook of each mode by its past would have misled.
import { type Overfit, computeOverfit } from '../../trading/backtest/overfit';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { decimalNumber, formatPercent } from '../../trading/domain/format';
import type { Studied } from '../../server/backtests/study';

export interface ModeOverfit {
  readonly mode: CommodityKey;
  readonly playbooks: number;
  /** Null where fewer than two playbooks or two days a block can be compared. */
  readonly overfit: Overfit | null;
}

/** All worlds of a market end to end. */
function joinBlocks(gains: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(gains.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of gains) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The probability of overfitting for each mode, over all days of all worlds. */
export function overfitByMode(studied: readonly Studied[]): readonly ModeOverfit[] {
  return [...new Set(studied.map(({ row }) => row.commodity))].map((mode) => {
    const own = studied
      .filter(({ row, gains }) => row.commodity === mode && gains.length > 0)
      .map(({ gains }) => joinBlocks(gains));
    return { mode, playbooks: own.length, overfit: computeOverfit(own) };
  });
}

/** One line for each mode that can be told of. */
export function overfitLines(modes: readonly ModeOverfit[]): readonly string[] {
  const lines = modes.flatMap(({ mode, playbooks, overfit }) =>
    overfit === null
      ? []
      : [
          `${COMMODITIES[mode].displayName}: ${decimalNumber(overfit.probability, 2)} over ${playbooks} playbooks; the best of one half lost in the other in ${formatPercent(100 * overfit.lossShare, 0)} of ${overfit.splits} splits.`,
        ],
  );
  return lines.length === 0
    ? []
    : [
        '',
        'Probability of overfitting: how often the best playbook of one half of the days lies at or below the middle in the other half; .5 is luck alone.',
        ...lines,
      ];
}
