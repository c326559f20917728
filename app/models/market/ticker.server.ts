// The words of the tickers: the market's quotes, and the weather of the states.

import type { TickerItem } from '../../contracts/dashboard';

import { COMMODITIES } from '../../trading/domain/commodity';
import { decimalNumber, signedPercent } from '../../trading/domain/format';
import type { QuoteDto } from '../../contracts/api/quotes';
import type { MapStateDto, PatternDto, WeatherDto } from '../../contracts/api/weather';

const INTRO = ['WELCOME TO FRONTMONTH', 'AI ALGORITHMIC TRADING', 'WEATHER-DEPENDENT COMMODITIES'];
const END = 'AI-TRADING STATUS MONITORING ALL REGIONS';

const formatFlat = (text: string): TickerItem => ({ text, tone: 'flat' });
const ARROWS = { up: '▲ ', down: '▼ ', flat: '' } as const;

/** Figures as the quotes have them: what is old says so. */
function quoteItem({
  symbol,
  commodity,
  price,
  change,
  changePercent,
  isStale,
}: QuoteDto): TickerItem {
  const tone = change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down';
  const figure = decimalNumber(Number(price), price.split('.')[1]?.length ?? 0);
  const moved = changePercent === null ? '' : ` ${ARROWS[tone]}${signedPercent(changePercent)}`;
  return {
    text: `${symbol} ${figure} ${COMMODITIES[commodity].priceUnit}${moved}${isStale ? ' STALE' : ''}`,
    tone: isStale ? 'warn' : tone,
  };
}

/** The market ticker from its welcome to its end, all quotes between. */
export function marketTicker(quotes: readonly QuoteDto[]): readonly TickerItem[] {
  const items =
    quotes.length === 0 ? [formatFlat('NO QUOTES FROM THIS MARKET YET')] : quotes.map(quoteItem);
  return [...INTRO.map(formatFlat), ...items, formatFlat(END)];
}

const ALERTS: readonly PatternDto['impactLevel'][] = ['HIGH', 'CRITICAL'];
const STATES_SHOWN = 12;

const alertItem = ({ impactLevel, pattern }: PatternDto): TickerItem => ({
  text: `${impactLevel} ALERT: ${pattern}`,
  tone: 'warn',
});
const placeItem = ({
  name,
  condition,
  temperature,
}: {
  name: string;
  condition: string | null;
  temperature: number | null;
}): TickerItem =>
  formatFlat(`${name}: ${condition ?? 'no reading'}, ${decimalNumber(temperature, 0)} °F`);

/**
 * The weather ticker: alerts of HIGH and CRITICAL patterns first, then every region, then the
 * states with the most weather.
 */
export function weatherTicker(
  places: readonly WeatherDto[],
  states: readonly MapStateDto[],
  patterns: readonly PatternDto[],
): readonly TickerItem[] {
  const alerts = patterns.filter(({ impactLevel }) => ALERTS.includes(impactLevel)).map(alertItem);
  const worst = [...states]
    .sort((a, b) => (b.intensity ?? 0) - (a.intensity ?? 0))
    .slice(0, STATES_SHOWN);
  return [
    ...alerts,
    ...places.map(({ region, ...row }) => placeItem({ name: region, ...row })),
    ...worst.map(({ state, ...row }) => placeItem({ name: state, ...row })),
  ];
}
