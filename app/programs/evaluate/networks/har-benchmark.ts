// HAR volatility benchmark: daily, weekly and monthly volatility, fitted under the scored loss.
import { type Model, computeRawOutputs } from '../../../trading/networks/core/model';
import { fitScaler } from '../../../trading/networks/core/fit-scaler';
import { scaleDataset } from '../../../trading/networks/core/scaler';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import type { Rows } from '../../train/rows';
import { findFeatureIndex } from './benchmarks';

const TERMS = ['volatility of 1 days', 'volatility of 5 days', 'volatility of 22 days'] as const;
const EPOCHS = 4;

/** Log volatility per row, one column per target (F. Corsi 2009, linear under QLIKE). */
export function fitHarBenchmark(
  spec: NetworkSpec,
  trainRows: Rows,
): (rows: Rows) => readonly Float64Array[] {
  const inputIndices = TERMS.map((name) => findFeatureIndex(spec, name));
  const selectInputs = (rows: Rows): Float64Array =>
    Float64Array.from(
      { length: rows.rows * inputIndices.length },
      (_, at) =>
        rows.x[
          Math.floor(at / inputIndices.length) * rows.inputs +
            (inputIndices[at % inputIndices.length] ?? 0)
        ] ?? NaN,
    );
  const dataset = {
    rows: trainRows.rows,
    inputs: inputIndices.length,
    targets: trainRows.targets,
    x: selectInputs(trainRows),
    y: trainRows.y,
  };
  const scaler = fitScaler(dataset, []);
  const shape = { inputs: inputIndices.length, hidden: [0, 0], heads: spec.heads } as const;
  const weights = trainNetwork(shape, scaleDataset(scaler, dataset), {
    ...TRAIN_DEFAULTS,
    seed: 'day, week and month',
    epochs: EPOCHS,
  });
  const model: Model = {
    net: spec.id,
    version: 1,
    features: TERMS,
    scaler,
    shape,
    weights,
    calibration: spec.heads.map(() => null),
    trainSeeds: [],
    manifestSha: '',
  };
  return (rows) => {
    const x = selectInputs(rows);
    const columns = spec.heads.map(() => new Float64Array(rows.rows));
    for (let row = 0; row < rows.rows; row += 1) {
      const out = computeRawOutputs(
        model,
        x.subarray(row * inputIndices.length, (row + 1) * inputIndices.length),
      );
      for (const [head, column] of columns.entries()) column[row] = out[head] ?? NaN;
    }
    return columns;
  };
}
