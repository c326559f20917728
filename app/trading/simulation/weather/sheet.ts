/**
 * The distribution of the coming days as sheets of numbers by lead and cell: temperature, ridge,
 * rain, wind.
 */
import { createRows } from '../small-arrays';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, seasonRow } from './climate';
import { LEADS } from './hazard';
import { expectedNino, ninoVariance } from './nino';
import { at } from './numbers';
import { type StandingRidge, computeShifts } from './planted';
import { CHANCE_PART, RIDGE_DRIES } from './rain';
import { type Field, cyclePieces, shareKnown } from './reveal';
import {
  BASE_F,
  MEMORY,
  ORDINARY_SD_F,
  RIDGE_MEMORY,
  RIDGE_PART,
  RIDGE_SHOCK,
  SHOCK_SD_F,
} from './season';
import {
  AT,
  NINO_RAIN,
  RING,
  type Sources,
  WIND_MEMORY,
  WIND_MPH,
  WIND_RING,
  WIND_SHOCK,
  WIND_SPREAD,
  type WeatherState,
  standingRidge,
} from './state';

/** What the first cycles of a state's day revealed, by lead and cell; null where none has been. */
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

/** Splits the pieces of a day at 1 to 3 of its cycles. */
export function computeCycleNews(sources: Sources, day: number, cycles: number): CycleNews {
  if (cycles === 0) return NO_NEWS;
  const split = (field: Field): Float64Array => {
    const pieces = new Float64Array(field.leads * CELL_COUNT);
    cyclePieces(sources.chance, field, day, cycles, pieces);
    return pieces;
  };
  return {
    cycles,
    temperature: split(sources.temperature),
    rain: split(sources.rain),
    wind: split(sources.wind),
    ridge: split(sources.ridge),
  };
}

/** A mean and a deviation for each of the leads and cells. */
export interface Sheet {
  readonly mean: number[];
  readonly sd: number[];
}

const SIZE = LEADS * CELL_COUNT;
const byLeadAndCell = createRows(SIZE);
const emptySheet = (): Sheet => ({ mean: byLeadAndCell(), sd: byLeadAndCell() });
/**
 * Running departure and variance by cell while a sheet is filled; nothing of them outlives the
 * call.
 */
const running = new Float64Array(CELL_COUNT);
const spreads = new Float64Array(CELL_COUNT);

/**
 * Expected ridge, standard normal in the long run, and its deviation. A planted ridge is known
 * while it stands.
 */
export function ridgeSheet(
  sources: Sources,
  { day, values }: WeatherState,
  news: CycleNews,
): Sheet {
  const sheet = emptySheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1)
    sheet.mean[cell] =
      RIDGE_MEMORY * at(values, AT.ridge + cell) +
      (news.ridge === null ? 0 : RIDGE_SHOCK * at(news.ridge, cell));
  let keeps = 1;
  for (let lead = 0; lead < LEADS; lead += 1) {
    const sd = Math.sqrt(1 - keeps * (1 - (1 - news.cycles / CYCLES_PER_DAY) * RIDGE_SHOCK ** 2));
    const row = lead * CELL_COUNT;
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      if (lead > 0)
        sheet.mean[row + cell] = RIDGE_MEMORY * (sheet.mean[row - CELL_COUNT + cell] ?? 0);
      sheet.sd[row + cell] = sd;
    }
    keeps *= RIDGE_MEMORY ** 2;
  }
  if (sources.planted.ridges.length > 0)
    standRidges(
      sheet,
      sources.planted.ridges.filter(({ firstDay }) => firstDay <= day),
      day,
    );
  return sheet;
}

/** Puts planted ridges over what chance gives. */
function standRidges(sheet: Sheet, ridges: readonly StandingRidge[], day: number): void {
  for (let index = 0; index < SIZE; index += 1) {
    const standing = standingRidge(
      ridges,
      index % CELL_COUNT,
      day + Math.floor(index / CELL_COUNT),
    );
    if (standing === null) continue;
    sheet.mean[index] = standing;
    sheet.sd[index] = 0;
  }
}

