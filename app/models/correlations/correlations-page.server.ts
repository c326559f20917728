// Data of the correlations page.
import {
  type CorrelationsPageDto,
  type LagShape,
  getCorrelationKey,
} from '../../contracts/correlations-page';
import type { CorrelationDto } from '../../contracts/api/weather';
import { formatCount, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import {
  LAGS,
  PAIRS,
  computePriceChanges,
  pairWithChanges,
} from '../../trading/weather/correlations';
import { FACTORS } from '../../trading/weather/factors';
import { computePearson } from '../../trading/weather/significance';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { tryOrNull } from '../faults';
import {
  createCorrelationReaders,
  listCorrelationRows,
  toWeatherResult,
} from '../weather/serialize-weather.server';
import type { AlmanacRequest } from '../weather/serialize-almanac.server';
import { getWeatherCache } from '../weather/weather-cache.server';
import { buildWeatherScreen } from '../weather/weather-page.server';
import { buildScatter } from './scatter.server';

/** Standard normal quantile of a two-sided 5% test. */
const NORMAL_95 = 1.959964;

/** Bound of |r| at 5% by the Fisher transformation of `n` pairs. */
const computeChanceBound = (n: number): number =>
  n > 3 ? Math.tanh(NORMAL_95 / Math.sqrt(n - 3)) : 1;

function buildLagShape(lags: LagShape['lags']): LagShape | null {
  const measured = lags.flatMap(({ strength, ...lag }) =>
    strength === null ? [] : [{ ...lag, strength }],
  );
  const [first] = measured;
  if (!first) return null;
  const chance = computeChanceBound(first.n);
  const strongest = measured.reduce(
    (best, lag) => (Math.abs(lag.strength) > Math.abs(best.strength) ? lag : best),
    first,
  );
  const beyond = measured.filter(({ strength }) => Math.abs(strength) > chance).length;
  return {
    lags,
    chance,
    summary: `Strongest at ${strongest.lagDays === 0 ? 'the same day' : `${strongest.lagDays} d lead`}: ${formatSignedNumber(strongest.strength, 3)}. ${formatCount(beyond)} of ${formatCount(measured.length)} lags exceed ±${formatNumber(chance, 2)}, the range of chance for one test.`,
  };
}

/** Scatter and lags of one row, once a day. */
function buildDetail(desk: WeatherSource, row: CorrelationDto) {
  const cache = getWeatherCache(desk);
  return cache.perDay(`correlation ${getCorrelationKey(row)}`, () => {
    const pair = PAIRS.find(({ region, chain }) => region === row.region && chain === row.chain);
    const factor = FACTORS.find((name) => name === row.weatherFactor);
    if (!pair || !factor) return { row, scatter: null, lag: null };
    const { getFactors, getCloses } = createCorrelationReaders(cache);
    const values = getFactors(pair.region)[factor];
    const closes = getCloses(pair.chain);
    const changes = computePriceChanges(closes);
    const lags = LAGS.map((lagDays) => {
      const paired = pairWithChanges(values, changes, lagDays);
      return {
        lagDays,
        strength: computePearson(paired.factor, paired.changes),
        n: paired.factor.length,
      };
    });
    return {
      row,
      scatter: buildScatter(row, pairWithChanges(values, changes, row.lagDays ?? 0), {
        isPercent: closes.every(({ close }) => close > 0),
      }),
      lag: buildLagShape(lags),
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
