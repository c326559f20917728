// Drought by state as of the newest weekly map, the driest state first.
import type { DroughtPart } from '../../contracts/weather-page';
import { formatDate, formatIsoTime } from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import { DROUGHT_STATES, getDroughtSeries } from '../../trading/weather/drought-states';
import type { WeatherSource } from '../../trading/weather/weather-source';

const WEEK_MS = 7 * DAY_MS;

/** States without a map of the newest week are left out. */
export function buildDroughtPart({
  series,
  nowMs,
}: Pick<WeatherSource, 'series' | 'nowMs'>): DroughtPart {
  const knownMs = nowMs();
  const maps = Object.entries(DROUGHT_STATES).flatMap(([code, state]) => {
    const latest = series.findLatest(getDroughtSeries(code, 'dsci'), knownMs);
    return latest ? [{ code, state, latest }] : [];
  });
  const validMs = Math.max(...maps.map(({ latest }) => latest.validMs));
  const rows = maps
    .filter(({ latest }) => latest.validMs === validMs)
    .map(({ code, state, latest }) => {
      const find = (what: 'dsci' | 'd2', mapMs: number): number | null =>
        series.findAsOf(getDroughtSeries(code, what), mapMs, knownMs)?.value ?? null;
      const before = find('dsci', validMs - WEEK_MS);
      return {
        state,
        index: latest.value,
        change: before === null ? null : latest.value - before,
        severePercent: find('d2', validMs),
      };
    })
    .sort((a, b) => b.index - a.index);
  const published = maps.map(({ latest }) => latest.publishedMs);
  return {
    source: 'US Drought Monitor',
    day: rows.length === 0 ? null : formatDate(validMs, 'UTC'),
    asOf: rows.length === 0 ? null : formatIsoTime(Math.max(...published)),
    rows,
  };
}
