// Calibration of a network's chances on rows that the weights which told them had not seen: the
// worlds kept for it, and those of training part by part.  Source: J. C. Platt 1999, who fits his
// line on the three parts of a cross-validation.
import { type Calibration, fitCalibration } from '../../trading/networks/core/calibration';
import { type Model, rawOutputs } from '../../trading/networks/core/model';
import type { NetworkSpec } from '../../trading/networks/network-spec';
import type { Rows } from './row-sink';

/** Rows beside a model that tells them without having seen them. */
interface UnseenRows {
  readonly model: Model;
  readonly rows: Rows;
}

/** What came of a soft label; a price that stood still says nothing. */
export const hardened = (label: number): number =>
  Number.isNaN(label) || label === 0.5 ? NaN : Number(label > 0.5);

/**
 * A calibration for each head, null for those that tell no chance. A soft label counts as what it
 * came to be: above or below one half.
 */
export function fitCalibrations(
  { heads, isTwoSided }: Pick<NetworkSpec, 'heads' | 'isTwoSided'>,
  unseen: readonly UnseenRows[],
): readonly (Calibration | null)[] {
  const told = unseen.map(({ model, rows }) => listLogits(model, rows));
  return heads.map((head, place) => {
    if (head.kind !== 'bce') return null;
    const logits = joinBlocks(told.map((columns) => columns[place] ?? new Float64Array(0)));
    const came = joinBlocks(
      unseen.map(({ rows }) =>
        Float64Array.from({ length: rows.rows }, (_, row) =>
          hardened(rows.y[row * rows.targets + head.target] ?? NaN),
        ),
      ),
    );
    return fitCalibration(logits, came, isTwoSided ?? false);
  });
}

function listLogits(model: Model, rows: Rows): readonly Float64Array[] {
  const columns = model.shape.heads.map(() => new Float64Array(rows.rows));
  for (let row = 0; row < rows.rows; row += 1) {
    const out = rawOutputs(model, rows.x.subarray(row * rows.inputs, (row + 1) * rows.inputs));
    for (const [head, column] of columns.entries()) column[row] = out[head] ?? NaN;
  }
  return columns;
}

function joinBlocks(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}
