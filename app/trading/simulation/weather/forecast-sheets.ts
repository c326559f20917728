/** Distributions of the coming days by lead and cell: temperature, ridge, rain, wind. */
import { createArrayFactory } from '../array-factory';
import { CYCLES_PER_DAY } from '../market-models';
import { CELL_COUNT, getSeasonRow } from './climate';
import { LEADS } from './unseen-events';
import { computeExpectedNino, computeNinoVariance } from './nino';
import { valueAt } from './value-at';
import { type PlantedRidge, computeShifts } from './planted-weather';
import { RAIN_RANDOM_WEIGHT, RAIN_RIDGE_WEIGHT } from './rain';
import { type InnovationField, fillCyclePieces, getKnownFraction } from './forecast-evolution';
import {
  BASE_F,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_WEIGHT,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season-tables';
import {
  OFFSETS,
  NINO_RAIN,
  RING,
  type Sources,
  WIND_MEMORY,
  WIND_MPH,
  WIND_RING,
  WIND_SHOCK,
  WIND_SPREAD,
  type WeatherState,
  findPlantedRidge,
} from './weather-state';

/**
 * Innovations revealed by the first cycles of a state's day, by lead and cell; null at cycle 0.
 */
export interface CycleNews {
  readonly cycles: number;
  readonly temperature: Float64Array | null;
  readonly rain: Float64Array | null;
  readonly wind: Float64Array | null;
  readonly ridge: Float64Array | null;
}

export const NO_NEWS: CycleNews = {
  cycles: 0,
  temperature: null,
  rain: null,
  wind: null,
  ridge: null,
};

/** Innovations revealed by 1 to 3 cycles of a day. */
export function computeCycleNews(sources: Sources, day: number, cycles: number): CycleNews {
  if (cycles === 0) return NO_NEWS;
  const splitPieces = (field: InnovationField): Float64Array => {
    const pieces = new Float64Array(field.leads * CELL_COUNT);
    fillCyclePieces(sources.random, field, day, cycles, pieces);
    return pieces;
  };
  return {
    cycles,
    temperature: splitPieces(sources.temperature),
    rain: splitPieces(sources.rain),
    wind: splitPieces(sources.wind),
    ridge: splitPieces(sources.ridge),
  };
}

/** Mean and standard deviation by lead and cell. */
export interface ForecastSheet {
  readonly mean: number[];
  readonly sd: number[];
}

const SIZE = LEADS * CELL_COUNT;
const createSheetArray = createArrayFactory(SIZE);
const createSheet = (): ForecastSheet => ({ mean: createSheetArray(), sd: createSheetArray() });
/** Scratch arrays by cell, valid within one call. */
const running = new Float64Array(CELL_COUNT);
const spreads = new Float64Array(CELL_COUNT);

/**
 * Expected ridge (standard normal in the long run) and standard deviation. A prescribed ridge is
 * known while active.
 */
export function buildRidgeSheet(
  sources: Sources,
  { day, values }: WeatherState,
  news: CycleNews,
): ForecastSheet {
  const sheet = createSheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    sheet.mean[cell] =
      RIDGE_MEMORY * valueAt(values, OFFSETS.ridge + cell) +
      (news.ridge === null ? 0 : RIDGE_SHOCK * valueAt(news.ridge, cell));
  let retention = 1;
  for (let lead = 0; lead < LEADS; lead += 1) {
    const sd = Math.sqrt(
      1 - retention * (1 - (1 - news.cycles / CYCLES_PER_DAY) * RIDGE_SHOCK ** 2),
    );
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      if (lead > 0)
        sheet.mean[row + cell] = RIDGE_MEMORY * (sheet.mean[row - CELL_COUNT + cell] ?? 0);
      sheet.sd[row + cell] = sd;
    }
    retention *= RIDGE_MEMORY ** 2;
  }
  if (sources.planted.ridges.length > 0)
    applyPlantedRidges(
      sheet,
      sources.planted.ridges.filter(({ firstDay }) => firstDay <= day),
      day,
    );
  return sheet;
}

/** Overrides the ridge where one is prescribed. */
function applyPlantedRidges(
  sheet: ForecastSheet,
  ridges: readonly PlantedRidge[],
  day: number,
): void {
  for (let index = 0; index < SIZE; index += 1) {
    const plantedRidge = findPlantedRidge(
      ridges,
      index % CELL_COUNT,
      day + Math.floor(index / CELL_COUNT),
    );
    if (plantedRidge === null) continue;
    sheet.mean[index] = plantedRidge;
    sheet.sd[index] = 0;
  }
}

