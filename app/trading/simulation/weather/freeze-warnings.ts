/** Freeze warnings for Florida's orange groves, from the public forecast at midnight. */
import { formatDeparture } from '../../domain/format';
import type { WarningPhase, WeatherWarning } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import { getDayOfYear, getDayStartMs } from '../calendar';
import { getSeasonRow } from './climate';
import { computeProbabilityBelow } from './display-weather';
import type { MarketWeather } from './market-weather';
import type { PublicForecast } from './public-forecast';
import { MEAN_F } from './season-tables';
import { formatDate, formatIsoDay, formatPercent, getPublishedMs } from './warning-text';

const GROVES = 'LAK';
const GROVES_INDEX = MARKET_CELLS.indexOf(GROVES);
/** Daily mean below which fruit freezes. */
const FREEZE_F = 47;
const DAYS_AHEAD = 8;
const WATCH_ABOVE = 0.1;
const LIKELY_FROM = 0.5;
/** Days of the year between which Florida has no such frost. */
const SPRING_DAY = 90;
const AUTUMN_DAY = 305;
/** Longest stretch of freeze risk in the forecasts. */
const EPISODE_DAYS_MAX = 40;

interface FreezeRisk {
  readonly probability: number;
  readonly coldestDay: number;
  readonly meanF: number;
}

/** Warning by the first forecast of a day, if its phase changes. */
export function listFreezeWarnings(
  market: MarketWeather,
  forecast: PublicForecast,
  day: number,
): WeatherWarning[] {
  if (day < 1 || (getDayOfYear(day) > SPRING_DAY && getDayOfYear(day) < AUTUMN_DAY)) return [];
  const [now, before] = [computeFreezeRisk(forecast, day), computeFreezeRisk(forecast, day - 1)];
  if (findPhase(now.probability) === findPhase(before.probability)) return [];
  if (now.probability > WATCH_ABOVE)
    return [
      buildWarning(day, now, findPhase(now.probability) ?? 'watch', findFirstDay(forecast, day)),
    ];
  const firstDay = findFirstDay(forecast, day - 1);
  return [
    buildWarning(day, before, hasFrozen(market, firstDay, day) ? 'ended' : 'cancelled', firstDay),
  ];
}

const findPhase = (probability: number): WarningPhase | null => {
  if (probability <= WATCH_ABOVE) return null;
  return probability >= LIKELY_FROM ? 'confirmed' : 'watch';
};

/** Highest freeze probability of the coming days, by the midnight run. */
function computeFreezeRisk(forecast: PublicForecast, day: number): FreezeRisk {
  let likeliest: FreezeRisk = { probability: 0, coldestDay: day, meanF: 0 };
  for (let lead = 0; lead <= DAYS_AHEAD; lead += 1) {
    const { meanF, spreadF } = forecast.getTemperature(GROVES, day, 0, lead);
    const probability = computeProbabilityBelow(meanF, spreadF, FREEZE_F);
    if (probability > likeliest.probability)
      likeliest = { probability, coldestDay: day + lead, meanF };
  }
  return likeliest;
}

/** First day of the current stretch above the watch threshold. */
function findFirstDay(forecast: PublicForecast, day: number): number {
  let firstDay = day;
  while (
    firstDay > 1 &&
    day - firstDay < EPISODE_DAYS_MAX &&
    computeFreezeRisk(forecast, firstDay - 1).probability > WATCH_ABOVE
  )
    firstDay -= 1;
  return firstDay;
}

function hasFrozen(market: MarketWeather, fromDay: number, untilDay: number): boolean {
  for (let day = fromDay; day < untilDay; day += 1)
    if ((market.getPastDay(day).meanF[GROVES_INDEX] ?? 0) < FREEZE_F) return true;
  return false;
}

function buildWarning(
  day: number,
  { probability: issuedProbability, coldestDay, meanF }: FreezeRisk,
  phase: WarningPhase,
  firstDay: number,
): WeatherWarning {
  const departureF = meanF - (MEAN_F[getSeasonRow(coldestDay) + GROVES_INDEX] ?? 0);
  const probability = phase === 'cancelled' ? 0 : phase === 'ended' ? 1 : issuedProbability;
  return {
    id: `freeze/${GROVES}/${formatIsoDay(firstDay)}`,
    kind: 'freeze',
    phase,
    probability,
    cells: [GROVES],
    strength: departureF,
    fromMs: getDayStartMs(coldestDay),
    untilMs: getDayStartMs(coldestDay + 1),
    publishedMs: getPublishedMs({ day, cycle: 1 }),
    text: formatText(
      phase,
      `a daily mean below ${FREEZE_F} °F in central Florida`,
      `${formatDate(coldestDay)} (${formatPercent(issuedProbability)}, ${formatDeparture(departureF, 0)})`,
    ),
  };
}

function formatText(phase: WarningPhase, frost: string, when: string): string {
  switch (phase) {
    case 'watch':
      return `Freeze watch: ${frost} is possible, most likely on ${when}.`;
    case 'confirmed':
      return `Freeze warning: ${frost} is likely on ${when}.`;
    case 'cancelled':
      return `Freeze watch canceled: ${frost} is no longer in the forecast, and none occurred.`;
    default:
      return `Freeze ended: ${frost} is no longer in the forecast.`;
  }
}
