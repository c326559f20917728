// Sparklines: daily closes of the last 30 days.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';

import type { SparklineDto } from '../../contracts/dashboard';
import { formatNumber, formatSignedPercent } from '../../trading/domain/format';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { buildLinePath } from '../charts/curve-path';
import { getWeatherCache } from '../weather/weather-cache.server';
import type { QuoteDto } from '../../contracts/api/quotes';

const DAYS = 30;
const WIDTH = 80;
const HEIGHT = 20;
const EDGE = 2;

function buildSparkline({ symbol, price }: QuoteDto, closes: readonly number[]): SparklineDto[] {
  const values = [...closes, Number(price)];
  const [low, high] = extent(values);
  const first = values[0];
  if (values.length < 2 || low === undefined || high === undefined || first === undefined)
    return [];
  const x = scaleLinear([0, values.length - 1], [EDGE, WIDTH - EDGE]);
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [HEIGHT - EDGE, EDGE]);
  const path = buildLinePath([...values.keys()], values, { x, y });
  const decimals = price.split('.')[1]?.length ?? 0;
  const change =
    first === 0
      ? ''
      : `${formatSignedPercent(((Number(price) - first) / Math.abs(first)) * 100)} over ${closes.length} daily closes, `;
  return [
    {
      symbol,
      path,
      text: `${change}range ${formatNumber(low, decimals)} to ${formatNumber(high, decimals)}`,
    },
  ];
}

/** One sparkline per quote; none without stored closes. */
export function listSparklines(
  desk: WeatherSource | null,
  quotes: readonly QuoteDto[],
): readonly SparklineDto[] {
  if (!desk) return [];
  return quotes.flatMap((quote) =>
    buildSparkline(
      quote,
      getWeatherCache(desk).perPriceDay(`closes ${quote.symbol}`, () =>
        desk
          .closes(quote.symbol)
          .slice(-DAYS)
          .map(({ close }) => close),
      ),
    ),
  );
}
