// A network's forecasts of one target beside those of its rivals, row by row in order of time, as
// losses.
import type { NetworkId } from '../../../trading/networks/network-spec';
import { type Model, predictRow } from '../../../trading/networks/core/model';
import { DAY_NOTE, type Rows } from '../../train/row-sink';

/** What goes on a sheet besides losses; one number a row. NaN in `own` takes a row out. */
export interface Sheet {
  readonly net: NetworkId;
  readonly target: string;
  readonly lossName: string;
  /** The target by which the network's word is judged. */
  readonly isMain: boolean;
  /** Whether forecast and outcome have sides: above and below zero. */
  readonly isDirection: boolean;
  /** Whether subjects are judged one by one too. */
  readonly bySubject: boolean;
  /** Blocks over which errors may go together are so many neighbors. */
  readonly lag: number;
  /**
   * Place of each row's subject, and the block of days that it belongs to: rising, a world after
   * another.
   */
  readonly subject: Float64Array;
  readonly block: Float64Array;
  readonly own: Float64Array;
  readonly line: Float64Array;
  readonly rivals: readonly { readonly name: string; readonly losses: Float64Array }[];
  /** What goes up where the outcome is told to. */
  readonly forecast: Float64Array;
  readonly outcome: Float64Array;
  /** Chances and whether it came, 0 or 1. */
  readonly chance: Float64Array | null;
  readonly came: Float64Array | null;
  /** What could be foreseen from news and reports. */
  readonly attainable: Float64Array | null;
  /** What following the signal brought, costs taken off, in deviations of a day's move. */
  readonly gain: Float64Array | null;
}

/** One column of a table of rows; NaN beyond its width. */
const getColumn = (values: Float64Array, width: number, at: number): Float64Array =>
  Float64Array.from({ length: width === 0 ? 0 : values.length / width }, (_, row) =>
    at < width ? (values[row * width + at] ?? NaN) : NaN,
  );

export const getNote = ({ note, notes }: Rows, at: number): Float64Array =>
  getColumn(note, notes, at);
export const getTargets = ({ y, targets }: Rows, at: number): Float64Array =>
  getColumn(y, targets, at);
export const getInputs = ({ x, inputs }: Rows, at: number): Float64Array =>
  getColumn(x, inputs, at);

/** Outputs of a model over rows, a column a head. */
export function computeOutputs(model: Model, { rows, inputs, x }: Rows): readonly Float64Array[] {
  const columns = model.shape.heads.map(() => new Float64Array(rows));
  for (let row = 0; row < rows; row += 1) {
    const out = predictRow(model, x.subarray(row * inputs, (row + 1) * inputs));
    for (const [head, column] of columns.entries()) column[row] = out[head] ?? NaN;
  }
  return columns;
}

export const computeSquares = (told: Float64Array, came: Float64Array): Float64Array =>
  told.map((value, row) => (value - (came[row] ?? NaN)) ** 2);

/** Days that no world has: blocks of the next world lie beyond. */
const WORLD_DAYS = 1e6;

/** The block of each row of a world. */
export const assignBlocks = (rows: Rows, world: number, blockDays: number): Float64Array =>
  getNote(rows, DAY_NOTE).map((day) => world * WORLD_DAYS + Math.floor(day / blockDays));

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
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Sheets of the same target behind one another. Throws RangeError for none. */
export function joinedSheets(sheets: readonly Sheet[]): Sheet {
  const [first] = sheets;
  if (!first) throw new RangeError('there are no sheets to join');
  const column = <K extends Columns>(name: K): Float64Array =>
    joinBlocks(sheets.map((sheet) => sheet[name] ?? new Float64Array(0)));
  const kept = (name: 'chance' | 'came' | 'attainable' | 'gain'): Float64Array | null =>
    first[name] ? column(name) : null;
  return {
    ...first,
    subject: column('subject'),
    block: column('block'),
    own: column('own'),
    line: column('line'),
    forecast: column('forecast'),
    outcome: column('outcome'),
    chance: kept('chance'),
    came: kept('came'),
    attainable: kept('attainable'),
    gain: kept('gain'),
    rivals: first.rivals.map(({ name }, place) => ({
      name,
      losses: joinBlocks(sheets.map(({ rivals }) => rivals[place]?.losses ?? new Float64Array(0))),
    })),
  };
}
