/**
 * Small changes of the weather pushed through the market: a degree, an inch of rain, a tenth of the
 * wind, each against the same world without it.
 */
import { MARKET_CELLS, type MarketCell } from '../weather/cell';
import type { ShiftId, WeatherExposure } from '../weather/scenarios';
import { findChain } from './chains';
import type { ShiftedFigure } from './parts';
import { HUB_ROWS, hubIndex } from './power/hubs';
import { CHAINS as FUTURES, type Flow } from './prices/chains';
import type { Shock } from './weather-shocks';

/** The days of the forecast: as many are changed, from tomorrow on. */
const SHIFTED_DAYS = 14;
/** Days after which a change is read: by then the slow part of the news is in the prices. */
export const SHIFT_READ_DAYS = 5;

const buildRow = (of: ShiftedFigure, amount: number): Pick<Shock, 'planted' | 'days'> => ({
  days: SHIFT_READ_DAYS,
  planted: (day, size) => ({
    kind: 'shift',
    of,
    amount: amount * size,
    firstDay: day + 1,
    days: SHIFTED_DAYS,
    lead: 1,
  }),
});

/**
 * Each is planted after a midnight into the forecast of the fourteen days that follow, at all
 * cells: 1 F a day, 1 inch in all of them, a tenth of the wind.
 */
export const SHIFT_ROWS: Readonly<Record<ShiftId, Pick<Shock, 'planted' | 'days'>>> = {
  degree: buildRow('temperature', 1),
  inch: buildRow('rain', 1 / SHIFTED_DAYS),
  wind: buildRow('wind', 0.1),
};

const buildCells = (flows: readonly Flow[], kinds: readonly string[]): readonly MarketCell[] => {
  const found = new Set(
    flows.flatMap(({ gauge }) =>
      'cell' in gauge && kinds.includes(gauge.kind) ? [gauge.cell] : [],
    ),
  );
  return MARKET_CELLS.filter((cell) => found.has(cell));
};

function earsOfFutures(id: string): WeatherExposure {
  const flows = (FUTURES.find((row) => row.id === id)?.stocks ?? []).flatMap(
    (stock) => stock.flows,
  );
  return {
    degree: buildCells(flows, ['below', 'above']),
    inch: buildCells(flows, ['rain']),
    wind: [],
    landfall: flows.some(({ gauge }) => gauge.kind === 'landfall'),
  };
}

/**
 * Power answers to its own cell, and through the gas that plants burn to what gas answers to.
 * Throws for an id of no chain.
 */
export function getExposure(chain: string): WeatherExposure {
  if (!findChain(chain).isPower) return earsOfFutures(chain);
  const own = HUB_ROWS[hubIndex(chain)]?.cellId ?? 'NYC';
  const gas = earsOfFutures('NG');
  return {
    degree: MARKET_CELLS.filter((cell) => cell === own || gas.degree.includes(cell)),
    inch: [],
    wind: [own],
    landfall: gas.landfall,
  };
}
