// The closes of the last weeks as small lines beside the quotes.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';

import type { SparklineDto } from '../../contracts/dashboard';
import { decimalNumber, signedPercent } from '../../trading/domain/format';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { linePath } from '../charts/curve-path';
import { getBoard } from '../weather/weather-cache.server';
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
  const path = linePath([...values.keys()], values, { x, y });
  const decimals = price.split('.')[1]?.length ?? 0;
  const change =
    first === 0
      ? ''
      : `${signedPercent(((Number(price) - first) / Math.abs(first)) * 100)} over ${closes.length} daily closes, `;
  return [
    {
      symbol,
      path,
      text: `${change}range ${decimalNumber(low, decimals)} to ${decimalNumber(high, decimals)}`,
    },
  ];
}

/** One line for each quote with closes before it; none where the market keeps no closes. */
export function listSparklines(
  desk: WeatherDesk | null,
  quotes: readonly QuoteDto[],
): readonly SparklineDto[] {
  if (!desk) return [];
  return quotes.flatMap((quote) =>
    buildSparkline(
      quote,
      getBoard(desk).perDay(`closes ${quote.symbol}`, () =>
        desk
          .closes(quote.symbol)
          .slice(-DAYS)
          .map(({ close }) => close),
      ),
    ),
  );
}
