// Current alerts that are not logged: large price moves and high-impact weather.
import type { NewsDto } from '../../contracts/messages';
import { tryOrNull } from '../faults';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatNumber,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import type { Settings } from '../../trading/domain/settings';
import { computeDeviation } from '../../trading/statistics/sample';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { getWeatherCache } from '../weather/weather-cache.server';
import { listIntelligenceRows } from '../weather/serialize-weather.server';
import type { QuoteDto } from '../../contracts/api/quotes';

/** Window of daily changes, and its minimum. */
const DAYS = 60;
const DAYS_MIN = 20;
/** Standard deviations above which a move is an alert. */
const MOVE_SIGMAS_MIN = 2;

/**
 * Standard deviation of daily changes in quoted units, and the number of changes; null if too few.
 */
function computeDailyDeviation(
  desk: WeatherSource,
  chain: string,
): { readonly deviation: number; readonly days: number } | null {
  const closes = desk
    .closes(chain)
    .slice(-DAYS - 1)
    .map(({ close }) => close);
  const changes = closes.slice(1).map((close, index) => close - (closes[index] ?? close));
  return changes.length < DAYS_MIN
    ? null
    : { deviation: computeDeviation(changes), days: changes.length };
}

function buildMoveAlert(
  desk: WeatherSource,
  { symbol, commodity, price, change, changePercent, asOf, isStale }: QuoteDto,
): NewsDto[] {
  const normal = getWeatherCache(desk).perPriceDay(`deviation ${symbol}`, () =>
    computeDailyDeviation(desk, symbol),
  );
  if (
    change === null ||
    isStale ||
    normal === null ||
    !(Math.abs(change) > MOVE_SIGMAS_MIN * normal.deviation)
  )
    return [];
  const decimals = price.split('.')[1]?.length ?? 0;
  const deviations =
    normal.deviation === 0
      ? '60-day sigma is zero'
      : `${formatNumber(Math.abs(change) / normal.deviation, 1)} sigma of the last ${formatCount(normal.days)} days`;
  return [
    {
      kind: 'move',
      at: asOf,
      title: `${symbol} ${formatSignedNumber(change, decimals)} ${COMMODITIES[commodity].priceUnit}`,
      description: `${formatSignedPercent(changePercent)} change from prior close, ${deviations}.`,
    },
  ];
}

const buildWeatherAlerts = (desk: WeatherSource): NewsDto[] =>
  listIntelligenceRows(desk)
    .filter(({ impact }) => impact === 'HIGH')
    .map(({ region, message, time }) => ({
      kind: 'weather',
      at: time,
      title: `HIGH weather impact: ${region}`,
      description: message,
    }));

type AlertSettings = Pick<Settings, 'priceAlertsEnabled' | 'weatherUpdatesEnabled'>;

/** Moves in quote order, then weather, filtered by settings; none without a weather history. */
export function standingNews(
  desk: WeatherSource | null,
  quotes: readonly QuoteDto[],
  { priceAlertsEnabled, weatherUpdatesEnabled }: AlertSettings,
): NewsDto[] {
  if (!desk) return [];
  const moves = priceAlertsEnabled
    ? (tryOrNull('moves', () => quotes.flatMap((quote) => buildMoveAlert(desk, quote))) ?? [])
    : [];
  const weather = weatherUpdatesEnabled
    ? (tryOrNull('weather of high impact', () => buildWeatherAlerts(desk)) ?? [])
    : [];
  return [...moves, ...weather];
}
