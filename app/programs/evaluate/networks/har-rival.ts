// Volatility from that of the last day, week and month alone, fitted to the very loss that it is
// judged by.
import { type Model, rawOutputs } from '../../../trading/networks/core/model';
import { fitScaler, scaleDataset } from '../../../trading/networks/core/scaler';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import type { Rows } from '../../train/row-sink';
import { findFeatureIndex } from './rivals';

const TERMS = ['volatility of 1 days', 'volatility of 5 days', 'volatility of 22 days'] as const;
const EPOCHS = 4;

/**
 * Logs of a volatility for each row, a column a target (F. Corsi 2009, as a line without hidden
 * units under QLIKE).
 */
export function fitHar(spec: NetworkSpec, learnt: Rows): (rows: Rows) => readonly Float64Array[] {
  const places = TERMS.map((name) => findFeatureIndex(spec, name));
  const few = (rows: Rows): Float64Array =>
    Float64Array.from(
      { length: rows.rows * places.length },
      (_, at) =>
        rows.x[Math.floor(at / places.length) * rows.inputs + (places[at % places.length] ?? 0)] ??
        NaN,
    );
  const dataset = {
    rows: learnt.rows,
    inputs: places.length,
    targets: learnt.targets,
    x: few(learnt),
    y: learnt.y,
  };
  const scaler = fitScaler(dataset, []);
  const shape = { inputs: places.length, hidden: [0, 0], heads: spec.heads } as const;
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
    const x = few(rows);
    const columns = spec.heads.map(() => new Float64Array(rows.rows));
    for (let row = 0; row < rows.rows; row += 1) {
      const out = rawOutputs(model, x.subarray(row * places.length, (row + 1) * places.length));
      for (const [head, column] of columns.entries()) column[row] = out[head] ?? NaN;
    }
    return columns;
  };
}
