/** How the weather of one midnight follows from that of the midnight before. */
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { CELL_COUNT, seasonRow } from './climate';
import { EVENT_KINDS, LEAD_MAX, type WeatherEvent, eventOn } from './event';
import { firstPacific, nextPacific } from './nino';
import { at } from './numbers';
import { computeShifts } from './planted';
import { CHANCE_PART, RIDGE_DRIES, computeRain } from './rain';
import { type Field, dayPieces, createField } from './reveal';
import {
  BASE_F,
  DAILY_PART,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_PART,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season';
import { SOIL_MEAN, nextSoil, soilDeparture } from './soil';
import {
  AT,
  NINO_RAIN,
  RING,
  STATE_SIZE,
  type Sources,
  WIND_MEMORY,
  WIND_MPH,
  WIND_RING,
  WIND_SHOCK,
  WIND_SPREAD,
  type WeatherState,
  getLastDay,
  standingRidge,
} from './state';
import { type Storm, getLandfallDay, stormOn } from './storm';

/** A drought begins below and ends above so many deviations of the root zone. */
const DROUGHT_BELOW = -1.4;
const DROUGHT_UNTIL = -0.8;
/** Days before the epoch on which an event may have begun that still goes on. */
const EVENT_DAYS_MAX = Math.max(...EVENT_KINDS.map(({ longestDays }) => longestDays));

/**
 * The first midnight of the world, as if it had always been: what lasts is drawn from the long run,
 * forecasts are under way.
 */
export function firstState(sources: Sources): WeatherState {
  const { chance, scratch, planted } = sources;
  const values = new Float64Array(STATE_SIZE);
  const draw = (name: string, offset: number): void => {
    dayPieces(chance, createField(chance, name, [1, 0]), -1, scratch);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) values[offset + cell] = at(scratch, cell);
  };
  draw('first-departure', AT.departure);
  draw('first-ridge', AT.ridge);
  draw('first-wind', AT.wind);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    values[AT.departure + cell] =
      at(values, AT.departure + cell) * DAILY_PART * at(ORDINARY_SD_F, cell);
    values[AT.soil + cell] = at(SOIL_MEAN, cell);
    values[AT.drought + cell] = -1;
  }
  for (let day = -LEAD_DAYS_MAX; day < 0; day += 1) {
    holdValues(values, AT.heldTemperature, RING, sources, sources.temperature, day, 0);
    holdValues(values, AT.heldRain, RING, sources, sources.rain, day, 0);
    holdValues(values, AT.heldWind, WIND_RING, sources, sources.wind, day, 0);
  }
  const events = [...planted.events];
  for (let day = -EVENT_DAYS_MAX; day <= LEAD_MAX; day += 1) events.push(...eventsOn(sources, day));
  return {
    day: 0,
    values,
    pacific: firstPacific(chance, sources.pacific),
    events: events.filter((event) => getLastDay(event) >= 0),
    storms: planted.storms,
    landfall: NO_LANDFALL,
  };
}

/**
 * The state a day later: the rest of the day before is revealed, it happens, and what it leaves is
 * kept.
 */
export function nextState(sources: Sources, before: WeatherState, day: number): WeatherState {
  const past = day - 1;
  const { chance } = sources;
  const values = before.values.slice();
  holdValues(values, AT.heldTemperature, RING, sources, sources.temperature, past, past);
  holdValues(values, AT.heldRain, RING, sources, sources.rain, past, past);
  holdValues(values, AT.heldWind, WIND_RING, sources, sources.wind, past, past);
  const pacific = nextPacific(before.pacific, chance, sources.pacific, past);
  applyDay(sources, values, before.events, pacific.departure, past);
  const events = stillAhead(before.events, day, eventsOn(sources, day + LEAD_MAX));
  const formed = stormOn(chance, sources.storms, day, () => pacific.departure);
  const storms =
    formed || before.storms.length > 0
      ? [...before.storms, ...(formed ? [formed] : [])].filter(
          ({ landfallDay }) => landfallDay >= past,
        )
      : before.storms;
  return { day, values, pacific, events, storms, landfall: sumLandfalls(before.storms, past) };
}

/**
 * Adds the pieces that a day reveals to the innovations that wait, leaving out days before `from`.
 */
function holdValues(
  values: Float64Array,
  offset: number,
  ring: number,
  { chance, scratch }: Sources,
  field: Field,
  day: number,
  from: number,
): void {
  dayPieces(chance, field, day, scratch);
  for (let lead = Math.max(0, from - day); lead < field.leads; lead += 1) {
    const slot = offset + ((day + lead) % ring) * CELL_COUNT;
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      values[slot + cell] = at(values, slot + cell) + at(scratch, row + cell);
  }
}

