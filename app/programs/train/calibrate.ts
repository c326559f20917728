// Fits probability calibration on rows that the weights were not fitted on: calibration paths and
// cross-validation folds. Source: J. C. Platt 1999 (three-fold cross-validation).
import type { Calibration } from '../../trading/networks/core/calibration';
import { fitCalibration } from '../../trading/networks/core/fit-calibration';
import { type Model, computeRawOutputs } from '../../trading/networks/core/model';
import type { NetworkSpec } from '../../trading/networks/network-spec';
import type { Rows } from './rows';

/** Rows and a model that was not fitted on them. */
interface HeldOutRows {
  readonly model: Model;
  readonly rows: Rows;
}

/** Rounds a soft label to 0 or 1; NaN for an unchanged price (0.5). */
export const roundLabel = (label: number): number =>
  Number.isNaN(label) || label === 0.5 ? NaN : Number(label > 0.5);

/**
 * One calibration per head; null for heads without a probability. Soft labels are rounded to 0 or
 * 1.
 */
export function fitCalibrations(
  { heads, isTwoSided }: Pick<NetworkSpec, 'heads' | 'isTwoSided'>,
  heldOut: readonly HeldOutRows[],
): readonly (Calibration | null)[] {
  const logitsByModel = heldOut.map(({ model, rows }) => listLogits(model, rows));
  return heads.map((head, headIndex) => {
    if (head.kind !== 'bce') return null;
    const logits = joinBlocks(
      logitsByModel.map((columns) => columns[headIndex] ?? new Float64Array(0)),
    );
    const outcomes = joinBlocks(
      heldOut.map(({ rows }) =>
        Float64Array.from({ length: rows.rows }, (_, row) =>
          roundLabel(rows.y[row * rows.targets + head.target] ?? NaN),
        ),
      ),
    );
    return fitCalibration(logits, outcomes, isTwoSided ?? false);
  });
}

function listLogits(model: Model, rows: Rows): readonly Float64Array[] {
  const columns = model.shape.heads.map(() => new Float64Array(rows.rows));
  for (let row = 0; row < rows.rows; row += 1) {
    const out = computeRawOutputs(
      model,
      rows.x.subarray(row * rows.inputs, (row + 1) * rows.inputs),
    );
    for (const [head, column] of columns.entries()) column[row] = out[head] ?? NaN;
  }
  return columns;
}

function joinBlocks(columns: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const column of columns) {
    values.set(column, offset);
    offset += column.length;
  }
  return values;
}
