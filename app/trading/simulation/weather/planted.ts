/**
 * Weather planted for experiments: spells, storms and standing ridges in the shapes of drawn
 * weather, and plain shifts of all of it.
 */
import { MARKET_CELLS, type MarketCell, type WeatherCell } from '../../weather/cell';
import { CYCLES_PER_DAY, type PlantedWeather, type ShiftedFigure } from '../parts';
import { assert } from '../../domain/outcome';
import {
  EVENT_KINDS,
  type EventKind,
  type Revelation,
  type WeatherEvent,
  isRevealed,
} from './event';
import { reach } from './spatial';
import type { Storm } from './storm';

export interface StandingRidge {
  readonly cells: readonly number[];
  readonly deviations: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** A change of one figure at all cells, from a first day to a last. */
export interface Shift {
  readonly of: ShiftedFigure;
  readonly amount: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly seen: Revelation;
}

export interface Planted {
  readonly events: readonly WeatherEvent[];
  readonly storms: readonly Storm[];
  readonly ridges: readonly StandingRidge[];
  readonly shifts: readonly Shift[];
}

const REACH_KM = 1500;
const [COLD, HEAT, POLAR] = EVENT_KINDS;

const getPlace = (cell: WeatherCell): number =>
  (MARKET_CELLS as readonly WeatherCell[]).indexOf(cell);

/** Throws for a planted cell that moves no market. */
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
    getPlace(center) >= 0,
    () => `planted weather centers on a cell that moves a market, got ${center}`,
  );
  const kind: EventKind | undefined = departureF > 0 ? HEAT : center === 'MGB' ? POLAR : COLD;
  assert(kind, 'every planted spell is of a kind');
  const seen = { day: firstDay - lead, cycle: 1 };
  const effectF = Float64Array.from(
    MARKET_CELLS,
    (cell) => departureF * reach(center, cell, REACH_KM),
  );
  return {
    kind,
    kindIndex: -1,
    firstDay,
    days,
    center: center as MarketCell,
    departureF,
    strength: 1,
    sighted: seen,
    settled: seen,
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
}: Extract<PlantedWeather, { kind: 'ridge' }>): StandingRidge {
  const places = cells.map(getPlace);
  assert(
    !places.includes(-1),
    () => `a planted ridge stands over cells that move a market, got ${cells.join(', ')}`,
  );
  return { cells: places, deviations, firstDay, lastDay: firstDay + days - 1 };
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
  seen: { day: firstDay - lead, cycle: 1 },
});

/**
 * What is shifted on a day, as far as that is known after so many cycles of `knownDay`; null where
 * nothing is planted, so that nothing is touched.
 */
export function computeShifts(
  shifts: readonly Shift[],
  day: number,
  knownDay = day,
  cycles = CYCLES_PER_DAY,
): Readonly<Record<ShiftedFigure, number>> | null {
  if (shifts.length === 0) return null;
  const sum = { temperature: 0, rain: 0, wind: 0 };
  for (const { of, amount, firstDay, lastDay, seen } of shifts)
    if (day >= firstDay && day <= lastDay && isRevealed(seen, knownDay, cycles)) sum[of] += amount;
  return sum;
}
