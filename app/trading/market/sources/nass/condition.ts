/** Crop condition of the catalog: the sum of two items, which arrive in separate answers. */
import { RATED_CHAINS, getCropSeries } from '../../series-catalog';
import type { SeriesReading } from '../reading';
import { getConditionSeries } from './crop-items';

/**
 * Computes the percentage rated good or excellent of each week with both grades. Of two readings of
 * a week the later in the list counts. A week above 100% is none.
 */
export function computeConditions(readings: readonly SeriesReading[]): readonly SeriesReading[] {
  return RATED_CHAINS.flatMap((chain) => {
    const good = indexWeeks(readings, getConditionSeries(chain, 'good'));
    const excellent = indexWeeks(readings, getConditionSeries(chain, 'excellent'));
    return [...good].flatMap(([validMs, value]): readonly SeriesReading[] => {
      const best = excellent.get(validMs);
      if (best === undefined || value + best > 100) return [];
      const series = getCropSeries(chain, 'condition');
      return [{ kind: 'series', series, validMs, value: value + best }];
    });
  });
}

const indexWeeks = (
  readings: readonly SeriesReading[],
  series: string,
): ReadonlyMap<number, number> =>
  new Map(
    readings
      .filter((reading) => reading.series === series)
      .map(({ validMs, value }) => [validMs, value]),
  );
