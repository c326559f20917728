import type { Sheet } from './loss-sheet';

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
