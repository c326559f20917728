/** Warnings of extreme temperature events: watch, confirmed or canceled, ended. */
import { capitalizeFirst, formatDeparture } from '../../domain/format';
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import { getDayStartMs } from '../calendar';
import {
  BUST_STRENGTH,
  CONFIRM_PROBABILITY,
  EVENT_KINDS,
  LEAD_MAX,
  type WeatherEvent,
  drawEvent,
} from './extreme-event';
import type { MarketWeather } from './market-weather';
import { getLastDay } from './weather-state';
import {
  formatDate,
  formatIsoDay,
  formatPercent,
  getPlaceName,
  getPublishedMs,
} from './warning-text';

/** Smallest anomaly for a cell to be named in a warning, deg F. */
const NAMED_FROM_F = 3;
const LONGEST_DAYS = Math.max(...EVENT_KINDS.map(({ longestDays }) => longestDays));

/** All warning phases that may be published from `firstDay` to `lastDay`. */
export function listSpellWarnings(
  { sources }: MarketWeather,
  firstDay: number,
  lastDay: number,
): WeatherWarning[] {
  const isNear = (event: WeatherEvent): boolean =>
    getLastDay(event) + 1 >= firstDay && event.firstSeen.day <= lastDay;
  const found = sources.planted.events.filter(isNear).flatMap((event) => listStates(event));
  for (let day = firstDay - LONGEST_DAYS; day <= lastDay + LEAD_MAX; day += 1) {
    for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
      const event = drawEvent(sources.random, sources.events, kind, day);
      if (event && isNear(event)) found.push(...listStates(event));
    }
  }
  return found;
}

function listStates(event: WeatherEvent): WeatherWarning[] {
  const [sighted, settled] = [getPublishedMs(event.firstSeen), getPublishedMs(event.resolved)];
  const isFull = event.strength === 1;
  const states = sighted < settled ? [buildState(event, 'watch', sighted)] : [];
  states.push(buildState(event, isFull ? 'confirmed' : 'cancelled', settled));
  if (isFull) states.push(buildState(event, 'ended', getDayStartMs(getLastDay(event) + 1)));
  return states;
}

function buildState(event: WeatherEvent, phase: WarningPhase, publishedMs: number): WeatherWarning {
  const { kind, firstDay, departureF, effectF, center } = event;
  return {
    id: `${kind.name.replace(' ', '-')}/${formatIsoDay(firstDay)}${event.kindIndex < 0 ? `/${center}` : ''}`,
    kind: kind.name,
    phase,
    publishedMs,
    cells: MARKET_CELLS.filter((_, cell) => Math.abs(effectF[cell] ?? 0) >= NAMED_FROM_F),
    probability: { watch: CONFIRM_PROBABILITY, confirmed: 1, cancelled: 0, ended: 1 }[phase],
    strength: phase === 'cancelled' ? BUST_STRENGTH * departureF : departureF,
    fromMs: getDayStartMs(firstDay),
    untilMs: getDayStartMs(getLastDay(event) + 1),
    text: formatText(event, phase),
  };
}

function formatText(event: WeatherEvent, phase: WarningPhase): string {
  const where = `${capitalizeFirst(event.kind.name)} over ${getPlaceName(event.center)}`;
  const when = `${formatDate(event.firstDay)} to ${formatDate(getLastDay(event))}`;
  const full = `${formatDeparture(event.departureF, 0)} at its center`;
  switch (phase) {
    case 'watch':
      return `${where} possible, ${when}: ${full} (${formatPercent(CONFIRM_PROBABILITY)}), otherwise about half of that.`;
    case 'confirmed':
      return `${where} confirmed, ${when}: ${full}.`;
    case 'cancelled':
      return `${where} weaker than forecast, ${when}: now ${formatDeparture(BUST_STRENGTH * event.departureF, 0)}, half of the earlier forecast.`;
    default:
      return `${where} ended after ${event.days} days.`;
  }
}
