/** How alike the weather of two places is: distance, correlation of chance, reach of an event. */
import { CELL_PLACES, MARKET_CELLS, type WeatherCell } from '../../weather/cell';
import { CELL_COUNT } from './climate';
import { at } from './numbers';
import { distanceKm } from '../../weather/places';

/** Distance at which the correlation of daily weather has fallen to 1/e. */
const CORRELATION_KM = 1300;

/** The part of an event at its center that reaches another cell, falling as a normal curve. */
export const reach = (center: WeatherCell, cell: WeatherCell, reachKm: number): number =>
  Math.exp(-((distanceKm(CELL_PLACES[center], CELL_PLACES[cell]) / reachKm) ** 2));

/**
 * Lower triangle of the Cholesky factor of exp(-distance / 1300 km), row by row; the upper one is
 * 0.
 */
const FACTOR = choleskyFactor();

function choleskyFactor(): Float64Array {
  const factor = new Float64Array(CELL_COUNT * CELL_COUNT);
  const known = (row: number, column: number): number => at(factor, row * CELL_COUNT + column);
  MARKET_CELLS.forEach((from, row) => {
    for (let column = 0; column <= row; column += 1) {
      let rest = Math.exp(
        -distanceKm(CELL_PLACES[from], CELL_PLACES[MARKET_CELLS[column] ?? from]) / CORRELATION_KM,
      );
      for (let before = 0; before < column; before += 1)
        rest -= known(row, before) * known(column, before);
      factor[row * CELL_COUNT + column] =
        row === column ? Math.sqrt(rest) : rest / known(column, column);
    }
  });
  return factor;
}

/**
 * Makes independent normals of all cells, from `offset` on, correlated as the cells are; in place,
 * each keeps its variance.
 */
export function correlateValues(values: Float64Array, offset: number): void {
  for (let row = CELL_COUNT - 1; row >= 0; row -= 1) {
    // Two sums side by side, for each addition has to wait for the one before.
    const line = row * CELL_COUNT;
    let even = at(FACTOR, line + row) * at(values, offset + row);
    let odd = 0;
    for (let column = row - 1; column > 0; column -= 2) {
      even += at(FACTOR, line + column) * at(values, offset + column);
      odd += at(FACTOR, line + column - 1) * at(values, offset + column - 1);
    }
    if (row % 2 === 1) odd += at(FACTOR, line) * at(values, offset);
    values[offset + row] = even + odd;
  }
}
