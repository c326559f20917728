// Columns of a row table, one number per row.
import { type Model, predictRow } from '../../../trading/networks/core/model';
import { DAY_NOTE, type Rows } from '../../train/rows';

/** One column of a row table; NaN beyond its width. */
const getColumn = (values: Float64Array, width: number, offset: number): Float64Array =>
  Float64Array.from({ length: width === 0 ? 0 : values.length / width }, (_, row) =>
    offset < width ? (values[row * width + offset] ?? NaN) : NaN,
  );

export const getNote = ({ note, notes }: Rows, offset: number): Float64Array =>
  getColumn(note, notes, offset);
export const getTargets = ({ y, targets }: Rows, offset: number): Float64Array =>
  getColumn(y, targets, offset);
export const getInputs = ({ x, inputs }: Rows, offset: number): Float64Array =>
  getColumn(x, inputs, offset);

/** Model outputs, one column per head. */
export function computeOutputs(model: Model, { rows, inputs, x }: Rows): readonly Float64Array[] {
  const columns = model.shape.heads.map(() => new Float64Array(rows));
  for (let row = 0; row < rows; row += 1) {
    const out = predictRow(model, x.subarray(row * inputs, (row + 1) * inputs));
    for (const [head, joinColumn] of columns.entries()) joinColumn[row] = out[head] ?? NaN;
  }
  return columns;
}

export const computeSquaredErrors = (
  predictions: Float64Array,
  outcomes: Float64Array,
): Float64Array => predictions.map((value, row) => (value - (outcomes[row] ?? NaN)) ** 2);

/** Block offset between paths, longer than any path in days. */
const PATH_BLOCK_OFFSET = 1e6;

export const assignBlocks = (rows: Rows, pathIndex: number, blockDays: number): Float64Array =>
  getNote(rows, DAY_NOTE).map((day) => pathIndex * PATH_BLOCK_OFFSET + Math.floor(day / blockDays));
