/** Daily update of the weather state. */
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { CELL_COUNT, getSeasonRow } from './climate';
import { EVENT_KINDS, LEAD_MAX, type WeatherEvent, drawEvent } from './extreme-event';
import { drawFirstPacific, drawNextPacific } from './nino';
import { valueAt } from './value-at';
import { computeShifts } from './planted-weather';
import { RAIN_RANDOM_WEIGHT, RAIN_RIDGE_WEIGHT, computeRain } from './rain';
import { type InnovationField, fillDayPieces, createField } from './forecast-evolution';
import {
  BASE_F,
  DAILY_WEIGHT,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_WEIGHT,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season-tables';
import { SOIL_MEAN, computeNextSoil, computeSoilAnomaly } from './soil';
import {
  OFFSETS,
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
  findPlantedRidge,
} from './weather-state';
import { type Storm, getLandfallCategory, drawStorm } from './storm';

/** Drought starts below and ends above these root-zone anomalies. */
const DROUGHT_BELOW = -1.4;
const DROUGHT_UNTIL = -0.8;
/** Days before the epoch on which a still active event may have started. */
const EVENT_DAYS_MAX = Math.max(...EVENT_KINDS.map(({ longestDays }) => longestDays));

/** Initial state, drawn from the stationary distribution with forecasts in progress. */
export function createFirstState(sources: Sources): WeatherState {
  const { random, scratch, planted } = sources;
  const values = new Float64Array(STATE_SIZE);
  const drawField = (name: string, offset: number): void => {
    fillDayPieces(random, createField(random, name, [1, 0]), -1, scratch);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) values[offset + cell] = valueAt(scratch, cell);
  };
  drawField('first-departure', OFFSETS.departure);
  drawField('first-ridge', OFFSETS.ridge);
  drawField('first-wind', OFFSETS.wind);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    values[OFFSETS.departure + cell] =
      valueAt(values, OFFSETS.departure + cell) * DAILY_WEIGHT * valueAt(ORDINARY_SD_F, cell);
    values[OFFSETS.soil + cell] = valueAt(SOIL_MEAN, cell);
    values[OFFSETS.drought + cell] = -1;
  }
  for (let day = -LEAD_DAYS_MAX; day < 0; day += 1) {
    addPieces(values, OFFSETS.heldTemperature, RING, sources, sources.temperature, day, 0);
    addPieces(values, OFFSETS.heldRain, RING, sources, sources.rain, day, 0);
    addPieces(values, OFFSETS.heldWind, WIND_RING, sources, sources.wind, day, 0);
  }
  const events = [...planted.events];
  for (let day = -EVENT_DAYS_MAX; day <= LEAD_MAX; day += 1)
    events.push(...drawEvents(sources, day));
  return {
    day: 0,
    values,
    pacific: drawFirstPacific(random, sources.pacific),
    events: events.filter((event) => getLastDay(event) >= 0),
    storms: planted.storms,
    landfall: NO_LANDFALL,
  };
}

/** State a day later: reveals the rest of the day's innovations and realizes the day. */
export function computeNextState(
  sources: Sources,
  before: WeatherState,
  day: number,
): WeatherState {
  const yesterday = day - 1;
  const { random } = sources;
  const values = before.values.slice();
  addPieces(
    values,
    OFFSETS.heldTemperature,
    RING,
    sources,
    sources.temperature,
    yesterday,
    yesterday,
  );
  addPieces(values, OFFSETS.heldRain, RING, sources, sources.rain, yesterday, yesterday);
  addPieces(values, OFFSETS.heldWind, WIND_RING, sources, sources.wind, yesterday, yesterday);
  const pacific = drawNextPacific(before.pacific, random, sources.pacific, yesterday);
  realizeDay(sources, values, before.events, pacific.departure, yesterday);
  const events = updateEvents(before.events, day, drawEvents(sources, day + LEAD_MAX));
  const newStorm = drawStorm(random, sources.storms, day, () => pacific.departure);
  const storms =
    newStorm || before.storms.length > 0
      ? [...before.storms, ...(newStorm ? [newStorm] : [])].filter(
          ({ landfallDay }) => landfallDay >= yesterday,
        )
      : before.storms;
  return { day, values, pacific, events, storms, landfall: sumLandfalls(before.storms, yesterday) };
}

/**
 * Adds the innovations revealed on a day to the pending sums, skipping target days before `from`.
 */
function addPieces(
  values: Float64Array,
  offset: number,
  ring: number,
  { random, scratch }: Sources,
  field: InnovationField,
  day: number,
  from: number,
): void {
  fillDayPieces(random, field, day, scratch);
  for (let lead = Math.max(0, from - day); lead < field.leads; lead += 1) {
    const slot = offset + ((day + lead) % ring) * CELL_COUNT;
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      values[slot + cell] = valueAt(values, slot + cell) + valueAt(scratch, row + cell);
  }
}

