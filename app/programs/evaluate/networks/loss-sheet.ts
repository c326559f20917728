// Losses of a network and its benchmarks for one target, row by row in time order.
import type { NetworkId } from '../../../trading/networks/network-spec';
import { type Model, predictRow } from '../../../trading/networks/core/model';
import { DAY_NOTE, type Rows } from '../../train/row-sink';

/** One number per row. NaN in `own` excludes a row. */
export interface Sheet {
  readonly net: NetworkId;
  readonly target: string;
  readonly lossName: string;
  /** Whether the network is assessed by this target. */
  readonly isMain: boolean;
  /** Whether the signs of forecast and outcome are meaningful. */
  readonly isDirection: boolean;
  /** Whether subjects are also scored separately. */
  readonly bySubject: boolean;
  /** Lag in blocks up to which errors may be correlated. */
  readonly lag: number;
  /** Subject index and day block of each row; blocks increase, path after path. */
  readonly subject: Float64Array;
  readonly block: Float64Array;
  readonly own: Float64Array;
  readonly line: Float64Array;
  readonly rivals: readonly { readonly name: string; readonly losses: Float64Array }[];
  /** Score that rises with the predicted outcome. */
  readonly forecast: Float64Array;
  readonly outcome: Float64Array;
  /** Probabilities and 0/1 outcomes. */
  readonly chance: Float64Array | null;
  readonly came: Float64Array | null;
  /** Predictable component from news and reports. */
  readonly attainable: Float64Array | null;
  /** Net gain of following the signal, in daily standard deviations. */
  readonly gain: Float64Array | null;
}

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

type Columns =
  | 'subject'
  | 'block'
  | 'own'
  | 'line'
  | 'forecast'
  | 'outcome'
  | 'chance'
  | 'came'
  | 'attainable'
  | 'gain';

const joinBlocks = (parts: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
};

/** Concatenates sheets of one target. Throws RangeError for an empty list. */
export function joinSheets(sheets: readonly Sheet[]): Sheet {
  const [first] = sheets;
  if (!first) throw new RangeError('no sheets to join');
  const joinColumn = <K extends Columns>(name: K): Float64Array =>
    joinBlocks(sheets.map((sheet) => sheet[name] ?? new Float64Array(0)));
  const joinOptional = (name: 'chance' | 'came' | 'attainable' | 'gain'): Float64Array | null =>
    first[name] ? joinColumn(name) : null;
  return {
    ...first,
    subject: joinColumn('subject'),
    block: joinColumn('block'),
    own: joinColumn('own'),
    line: joinColumn('line'),
    forecast: joinColumn('forecast'),
    outcome: joinColumn('outcome'),
    chance: joinOptional('chance'),
    came: joinOptional('came'),
    attainable: joinOptional('attainable'),
    gain: joinOptional('gain'),
    rivals: first.rivals.map(({ name }, index) => ({
      name,
      losses: joinBlocks(sheets.map(({ rivals }) => rivals[index]?.losses ?? new Float64Array(0))),
    })),
  };
}
