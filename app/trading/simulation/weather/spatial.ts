/** Spatial correlation of weather, and reach of events by distance. */
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../weather/cell';
import { CELL_COUNT } from './climate';
import { valueAt } from './value-at';
import { computeDistanceKm } from '../../weather/nearest-cells';

/** Distance at which the correlation of daily weather falls to 1/e. */
const CORRELATION_KM = 1300;

/** Fraction of an event's anomaly that reaches another cell (Gaussian in distance). */
export const computeReachFraction = (
  center: WeatherCell,
  cell: WeatherCell,
  reachKm: number,
): number =>
  Math.exp(-((computeDistanceKm(CELL_PLACES[center], CELL_PLACES[cell]) / reachKm) ** 2));

/** Lower triangular Cholesky factor of exp(-distance / 1300 km), row by row. */
const FACTOR = buildCholeskyFactor();

function buildCholeskyFactor(): Float64Array {
  const factor = new Float64Array(CELL_COUNT * CELL_COUNT);
  const getFactor = (row: number, column: number): number =>
    valueAt(factor, row * CELL_COUNT + column);
  MARKET_CELLS.forEach((from, row) => {
    for (let column = 0; column <= row; column += 1) {
      let rest = Math.exp(
        -computeDistanceKm(CELL_PLACES[from], CELL_PLACES[MARKET_CELLS[column] ?? from]) /
          CORRELATION_KM,
      );
      for (let before = 0; before < column; before += 1)
        rest -= getFactor(row, before) * getFactor(column, before);
      factor[row * CELL_COUNT + column] =
        row === column ? Math.sqrt(rest) : rest / getFactor(column, column);
    }
  });
  return factor;
}

/** Correlates independent normals of all cells in place, from `offset` on; variances stay 1. */
export function correlateValues(values: Float64Array, offset: number): void {
  for (let row = CELL_COUNT - 1; row >= 0; row -= 1) {
    // Two independent sums, so that additions overlap in the CPU.
    const rowOffset = row * CELL_COUNT;
    let even = valueAt(FACTOR, rowOffset + row) * valueAt(values, offset + row);
    let odd = 0;
    for (let column = row - 1; column > 0; column -= 2) {
      even += valueAt(FACTOR, rowOffset + column) * valueAt(values, offset + column);
      odd += valueAt(FACTOR, rowOffset + column - 1) * valueAt(values, offset + column - 1);
    }
    if (row % 2 === 1) odd += valueAt(FACTOR, rowOffset) * valueAt(values, offset);
    values[offset + row] = even + odd;
  }
}