/** Realizes a day whose innovations are fully revealed and frees their slots. */
function realizeDay(
  sources: Sources,
  values: Float64Array,
  events: readonly WeatherEvent[],
  nino: number,
  day: number,
): void {
  const { random, scratch, ridge, planted } = sources;
  fillDayPieces(random, ridge, day, scratch);
  const row = getSeasonRow(day);
  const next = getSeasonRow(day + 1);
  const temperatureSlot = OFFSETS.heldTemperature + (day % RING) * CELL_COUNT;
  const rainSlot = OFFSETS.heldRain + (day % RING) * CELL_COUNT;
  const windSlot = OFFSETS.heldWind + (day % WIND_RING) * CELL_COUNT;
  const shift = computeShifts(planted.shifts, day);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const ridgeNow =
      RIDGE_MEMORY * valueAt(values, OFFSETS.ridge + cell) + RIDGE_SHOCK * valueAt(scratch, cell);
    const ridgeInEffect =
      planted.ridges.length === 0
        ? ridgeNow
        : (findPlantedRidge(planted.ridges, cell, day) ?? ridgeNow);
    const departure =
      MEMORY * valueAt(values, OFFSETS.departure + cell) +
      valueAt(SHOCK_SD_F, row + cell) * valueAt(values, temperatureSlot + cell);
    const wind =
      WIND_MEMORY * valueAt(values, OFFSETS.wind + cell) +
      WIND_SHOCK * valueAt(values, windSlot + cell);
    const drawnF =
      valueAt(BASE_F, row + cell) +
      departure +
      RIDGE_WEIGHT * valueAt(ORDINARY_SD_F, row + cell) * ridgeInEffect +
      sumEventsF(events, cell, day);
    const meanF = shift === null ? drawnF : drawnF + shift.temperature;
    const latent =
      RAIN_RANDOM_WEIGHT * valueAt(values, rainSlot + cell) -
      RAIN_RIDGE_WEIGHT * ridgeInEffect +
      valueAt(NINO_RAIN, row + cell) * nino;
    const rain =
      shift === null
        ? computeRain(cell, latent)
        : Math.max(0, computeRain(cell, latent) + shift.rain);
    const water = computeNextSoil(values[OFFSETS.soil + cell] ?? 0, rain, meanF);
    values[OFFSETS.ridge + cell] = ridgeNow;
    values[OFFSETS.departure + cell] = departure;
    values[OFFSETS.wind + cell] = wind;
    values[OFFSETS.pastMeanF + cell] = meanF;
    values[OFFSETS.pastRain + cell] = rain;
    const windMph = valueAt(WIND_MPH, cell) * Math.exp(WIND_SPREAD * wind - 0.5 * WIND_SPREAD ** 2);
    values[OFFSETS.pastWind + cell] = shift === null ? windMph : windMph * (1 + shift.wind);
    values[OFFSETS.soil + cell] = water;
    values[OFFSETS.drought + cell] = updateDroughtStart(
      values[OFFSETS.drought + cell] ?? -1,
      computeSoilAnomaly(water, next, cell),
      day + 1,
    );
  }
  values.fill(0, temperatureSlot, temperatureSlot + CELL_COUNT);
  values.fill(0, rainSlot, rainSlot + CELL_COUNT);
  values.fill(0, windSlot, windSlot + CELL_COUNT);
}

/** Realized event anomaly of a cell on a day, deg F. */
function sumEventsF(events: readonly WeatherEvent[], cell: number, day: number): number {
  let sum = 0;
  for (const event of events)
    if (day >= event.firstDay && day <= getLastDay(event))
      sum += event.strength * valueAt(event.effectF, cell);
  return sum;
}

function updateDroughtStart(since: number, departure: number, day: number): number {
  if (departure < DROUGHT_BELOW && since < 0) return day;
  return departure > DROUGHT_UNTIL ? -1 : since;
}

const drawEvents = (sources: Sources, day: number): WeatherEvent[] => {
  const found: WeatherEvent[] = [];
  for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
    const event = drawEvent(sources.random, sources.events, kind, day);
    if (event) found.push(event);
  }
  return found;
};

/** Events not over on a day, plus new ones; the same array while nothing changes. */
function updateEvents(
  events: readonly WeatherEvent[],
  day: number,
  added: readonly WeatherEvent[],
): readonly WeatherEvent[] {
  if (added.length === 0 && events.every((event) => getLastDay(event) >= day)) return events;
  return [...events.filter((event) => getLastDay(event) >= day), ...added];
}

const NO_LANDFALL = { gulf: 0, florida: 0 } as const;

function sumLandfalls(storms: readonly Storm[], day: number): WeatherState['landfall'] {
  const landed = storms.filter(
    (storm) => storm.landfallDay === day && getLandfallCategory(storm) > 0,
  );
  if (landed.length === 0) return NO_LANDFALL;
  const getMaxCategory = (basin: Storm['basin']): number =>
    Math.max(0, ...landed.filter((storm) => storm.basin === basin).map(getLandfallCategory));
  return { gulf: getMaxCategory('gulf'), florida: getMaxCategory('florida') };
}
