/** Warnings of extreme spells: in sight, then confirmed or called off, then over. */
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import { dayStartMs } from '../calendar';
import {
  BUST_STRENGTH,
  CONFIRM_CHANCE,
  EVENT_KINDS,
  LEAD_MAX,
  type WeatherEvent,
  eventOn,
} from './event';
import type { MarketWeather } from './market-weather';
import { getLastDay } from './state';
import {
  capitalizeFirst,
  formatDate,
  departureText,
  formatIsoDay,
  formatPercent,
  placeName,
  publishedAt,
} from './warning-text';

/** Cells are named in a warning from this departure on, deg F. */
const FELT_F = 3;
const LONGEST_DAYS = Math.max(...EVENT_KINDS.map(({ longestDays }) => longestDays));

/** All states of warnings that may be published from a day until another. */
export function spellWarnings(
  { sources }: MarketWeather,
  firstDay: number,
  lastDay: number,
): WeatherWarning[] {
  const isNear = (event: WeatherEvent): boolean =>
    getLastDay(event) + 1 >= firstDay && event.sighted.day <= lastDay;
  const found = sources.planted.events.filter(isNear).flatMap((event) => listStates(event));
  for (let day = firstDay - LONGEST_DAYS; day <= lastDay + LEAD_MAX; day += 1) {
    for (let kind = 0; kind < EVENT_KINDS.length; kind += 1) {
      const event = eventOn(sources.chance, sources.events, kind, day);
      if (event && isNear(event)) found.push(...listStates(event));
    }
  }
  return found;
}

function listStates(event: WeatherEvent): WeatherWarning[] {
  const [sighted, settled] = [publishedAt(event.sighted), publishedAt(event.settled)];
  const isFull = event.strength === 1;
  const states = sighted < settled ? [buildState(event, 'watch', sighted)] : [];
  states.push(buildState(event, isFull ? 'confirmed' : 'cancelled', settled));
  if (isFull) states.push(buildState(event, 'ended', dayStartMs(getLastDay(event) + 1)));
  return states;
}

function buildState(event: WeatherEvent, phase: WarningPhase, publishedMs: number): WeatherWarning {
  const { kind, firstDay, departureF, effectF, center } = event;
  return {
    id: `${kind.name.replace(' ', '-')}/${formatIsoDay(firstDay)}${event.kindIndex < 0 ? `/${center}` : ''}`,
    kind: kind.name,
    phase,
    publishedMs,
    cells: MARKET_CELLS.filter((_, cell) => Math.abs(effectF[cell] ?? 0) >= FELT_F),
    probability: { watch: CONFIRM_CHANCE, confirmed: 1, cancelled: 0, ended: 1 }[phase],
    strength: phase === 'cancelled' ? BUST_STRENGTH * departureF : departureF,
    fromMs: dayStartMs(firstDay),
    untilMs: dayStartMs(getLastDay(event) + 1),
    text: formatText(event, phase),
  };
}

function formatText(event: WeatherEvent, phase: WarningPhase): string {
  const where = `${capitalizeFirst(event.kind.name)} over ${placeName(event.center)}`;
  const when = `${formatDate(event.firstDay)} to ${formatDate(getLastDay(event))}`;
  const full = `${departureText(event.departureF)} the season at its center`;
  switch (phase) {
    case 'watch':
      return `${where} in sight, ${when}: ${full}, ${formatPercent(CONFIRM_CHANCE)} likely; else about half of that.`;
    case 'confirmed':
      return `${where} confirmed, ${when}: ${full}.`;
    case 'cancelled':
      return `${where} will not come in full, ${when}: now ${departureText(BUST_STRENGTH * event.departureF)} the season, half of what was in sight.`;
    default:
      return `${where} is over after ${event.days} days.`;
  }
}
