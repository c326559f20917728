/**
 * Weather sensitivities: small changes of temperature, rain and wind against the same path without
 * them.
 */
import { MARKET_CELLS, type MarketCell } from '../weather/cell';
import type { ShiftId, WeatherExposure } from '../weather/scenarios';
import { findChain } from './chains';
import type { ShiftedFigure } from './market-models';
import { HUB_ROWS, getHubIndex } from './power/hubs';
import { FUTURES_CHAINS as FUTURES, type Flow } from './prices/futures-chains';
import type { Shock } from './weather-shocks';

/** Changed days, from tomorrow on: the length of the forecast. */
const SHIFTED_DAYS = 14;
/** Days after which prices are compared; by then slowly absorbed news is priced. */
export const SHIFT_READ_DAYS = 5;

const buildShift = (of: ShiftedFigure, amount: number): Pick<Shock, 'planted' | 'days'> => ({
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
 * Applied after midnight to the next 14 days of the forecast at all cells: 1 F a day, 1 inch in
 * total, 10% of the wind.
 */
export const SHIFT_ROWS: Readonly<Record<ShiftId, Pick<Shock, 'planted' | 'days'>>> = {
  degree: buildShift('temperature', 1),
  inch: buildShift('rain', 1 / SHIFTED_DAYS),
  wind: buildShift('wind', 0.1),
};

const listCells = (flows: readonly Flow[], kinds: readonly string[]): readonly MarketCell[] => {
  const found = new Set(
    flows.flatMap(({ gauge }) =>
      'cell' in gauge && kinds.includes(gauge.kind) ? [gauge.cell] : [],
    ),
  );
  return MARKET_CELLS.filter((cell) => found.has(cell));
};

function getFuturesExposure(id: string): WeatherExposure {
  const flows = (FUTURES.find((row) => row.id === id)?.stocks ?? []).flatMap(
    (stock) => stock.flows,
  );
  return {
    degree: listCells(flows, ['below', 'above']),
    inch: listCells(flows, ['rain']),
    wind: [],
    landfall: flows.some(({ gauge }) => gauge.kind === 'landfall'),
  };
}

/**
 * Power is exposed to its own cell, and through gas-fired plants to the exposure of gas. Throws for
 * an unknown chain.
 */
export function getExposure(chain: string): WeatherExposure {
  if (!findChain(chain).isPower) return getFuturesExposure(chain);
  const ownCell = HUB_ROWS[getHubIndex(chain)]?.cellId ?? 'NYC';
  const gas = getFuturesExposure('NG');
  return {
    degree: MARKET_CELLS.filter((cell) => cell === ownCell || gas.degree.includes(cell)),
    inch: [],
    wind: [ownCell],
    landfall: gas.landfall,
  };
}
