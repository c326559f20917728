/** Drought watches, reviewed each Thursday from water in the root zone. */
import type { WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { dayStartMs, getWeekday } from '../calendar';
import { seasonRow } from './climate';
import type { MarketWeather } from './market-weather';
import { soilDeparture } from './soil';
import { AT } from './state';
import { formatDate, formatIsoDay, placeName } from './warning-text';
import { DAY_MS } from '../../domain/time';

const THURSDAY = 4;
const WEEK = 7;
/** The open sea has no root zone. */
const FIELDS = MARKET_CELLS.filter((cell) => cell !== 'GOM');
const SEVERE_BELOW = -2;
const OUTLOOK_DAYS = 28;

/** What the review of a day says anew; nothing but on Thursdays. */
export function droughtWarnings(market: MarketWeather, day: number): WeatherWarning[] {
  if (getWeekday(day) !== THURSDAY || day < WEEK) return [];
  return FIELDS.flatMap((cell) => reviewDrought(market, cell, day));
}

function reviewDrought(market: MarketWeather, cell: MarketCell, day: number): WeatherWarning[] {
  const [now, before] = [readDrought(market, cell, day), readDrought(market, cell, day - WEEK)];
  if (now.since < 0 && before.since < 0) return [];
  if (now.since < 0) return [buildWarning(cell, day, 'ended', before.since, now.departure)];
  const isSevere = now.departure < SEVERE_BELOW;
  const isNew = now.since !== before.since;
  if (!isNew && !(isSevere && before.departure >= SEVERE_BELOW)) return [];
  return [buildWarning(cell, day, isSevere ? 'confirmed' : 'watch', now.since, now.departure)];
}

function readDrought(
  market: MarketWeather,
  cell: MarketCell,
  day: number,
): { readonly since: number; readonly departure: number } {
  const { values } = market.state(day);
  const place = MARKET_CELLS.indexOf(cell);
  return {
    since: values[AT.drought + place] ?? -1,
    departure: soilDeparture(values[AT.soil + place] ?? 0, seasonRow(day), place),
  };
}

function buildWarning(
  cell: MarketCell,
  day: number,
  phase: 'watch' | 'confirmed' | 'ended',
  since: number,
  departure: number,
): WeatherWarning {
  const dry = `the root zone holds ${Math.abs(departure).toFixed(1)} standard deviations ${departure < 0 ? 'less' : 'more'} water than usual`;
  const text = {
    watch: `Drought watch for ${placeName(cell)}: ${dry}, dry since ${formatDate(since)}.`,
    confirmed: `Severe drought in ${placeName(cell)}: ${dry}, dry since ${formatDate(since)}.`,
    ended: `The drought in ${placeName(cell)} since ${formatDate(since)} is over: ${dry}.`,
  }[phase];
  const publishedMs = dayStartMs(day) + DAY_MS / 2;
  return {
    id: `drought/${cell}/${formatIsoDay(since)}`,
    kind: 'drought',
    phase,
    cells: [cell],
    probability: 1,
    strength: null,
    publishedMs,
    text,
    fromMs: dayStartMs(since),
    untilMs: phase === 'ended' ? dayStartMs(day) : dayStartMs(day + OUTLOOK_DAYS),
  };
}
