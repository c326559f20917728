// Walk-forward evaluation within one history, with a gap of the label length and an embargo.
import { listSplits } from '../../../trading/backtest/walk-forward';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { DAY_NOTE, type Rows } from '../../train/rows';
import type { EvaluatedNetwork } from './evaluated-network';
import { buildSheets } from './build-sheets';
import { joinSheets } from './join-sheets';
import type { Sheet } from './loss-sheet';
import { getNote } from './row-columns';

/** Label length of each network, days. */
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
/** Fraction of days for the first training span, and number of test splits. */
const TRAIN_FRACTION = 0.4;
export const SPLITS = 5;
/** Minimum training rows of a split. */
const ROWS_MIN = 100;
/** Fraction of the training days, at their end, used for calibration. */
const CALIBRATE_FRACTION = 0.2;

/** Rows with day in [from, until). */
export function selectDays(rows: Rows, from: number, until: number): Rows {
  const indices = Array.from(getNote(rows, DAY_NOTE).entries())
    .filter(([, day]) => day >= from && day < until)
    .map(([row]) => row);
  const selectRows = (values: Float64Array, width: number): Float64Array => {
    const out = new Float64Array(indices.length * width);
    for (const [at, row] of indices.entries())
      out.set(values.subarray(row * width, (row + 1) * width), at * width);
    return out;
  };
  return {
    ...rows,
    rows: indices.length,
    x: selectRows(rows.x, rows.inputs),
    y: selectRows(rows.y, rows.targets),
    note: selectRows(rows.note, rows.notes),
  };
}

/** Builds a network from training and later calibration rows. */
export type CreateNetwork = (train: Rows, calibrate: Rows) => EvaluatedNetwork;

/** Sheets over the test days of a history. Throws RangeError when it is too short. */
export function buildWalkForwardSheets(
  net: NetworkId,
  rows: Rows,
  createNetwork: CreateNetwork,
): readonly Sheet[] {
  const days = getNote(rows, DAY_NOTE);
  const [first, last] = [days[0] ?? 0, days[days.length - 1] ?? 0];
  const bars = Math.floor(last - first) + 1;
  const gap = LABEL_DAYS[net] + EMBARGO_DAYS;
  const trainBars = Math.floor(TRAIN_FRACTION * bars);
  const splits = listSplits({
    bars,
    kind: 'expanding',
    trainBars,
    testBars: Math.ceil((bars - trainBars - gap) / SPLITS),
    purge: gap,
    embargo: EMBARGO_DAYS,
  });
  const splitSheets = splits.flatMap(({ train, test }) => {
    const until = first + (train[0]?.until ?? 0);
    const calibrateFrom = first + Math.floor((1 - CALIBRATE_FRACTION) * (until - first));
    const [trainRows, calibrationRows, testRows] = [
      selectDays(rows, first, calibrateFrom - gap),
      selectDays(rows, calibrateFrom, until),
      selectDays(rows, first + test.from, first + test.until),
    ];
    return Math.min(trainRows.rows, calibrationRows.rows) < ROWS_MIN || testRows.rows === 0
      ? []
      : [buildSheets(createNetwork(trainRows, calibrationRows), [testRows])];
  });
  return (splitSheets[0] ?? []).map((_, index) =>
    joinSheets(splitSheets.flatMap((sheets) => sheets[index] ?? [])),
  );
}