/** Lets a day happen, all of whose innovations are revealed; their slots are free again. */
function applyDay(
  sources: Sources,
  values: Float64Array,
  events: readonly WeatherEvent[],
  nino: number,
  day: number,
): void {
  const { chance, scratch, ridge, planted } = sources;
  dayPieces(chance, ridge, day, scratch);
  const row = seasonRow(day);
  const next = seasonRow(day + 1);
  const temperatureSlot = AT.heldTemperature + (day % RING) * CELL_COUNT;
  const rainSlot = AT.heldRain + (day % RING) * CELL_COUNT;
  const windSlot = AT.heldWind + (day % WIND_RING) * CELL_COUNT;
  const shift = computeShifts(planted.shifts, day);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const ridgeNow = RIDGE_MEMORY * at(values, AT.ridge + cell) + RIDGE_SHOCK * at(scratch, cell);
    const standing =
      planted.ridges.length === 0
        ? ridgeNow
        : (standingRidge(planted.ridges, cell, day) ?? ridgeNow);
    const departure =
      MEMORY * at(values, AT.departure + cell) +
      at(SHOCK_SD_F, row + cell) * at(values, temperatureSlot + cell);
    const wind =
      WIND_MEMORY * at(values, AT.wind + cell) + WIND_SHOCK * at(values, windSlot + cell);
    const drawnF =
      at(BASE_F, row + cell) +
      departure +
      RIDGE_PART * at(ORDINARY_SD_F, row + cell) * standing +
      eventsF(events, cell, day);
    const meanF = shift === null ? drawnF : drawnF + shift.temperature;
    const latent =
      CHANCE_PART * at(values, rainSlot + cell) -
      RIDGE_DRIES * standing +
      at(NINO_RAIN, row + cell) * nino;
    const rain =
      shift === null
        ? computeRain(cell, latent)
        : Math.max(0, computeRain(cell, latent) + shift.rain);
    const water = nextSoil(values[AT.soil + cell] ?? 0, rain, meanF);
    values[AT.ridge + cell] = ridgeNow;
    values[AT.departure + cell] = departure;
    values[AT.wind + cell] = wind;
    values[AT.pastMeanF + cell] = meanF;
    values[AT.pastRain + cell] = rain;
    const windMph = at(WIND_MPH, cell) * Math.exp(WIND_SPREAD * wind - 0.5 * WIND_SPREAD ** 2);
    values[AT.pastWind + cell] = shift === null ? windMph : windMph * (1 + shift.wind);
    values[AT.soil + cell] = water;
    values[AT.drought + cell] = droughtSince(
      values[AT.drought + cell] ?? -1,
      soilDeparture(water, next, cell),
      day + 1,
    );
  }
  values.fill(0, temperatureSlot, temperatureSlot + CELL_COUNT);
  values.fill(0, rainSlot, rainSlot + CELL_COUNT);
  values.fill(0, windSlot, windSlot + CELL_COUNT);
}

/** Departure that events give a cell on a day, by what comes of them, deg F. */
function eventsF(events: readonly WeatherEvent[], cell: number, day: number): number {
  let sum = 0;
  for (const event of events)
    if (day >= event.firstDay && day <= getLastDay(event))
      sum += event.strength * at(event.effectF, cell);
  return sum;
}

function droughtSince(since: number, departure: number, day: number): number {
  if (departure < DROUGHT_BELOW && since < 0) return day;
  return departure > DROUGHT_UNTIL ? -1 : since;
}

const eventsOn = (sources: Sources, day: number): WeatherEvent[] => {
  const found: WeatherEvent[] = [];
  for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
    const event = eventOn(sources.chance, sources.events, kind, day);
    if (event) found.push(event);
  }
  return found;
};

/**
 * Events that are not over on a day, with those that joined; the same array while nothing changes.
 */
function stillAhead(
  events: readonly WeatherEvent[],
  day: number,
  joined: readonly WeatherEvent[],
): readonly WeatherEvent[] {
  if (joined.length === 0 && events.every((event) => getLastDay(event) >= day)) return events;
  return [...events.filter((event) => getLastDay(event) >= day), ...joined];
}

const NO_LANDFALL = { gulf: 0, florida: 0 } as const;

function sumLandfalls(storms: readonly Storm[], day: number): WeatherState['landfall'] {
  const landed = storms.filter((storm) => storm.landfallDay === day && getLandfallDay(storm) > 0);
  if (landed.length === 0) return NO_LANDFALL;
  const worst = (basin: Storm['basin']): number =>
    Math.max(0, ...landed.filter((storm) => storm.basin === basin).map(getLandfallDay));
  return { gulf: worst('gulf'), florida: worst('florida') };
}
