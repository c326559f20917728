// Judging inside one history: always trained on what came before, with a gap as long as labels
// reach and an embargo.
import { listSplits } from '../../../trading/backtest/walk-forward';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { DAY_NOTE, type Rows } from '../../train/row-sink';
import type { Contestant } from './contestant';
import { buildSheets } from './sheets-of';
import { type Sheet, joinedSheets, getNote } from './sheet';

/** Days that the label of a network reaches ahead. */
const LABEL_DAYS: Readonly<Record<NetworkId, number>> = {
  WeatherNet: 8,
  CropNet: 366,
  SpikeNet: 7,
  PowerNet: 6,
  GasNet: 6,
  PetroNet: 6,
  AgNet: 6,
  VolNet: 6,
};
const EMBARGO_DAYS = 5;
/** Shares of the days: learnt from at least, and judged at a time. */
const TRAIN_SHARE = 0.4;
export const SPLITS = 5;
/** A stretch that has fewer rows before it is not judged. */
const ROWS_LEAST = 100;
/** The last of the days that are learnt from calibrate. */
const CALIBRATE_SHARE = 0.2;

/** Rows whose day lies from `from` to before `until`. */
export function rowsBetween(rows: Rows, from: number, until: number): Rows {
  const places = Array.from(getNote(rows, DAY_NOTE).entries())
    .filter(([, day]) => day >= from && day < until)
    .map(([row]) => row);
  const taken = (values: Float64Array, width: number): Float64Array => {
    const out = new Float64Array(places.length * width);
    for (const [at, row] of places.entries())
      out.set(values.subarray(row * width, (row + 1) * width), at * width);
    return out;
  };
  return {
    ...rows,
    rows: places.length,
    x: taken(rows.x, rows.inputs),
    y: taken(rows.y, rows.targets),
    note: taken(rows.note, rows.notes),
  };
}

/** Makes a contestant of rows to learn from and later ones to calibrate on. */
export type MakeContestant = (train: Rows, calibrate: Rows) => Contestant;

/** Sheets over the judged days of a history. Throws RangeError where it is too short. */
export function walkedSheets(net: NetworkId, rows: Rows, make: MakeContestant): readonly Sheet[] {
  const days = getNote(rows, DAY_NOTE);
  const [first, last] = [days[0] ?? 0, days[days.length - 1] ?? 0];
  const bars = Math.floor(last - first) + 1;
  const gap = LABEL_DAYS[net] + EMBARGO_DAYS;
  const trainBars = Math.floor(TRAIN_SHARE * bars);
  const splits = listSplits({
    bars,
    kind: 'expanding',
    trainBars,
    testBars: Math.ceil((bars - trainBars - gap) / SPLITS),
    purge: gap,
    embargo: EMBARGO_DAYS,
  });
  const walked = splits.flatMap(({ train, test }) => {
    const until = first + (train[0]?.until ?? 0);
    const calibrateFrom = first + Math.floor((1 - CALIBRATE_SHARE) * (until - first));
    const [learnt, calibrating, judged] = [
      rowsBetween(rows, first, calibrateFrom - gap),
      rowsBetween(rows, calibrateFrom, until),
      rowsBetween(rows, first + test.from, first + test.until),
    ];
    return Math.min(learnt.rows, calibrating.rows) < ROWS_LEAST || judged.rows === 0
      ? []
      : [buildSheets(make(learnt, calibrating), [judged])];
  });
  return (walked[0] ?? []).map((_, place) =>
    joinedSheets(walked.flatMap((sheets) => sheets[place] ?? [])),
  );
}
