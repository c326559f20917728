/** Drought watches, reviewed each Thursday from root-zone water. */
import type { WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { getDayStartMs, getWeekday } from '../calendar';
import { getSeasonRow } from './climate';
import type { MarketWeather } from './market-weather';
import { computeSoilAnomaly } from './soil';
import { OFFSETS } from './weather-state';
import { formatDate, formatIsoDay, getPlaceName } from './warning-text';
import { DAY_MS } from '../../domain/time';

const THURSDAY = 4;
const WEEK = 7;
/** Land cells; the Gulf has no root zone. */
const FIELDS = MARKET_CELLS.filter((cell) => cell !== 'GOM');
const SEVERE_BELOW = -2;
const OUTLOOK_DAYS = 28;

/** New or changed drought warnings of a day; empty except on Thursdays. */
export function listDroughtWarnings(market: MarketWeather, day: number): WeatherWarning[] {
  if (getWeekday(day) !== THURSDAY || day < WEEK) return [];
  return FIELDS.flatMap((cell) => reviewDrought(market, cell, day));
}

function reviewDrought(market: MarketWeather, cell: MarketCell, day: number): WeatherWarning[] {
  const [now, before] = [getDrought(market, cell, day), getDrought(market, cell, day - WEEK)];
  if (now.since < 0 && before.since < 0) return [];
  if (now.since < 0) return [buildWarning(cell, day, 'ended', before.since, now.departure)];
  const isSevere = now.departure < SEVERE_BELOW;
  const isNew = now.since !== before.since;
  if (!isNew && !(isSevere && before.departure >= SEVERE_BELOW)) return [];
  return [buildWarning(cell, day, isSevere ? 'confirmed' : 'watch', now.since, now.departure)];
}

function getDrought(
  market: MarketWeather,
  cell: MarketCell,
  day: number,
): { readonly since: number; readonly departure: number } {
  const { values } = market.getState(day);
  const cellIndex = MARKET_CELLS.indexOf(cell);
  return {
    since: values[OFFSETS.drought + cellIndex] ?? -1,
    departure: computeSoilAnomaly(
      values[OFFSETS.soil + cellIndex] ?? 0,
      getSeasonRow(day),
      cellIndex,
    ),
  };
}

function buildWarning(
  cell: MarketCell,
  day: number,
  phase: 'watch' | 'confirmed' | 'ended',
  since: number,
  departure: number,
): WeatherWarning {
  const dryness = `root-zone water is ${Math.abs(departure).toFixed(1)} sigma ${departure < 0 ? 'below' : 'above'} normal`;
  const text = {
    watch: `Drought watch for ${getPlaceName(cell)}: ${dryness}, dry since ${formatDate(since)}.`,
    confirmed: `Severe drought in ${getPlaceName(cell)}: ${dryness}, dry since ${formatDate(since)}.`,
    ended: `The drought in ${getPlaceName(cell)} since ${formatDate(since)} is over: ${dryness}.`,
  }[phase];
  const publishedMs = getDayStartMs(day) + DAY_MS / 2;
  return {
    id: `drought/${cell}/${formatIsoDay(since)}`,
    kind: 'drought',
    phase,
    cells: [cell],
    probability: 1,
    strength: null,
    publishedMs,
    text,
    fromMs: getDayStartMs(since),
    untilMs: phase === 'ended' ? getDayStartMs(day) : getDayStartMs(day + OUTLOOK_DAYS),
  };
}