/** Daily mean temperature without events, deg F. */
export function buildTemperatureSheet(
  sources: Sources,
  { day, values }: WeatherState,
  news: CycleNews,
  ridge: ForecastSheet,
): ForecastSheet {
  const sheet = createSheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    running[cell] = valueAt(values, OFFSETS.departure + cell);
  spreads.fill(0);
  for (let lead = 0; lead < LEADS; lead += 1) {
    const row = getSeasonRow(day + lead);
    const slot = OFFSETS.heldTemperature + ((day + lead) % RING) * CELL_COUNT;
    const unknown = 1 - getKnownFraction(sources.temperature, lead, news.cycles);
    const shift = computeShifts(sources.planted.shifts, day + lead, day, news.cycles);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const shockSd = valueAt(SHOCK_SD_F, row + cell);
      const ridgeSd = RIDGE_WEIGHT * valueAt(ORDINARY_SD_F, row + cell);
      const pending =
        valueAt(values, slot + cell) +
        (news.temperature === null ? 0 : valueAt(news.temperature, index));
      const latent = MEMORY * valueAt(running, cell) + shockSd * pending;
      const spread = MEMORY * MEMORY * valueAt(spreads, cell) + unknown * shockSd * shockSd;
      running[cell] = latent;
      spreads[cell] = spread;
      const meanF = valueAt(BASE_F, row + cell) + latent + ridgeSd * (ridge.mean[index] ?? 0);
      sheet.mean[index] = shift === null ? meanF : meanF + shift.temperature;
      sheet.sd[index] = Math.sqrt(spread + (ridgeSd * (ridge.sd[index] ?? 0)) ** 2);
    }
  }
  return sheet;
}

export function buildRainSheet(
  sources: Sources,
  { day, values, pacific }: WeatherState,
  news: CycleNews,
  ridge: ForecastSheet,
): ForecastSheet {
  const sheet = createSheet();
  for (let lead = 0; lead < LEADS; lead += 1) {
    const row = getSeasonRow(day + lead);
    const slot = OFFSETS.heldRain + ((day + lead) % RING) * CELL_COUNT;
    const unknown =
      RAIN_RANDOM_WEIGHT ** 2 * (1 - getKnownFraction(sources.rain, lead, news.cycles));
    const nino = computeExpectedNino(pacific, lead + 1);
    const ninoSpread = computeNinoVariance(lead + 1);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const slope = valueAt(NINO_RAIN, row + cell);
      const pending =
        valueAt(values, slot + cell) + (news.rain === null ? 0 : valueAt(news.rain, index));
      sheet.mean[index] =
        RAIN_RANDOM_WEIGHT * pending - RAIN_RIDGE_WEIGHT * (ridge.mean[index] ?? 0) + slope * nino;
      sheet.sd[index] = Math.sqrt(
        unknown + (RAIN_RIDGE_WEIGHT * (ridge.sd[index] ?? 0)) ** 2 + slope * slope * ninoSpread,
      );
    }
  }
  return sheet;
}

/** Expected wind, mph, and standard deviation of its log. */
export function buildWindSheet(
  sources: Sources,
  { day, values }: WeatherState,
  news: CycleNews,
): ForecastSheet {
  const sheet = createSheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    running[cell] = valueAt(values, OFFSETS.wind + cell);
  let variance = 0;
  for (let lead = 0; lead < LEADS; lead += 1) {
    const isPending = lead < WIND_RING;
    const slot = OFFSETS.heldWind + ((day + lead) % WIND_RING) * CELL_COUNT;
    const unknown = isPending ? 1 - getKnownFraction(sources.wind, lead, news.cycles) : 1;
    variance = WIND_MEMORY * WIND_MEMORY * variance + unknown * WIND_SHOCK * WIND_SHOCK;
    const shift = computeShifts(sources.planted.shifts, day + lead, day, news.cycles);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const pending = isPending
        ? valueAt(values, slot + cell) + (news.wind === null ? 0 : valueAt(news.wind, index))
        : 0;
      const latent = WIND_MEMORY * valueAt(running, cell) + WIND_SHOCK * pending;
      running[cell] = latent;
      const windMph =
        valueAt(WIND_MPH, cell) *
        Math.exp(WIND_SPREAD * latent - 0.5 * WIND_SPREAD ** 2 * (1 - variance));
      sheet.mean[index] = shift === null ? windMph : windMph * (1 + shift.wind);
      sheet.sd[index] = WIND_SPREAD * Math.sqrt(variance);
    }
  }
  return sheet;
}
