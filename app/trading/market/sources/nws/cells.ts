/** Cells that the National Weather Service covers, and the request ids that name them. */
import { WEATHER_CELLS, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer } from '../answer';

/** At sea the service has marine zones only; Minas Gerais is not in the United States. */
const UNCOVERED: readonly WeatherCell[] = ['GOM', 'MGB'];
export const NWS_CELLS: readonly WeatherCell[] = WEATHER_CELLS.filter(
  (cell) => !UNCOVERED.includes(cell),
);

/** The cell that a name stands for. Throws RefusedAnswer for a name without one. */
export function readNwsCell(name: string): WeatherCell {
  const cell = NWS_CELLS.find((each) => each === name);
  if (!cell) throw new RefusedAnswer(`'${name.slice(0, 40)}' is no cell of the weather service`);
  return cell;
}
