/** Prescribed weather for paired simulations: spells, storms, ridges and uniform shifts. */
import { MARKET_CELLS, type MarketCell, type WeatherCell } from '../../weather/cell';
import { CYCLES_PER_DAY, type PlantedWeather, type ShiftedFigure } from '../market-models';
import { assert } from '../../domain/outcome';
import {
  EVENT_KINDS,
  type EventKind,
  type RevealTime,
  type WeatherEvent,
  isRevealed,
} from './extreme-event';
import { computeReachFraction } from './spatial';
import type { Storm } from './storm';

export interface PlantedRidge {
  readonly cells: readonly number[];
  readonly deviations: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Change of one figure at all cells from a first to a last day. */
export interface Shift {
  readonly of: ShiftedFigure;
  readonly amount: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly asOf: RevealTime;
}

export interface Planted {
  readonly events: readonly WeatherEvent[];
  readonly storms: readonly Storm[];
  readonly ridges: readonly PlantedRidge[];
  readonly shifts: readonly Shift[];
}

const REACH_KM = 1500;
const [COLD, HEAT, POLAR] = EVENT_KINDS;

const getCellIndex = (cell: WeatherCell): number =>
  (MARKET_CELLS as readonly WeatherCell[]).indexOf(cell);

/** Throws for a cell that is not a market cell. */
export function plantWeather(planted: readonly PlantedWeather[]): Planted {
  return {
    events: planted.flatMap((item) => (item.kind === 'temperature' ? [buildEvent(item)] : [])),
    storms: planted.flatMap((item, index) =>
      item.kind === 'hurricane' ? [buildStorm(item, index)] : [],
    ),
    ridges: planted.flatMap((item) => (item.kind === 'ridge' ? [buildRidge(item)] : [])),
    shifts: planted.flatMap((item) => (item.kind === 'shift' ? [buildShift(item)] : [])),
  };
}

function buildEvent({
  center,
  departureF,
  firstDay,
  days,
  lead,
}: Extract<PlantedWeather, { kind: 'temperature' }>): WeatherEvent {
  assert(
    getCellIndex(center) >= 0,
    () => `prescribed weather must be centered on a market cell, got ${center}`,
  );
  const kind: EventKind | undefined = departureF > 0 ? HEAT : center === 'MGB' ? POLAR : COLD;
  assert(kind, 'every prescribed spell has a kind');
  const asOf = { day: firstDay - lead, cycle: 1 };
  const effectF = Float64Array.from(
    MARKET_CELLS,
    (cell) => departureF * computeReachFraction(center, cell, REACH_KM),
  );
  return {
    kind,
    kindIndex: -1,
    firstDay,
    days,
    center: center as MarketCell,
    departureF,
    strength: 1,
    firstSeen: asOf,
    resolved: asOf,
    effectF,
  };
}

function buildStorm(
  { basin, category, landfallDay, lead }: Extract<PlantedWeather, { kind: 'hurricane' }>,
  index: number,
): Storm {
  return {
    id: -1 - index,
    basin,
    category,
    landfallDay,
    steps: [{ day: landfallDay - lead, cycle: 1, probability: 1 }],
  };
}

function buildRidge({
  cells,
  deviations,
  firstDay,
  days,
}: Extract<PlantedWeather, { kind: 'ridge' }>): PlantedRidge {
  const cellIndexes = cells.map(getCellIndex);
  assert(
    !cellIndexes.includes(-1),
    () => `a prescribed ridge must be over market cells, got ${cells.join(', ')}`,
  );
  return { cells: cellIndexes, deviations, firstDay, lastDay: firstDay + days - 1 };
}

const buildShift = ({
  of,
  amount,
  firstDay,
  days,
  lead,
}: Extract<PlantedWeather, { kind: 'shift' }>): Shift => ({
  of,
  amount,
  firstDay,
  lastDay: firstDay + days - 1,
  asOf: { day: firstDay - lead, cycle: 1 },
});

/**
 * Sum of the shifts of a day known after so many cycles of `asOfDay`; null without shifts, so that
 * results stay bit-identical.
 */
export function computeShifts(
  shifts: readonly Shift[],
  day: number,
  asOfDay = day,
  cycles = CYCLES_PER_DAY,
): Readonly<Record<ShiftedFigure, number>> | null {
  if (shifts.length === 0) return null;
  const sum = { temperature: 0, rain: 0, wind: 0 };
  for (const { of, amount, firstDay, lastDay, asOf } of shifts)
    if (day >= firstDay && day <= lastDay && isRevealed(asOf, asOfDay, cycles)) sum[of] += amount;
  return sum;
}
