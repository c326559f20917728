// Data of the correlations page.
import { type CorrelationsPageDto, getCorrelationKey } from '../../contracts/correlations-page';
import type { CorrelationDto } from '../../contracts/api/correlations';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { tryOrNull } from '../faults';
import {
  listCorrelationRows,
  listCorrelations,
  toWeatherResult,
} from '../weather/serialize-weather.server';
import type { AlmanacRequest } from '../weather/serialize-almanac.server';
import { getWeatherCache } from '../weather/weather-cache.server';
import { buildWeatherScreen } from '../weather/weather-page.server';
import { buildLagPlot } from './lag-plot.server';
import { buildScatter } from './scatter.server';

/** Scatter and lags of one row, once a day. */
function buildDetail(desk: WeatherSource, row: CorrelationDto) {
  const cache = getWeatherCache(desk);
  return cache.perPriceDay(`correlation ${getCorrelationKey(row)}`, () => {
    const found = listCorrelations(cache).find(
      ({ region, chain, factor }) =>
        region === row.region && chain === row.chain && factor === row.weatherFactor,
    );
    return {
      row,
      scatter: found?.paired
        ? buildScatter(row, found.paired, { isPercent: found.isLogReturn })
        : null,
      lag: found ? buildLagPlot(found.lags) : null,
    };
  });
}

/** `key` selects a cell; an unknown one selects the strongest. */
export function buildCorrelationsPage(
  source: AlmanacRequest,
  key: string | null,
  nowMs: number,
  timeZone: string,
): CorrelationsPageDto {
  const { desk } = source;
  const rows = tryOrNull('correlations', () => toWeatherResult(source, listCorrelationRows).rows);
  const row = rows?.find((each) => getCorrelationKey(each) === key) ?? rows?.[0];
  return {
    ...buildWeatherScreen(source, nowMs, timeZone),
    rows,
    selected: desk && row ? tryOrNull('correlation', () => buildDetail(desk, row)) : null,
  };
}
