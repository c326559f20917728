/**
 * Weather planted for experiments, in the shapes of drawn weather: spells, storms and standing ridges.
 * It knows what was planted and when it may be seen; it refuses chance, so that paired worlds share all of theirs.
 */
import { MARKET_CELLS, type MarketCell, type WeatherCell } from '../../weather/cell';
import type { PlantedWeather } from '../parts';
import { assert } from '../../domain/outcome';
import { EVENT_KINDS, type EventKind, type WeatherEvent } from './event';
import { reach } from './spatial';
import type { Storm } from './storm';

export interface StandingRidge {
  readonly cells: readonly number[];
  readonly deviations: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

export interface Planted {
  readonly events: readonly WeatherEvent[];
  readonly storms: readonly Storm[];
  readonly ridges: readonly StandingRidge[];
}

const REACH_KM = 1500;
const [COLD, HEAT, POLAR] = EVENT_KINDS;

const placeOf = (cell: WeatherCell): number => (MARKET_CELLS as readonly WeatherCell[]).indexOf(cell);

/** Throws for a planted cell that moves no market. */
export function plant(planted: readonly PlantedWeather[]): Planted {
  return {
    events: planted.flatMap((item) => (item.kind === 'temperature' ? [eventOf(item)] : [])),
    storms: planted.flatMap((item, index) => (item.kind === 'hurricane' ? [stormOf(item, index)] : [])),
    ridges: planted.flatMap((item) => (item.kind === 'ridge' ? [ridgeOf(item)] : [])),
  };
}

function eventOf({ centre, departureF, firstDay, days, lead }: Extract<PlantedWeather, { kind: 'temperature' }>): WeatherEvent {
  assert(placeOf(centre) >= 0, `planted weather centres on a cell that moves a market, got ${centre}`);
  const kind: EventKind | undefined = departureF > 0 ? HEAT : centre === 'MGB' ? POLAR : COLD;
  assert(kind, 'every planted spell is of a kind');
  const seen = { day: firstDay - lead, cycle: 1 };
  const effectF = Float64Array.from(MARKET_CELLS, (cell) => departureF * reach(centre, cell, REACH_KM));
  return { kind, kindIndex: -1, firstDay, days, centre: centre as MarketCell, departureF, strength: 1, sighted: seen, settled: seen, effectF };
}

function stormOf({ basin, category, landfallDay, lead }: Extract<PlantedWeather, { kind: 'hurricane' }>, index: number): Storm {
  return { id: -1 - index, basin, category, landfallDay, steps: [{ day: landfallDay - lead, cycle: 1, probability: 1 }] };
}

function ridgeOf({ cells, deviations, firstDay, days }: Extract<PlantedWeather, { kind: 'ridge' }>): StandingRidge {
  const places = cells.map(placeOf);
  assert(!places.includes(-1), `a planted ridge stands over cells that move a market, got ${cells.join(', ')}`);
  return { cells: places, deviations, firstDay, lastDay: firstDay + days - 1 };
}