/** Daily mean temperature without any event, deg F. */
export function temperatureSheet(
  sources: Sources,
  { day, values }: WeatherState,
  news: CycleNews,
  ridge: Sheet,
): Sheet {
  const sheet = emptySheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1) running[cell] = at(values, AT.departure + cell);
  spreads.fill(0);
  for (let lead = 0; lead < LEADS; lead += 1) {
    const row = seasonRow(day + lead);
    const slot = AT.heldTemperature + ((day + lead) % RING) * CELL_COUNT;
    const unknown = 1 - shareKnown(sources.temperature, lead, news.cycles);
    const shift = computeShifts(sources.planted.shifts, day + lead, day, news.cycles);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const shockSd = at(SHOCK_SD_F, row + cell);
      const ridgeSd = RIDGE_PART * at(ORDINARY_SD_F, row + cell);
      const held =
        at(values, slot + cell) + (news.temperature === null ? 0 : at(news.temperature, index));
      const kept = MEMORY * at(running, cell) + shockSd * held;
      const spread = MEMORY * MEMORY * at(spreads, cell) + unknown * shockSd * shockSd;
      running[cell] = kept;
      spreads[cell] = spread;
      const meanF = at(BASE_F, row + cell) + kept + ridgeSd * (ridge.mean[index] ?? 0);
      sheet.mean[index] = shift === null ? meanF : meanF + shift.temperature;
      sheet.sd[index] = Math.sqrt(spread + (ridgeSd * (ridge.sd[index] ?? 0)) ** 2);
    }
  }
  return sheet;
}

/** The latent normal of rain. */
export function rainSheet(
  sources: Sources,
  { day, values, pacific }: WeatherState,
  news: CycleNews,
  ridge: Sheet,
): Sheet {
  const sheet = emptySheet();
  for (let lead = 0; lead < LEADS; lead += 1) {
    const row = seasonRow(day + lead);
    const slot = AT.heldRain + ((day + lead) % RING) * CELL_COUNT;
    const unknown = CHANCE_PART ** 2 * (1 - shareKnown(sources.rain, lead, news.cycles));
    const nino = expectedNino(pacific, lead + 1);
    const ninoSpread = ninoVariance(lead + 1);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const slope = at(NINO_RAIN, row + cell);
      const held = at(values, slot + cell) + (news.rain === null ? 0 : at(news.rain, index));
      sheet.mean[index] =
        CHANCE_PART * held - RIDGE_DRIES * (ridge.mean[index] ?? 0) + slope * nino;
      sheet.sd[index] = Math.sqrt(
        unknown + (RIDGE_DRIES * (ridge.sd[index] ?? 0)) ** 2 + slope * slope * ninoSpread,
      );
    }
  }
  return sheet;
}

/** Expected wind, mph, with the deviation of its log. */
export function windSheet(sources: Sources, { day, values }: WeatherState, news: CycleNews): Sheet {
  const sheet = emptySheet();
  for (let cell = 0; cell < CELL_COUNT; cell += 1) running[cell] = at(values, AT.wind + cell);
  let variance = 0;
  for (let lead = 0; lead < LEADS; lead += 1) {
    const isHeld = lead < WIND_RING;
    const slot = AT.heldWind + ((day + lead) % WIND_RING) * CELL_COUNT;
    const unknown = isHeld ? 1 - shareKnown(sources.wind, lead, news.cycles) : 1;
    variance = WIND_MEMORY * WIND_MEMORY * variance + unknown * WIND_SHOCK * WIND_SHOCK;
    const shift = computeShifts(sources.planted.shifts, day + lead, day, news.cycles);
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELL_COUNT + cell;
      const held = isHeld
        ? at(values, slot + cell) + (news.wind === null ? 0 : at(news.wind, index))
        : 0;
      const kept = WIND_MEMORY * at(running, cell) + WIND_SHOCK * held;
      running[cell] = kept;
      const windMph =
        at(WIND_MPH, cell) * Math.exp(WIND_SPREAD * kept - 0.5 * WIND_SPREAD ** 2 * (1 - variance));
      sheet.mean[index] = shift === null ? windMph : windMph * (1 + shift.wind);
      sheet.sd[index] = WIND_SPREAD * Math.sqrt(variance);
    }
  }
  return sheet;
}
