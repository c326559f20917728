// What is out of the ordinary now and is no fact of the log: prices far from the day before,
// weather of HIGH impact. It lasts as long as it is so.
import type { NewsDto } from '../../contracts/messages';
import { tryOrNull } from '../faults';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  decimalNumber,
  signedNumber,
  signedPercent,
} from '../../trading/domain/format';
import type { Settings } from '../../trading/domain/settings';
import { computeDeviation } from '../../trading/statistics/sample';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { getBoard } from '../weather/weather-cache.server';
import { intelligenceRows } from '../weather/weather-desk.server';
import type { QuoteDto } from '../../contracts/api/quotes';

/** Daily changes by which a move is judged, and the fewest that judge. */
const DAYS = 60;
const DAYS_MIN = 20;
/** Deviations of a day beyond which a move is told. */
const FAR = 2;

/**
 * The deviation of daily changes, in quoted units, and how many changes it is of; null while there
 * are too few.
 */
function dailyDeviation(
  desk: WeatherDesk,
  chain: string,
): { readonly deviation: number; readonly days: number } | null {
  const closes = desk
    .closes(chain)
    .slice(-DAYS - 1)
    .map(({ close }) => close);
  const changes = closes.slice(1).map((close, place) => close - (closes[place] ?? close));
  return changes.length < DAYS_MIN
    ? null
    : { deviation: computeDeviation(changes), days: changes.length };
}

function moveNews(
  desk: WeatherDesk,
  { symbol, commodity, price, change, changePercent, asOf, isStale }: QuoteDto,
): NewsDto[] {
  const usual = getBoard(desk).perDay(`deviation ${symbol}`, () => dailyDeviation(desk, symbol));
  if (change === null || isStale || usual === null || !(Math.abs(change) > FAR * usual.deviation))
    return [];
  const decimals = price.split('.')[1]?.length ?? 0;
  const deviations =
    usual.deviation === 0
      ? 'where none was usual'
      : `${decimalNumber(Math.abs(change) / usual.deviation, 1)} deviations of its last ${formatCount(usual.days)} days`;
  return [
    {
      kind: 'move',
      at: asOf,
      title: `${symbol} ${signedNumber(change, decimals)} ${COMMODITIES[commodity].priceUnit}`,
      description: `${signedPercent(changePercent)} change from prior close, ${deviations}.`,
    },
  ];
}

const weatherNews = (desk: WeatherDesk): NewsDto[] =>
  intelligenceRows(desk)
    .filter(({ impact }) => impact === 'HIGH')
    .map(({ region, message, time }) => ({
      kind: 'weather',
      at: time,
      title: `Weather of HIGH impact: ${region}`,
      description: message,
    }));

type Wanted = Pick<Settings, 'priceAlertsEnabled' | 'weatherUpdatesEnabled'>;

/**
 * Moves first, in the order of the quotes, then the weather; each kind as the settings want it, and
 * none in a market without a past.
 */
export function standingNews(
  desk: WeatherDesk | null,
  quotes: readonly QuoteDto[],
  { priceAlertsEnabled, weatherUpdatesEnabled }: Wanted,
): NewsDto[] {
  if (!desk) return [];
  const moves = priceAlertsEnabled
    ? (tryOrNull('moves', () => quotes.flatMap((quote) => moveNews(desk, quote))) ?? [])
    : [];
  const weather = weatherUpdatesEnabled
    ? (tryOrNull('weather of high impact', () => weatherNews(desk)) ?? [])
    : [];
  return [...moves, ...weather];
}
