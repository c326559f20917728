/** Freeze warnings for the orange groves of Florida, from the public forecast of each midnight. */
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import { dayOfYear, dayStartMs } from '../calendar';
import { seasonRow } from './climate';
import { chanceBelow } from './display-weather';
import type { MarketWeather } from './market-weather';
import type { PublicForecast } from './public-forecast';
import { MEAN_F } from './season';
import {
  formatDate,
  departureText,
  formatIsoDay,
  formatPercent,
  publishedAt,
} from './warning-text';

const GROVES = 'LAK';
const GROVES_PLACE = MARKET_CELLS.indexOf(GROVES);
/** Fruit freezes on days with a lower mean. */
const FREEZE_F = 47;
const DAYS_AHEAD = 8;
const WATCH_ABOVE = 0.1;
const LIKELY_FROM = 0.5;
/** Days of the year between which Florida knows no such frost. */
const SPRING_DAY = 90;
const AUTUMN_DAY = 305;
/** No spell of frost is in the forecast for longer. */
const EPISODE_DAYS_MAX = 40;

interface FreezeChance {
  readonly chance: number;
  readonly coldestDay: number;
  readonly meanF: number;
}

/** The warning that the first forecast of a day gives, if it says something new. */
export function freezeWarnings(
  market: MarketWeather,
  forecast: PublicForecast,
  day: number,
): WeatherWarning[] {
  if (day < 1 || (dayOfYear(day) > SPRING_DAY && dayOfYear(day) < AUTUMN_DAY)) return [];
  const [now, before] = [freezeChance(forecast, day), freezeChance(forecast, day - 1)];
  if (findPhase(now.chance) === findPhase(before.chance)) return [];
  if (now.chance > WATCH_ABOVE)
    return [buildWarning(day, now, findPhase(now.chance) ?? 'watch', beganOn(forecast, day))];
  const began = beganOn(forecast, day - 1);
  return [buildWarning(day, before, hasFrozen(market, began, day) ? 'ended' : 'cancelled', began)];
}

const findPhase = (chance: number): WarningPhase | null => {
  if (chance <= WATCH_ABOVE) return null;
  return chance >= LIKELY_FROM ? 'confirmed' : 'watch';
};

/** Chance of a freeze on the likeliest of the coming days, by the run of midnight. */
function freezeChance(forecast: PublicForecast, day: number): FreezeChance {
  let likeliest: FreezeChance = { chance: 0, coldestDay: day, meanF: 0 };
  for (let lead = 0; lead <= DAYS_AHEAD; lead += 1) {
    const { meanF, spreadF } = forecast.temperature(GROVES, day, 0, lead);
    const chance = chanceBelow(meanF, spreadF, FREEZE_F);
    if (chance > likeliest.chance) likeliest = { chance, coldestDay: day + lead, meanF };
  }
  return likeliest;
}

/** The day since which the chance has been above the mark. */
function beganOn(forecast: PublicForecast, day: number): number {
  let began = day;
  while (
    began > 1 &&
    day - began < EPISODE_DAYS_MAX &&
    freezeChance(forecast, began - 1).chance > WATCH_ABOVE
  )
    began -= 1;
  return began;
}

function hasFrozen(market: MarketWeather, fromDay: number, untilDay: number): boolean {
  for (let day = fromDay; day < untilDay; day += 1)
    if ((market.past(day).meanF[GROVES_PLACE] ?? 0) < FREEZE_F) return true;
  return false;
}

function buildWarning(
  day: number,
  { chance, coldestDay, meanF }: FreezeChance,
  phase: WarningPhase,
  began: number,
): WeatherWarning {
  const departureF = meanF - (MEAN_F[seasonRow(coldestDay) + GROVES_PLACE] ?? 0);
  const probability = phase === 'cancelled' ? 0 : phase === 'ended' ? 1 : chance;
  return {
    id: `freeze/${GROVES}/${formatIsoDay(began)}`,
    kind: 'freeze',
    phase,
    probability,
    cells: [GROVES],
    strength: departureF,
    fromMs: dayStartMs(coldestDay),
    untilMs: dayStartMs(coldestDay + 1),
    publishedMs: publishedAt({ day, cycle: 1 }),
    text: formatText(
      phase,
      `a daily mean below ${FREEZE_F} F in central Florida`,
      `${formatDate(coldestDay)}: ${formatPercent(chance)} likely, ${departureText(departureF)} the season expected`,
    ),
  };
}

function formatText(phase: WarningPhase, frost: string, when: string): string {
  switch (phase) {
    case 'watch':
      return `Freeze watch: ${frost} possible, likeliest on ${when}.`;
    case 'confirmed':
      return `Freeze warning: ${frost} on ${when}.`;
    case 'cancelled':
      return `Freeze watch called off: ${frost} is no longer in the forecast, and none came.`;
    default:
      return `The freeze is over: ${frost} is no longer in the forecast.`;
  }
}
