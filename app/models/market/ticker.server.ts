// Market ticker and weather ticker.

import type { TickerItem } from '../../contracts/dashboard';

import { COMMODITIES } from '../../trading/domain/commodity';
import { formatNumber, formatSignedPercent } from '../../trading/domain/format';
import type { QuoteDto } from '../../contracts/api/quotes';
import type { MapStateDto, WeatherDto } from '../../contracts/api/weather';
import type { PatternDto } from '../../contracts/api/weather-intelligence';

const INTRO = ['WELCOME TO FRONTMONTH', 'AI ALGORITHMIC TRADING', 'WEATHER-DEPENDENT COMMODITIES'];
const END = 'AI-TRADING STATUS MONITORING ALL REGIONS';

const buildFlatItem = (text: string): TickerItem => ({ text, tone: 'flat' });
const ARROWS = { up: '▲ ', down: '▼ ', flat: '' } as const;

/** A stale quote is marked. */
function buildQuoteItem({
  symbol,
  commodity,
  price,
  change,
  changePercent,
  isStale,
}: QuoteDto): TickerItem {
  const tone = change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down';
  const figure = formatNumber(Number(price), price.split('.')[1]?.length ?? 0);
  const moved =
    changePercent === null ? '' : ` ${ARROWS[tone]}${formatSignedPercent(changePercent)}`;
  return {
    text: `${symbol} ${figure} ${COMMODITIES[commodity].priceUnit}${moved}${isStale ? ' STALE' : ''}`,
    tone: isStale ? 'warn' : tone,
  };
}

/** Welcome, all quotes, end text. */
export function buildMarketTicker(quotes: readonly QuoteDto[]): readonly TickerItem[] {
  const items =
    quotes.length === 0
      ? [buildFlatItem('NO QUOTES FROM THIS MARKET YET')]
      : quotes.map(buildQuoteItem);
  return [...INTRO.map(buildFlatItem), ...items, buildFlatItem(END)];
}

const ALERTS: readonly PatternDto['impactLevel'][] = ['HIGH', 'CRITICAL'];
const STATES_SHOWN = 12;

const buildAlertItem = ({ impactLevel, pattern }: PatternDto): TickerItem => ({
  text: `${impactLevel} ALERT: ${pattern}`,
  tone: 'warn',
});
/** Weather of a place; an old observation is marked. */
function buildPlaceItem({
  name,
  condition,
  temperature,
  isStale,
}: Pick<WeatherDto, 'condition' | 'temperature' | 'isStale'> & {
  readonly name: string;
}): TickerItem {
  const text = `${name}: ${condition ?? 'no reading'}, ${formatNumber(temperature, 0)} °F`;
  return condition !== null && isStale
    ? { text: `${text} STALE`, tone: 'warn' }
    : buildFlatItem(text);
}

/**
 * Weather ticker: HIGH and CRITICAL patterns, then regions, then the states with the highest
 * intensity.
 */
export function buildWeatherTicker(
  places: readonly WeatherDto[],
  states: readonly MapStateDto[],
  patterns: readonly PatternDto[],
): readonly TickerItem[] {
  const alerts = patterns
    .filter(({ impactLevel }) => ALERTS.includes(impactLevel))
    .map(buildAlertItem);
  const worst = [...states]
    .sort((a, b) => (b.intensity ?? 0) - (a.intensity ?? 0))
    .slice(0, STATES_SHOWN);
  return [
    ...alerts,
    ...places.map(({ region, ...row }) => buildPlaceItem({ name: region, ...row })),
    ...worst.map(({ state, ...row }) => buildPlaceItem({ name: state, ...row })),
  ];
}
