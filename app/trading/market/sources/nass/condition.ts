/** Crop condition of the catalog: the sum of two grades, which arrive in separate answers. */
import { RATED_CHAINS, getCropSeries } from '../../series-catalog';
import type { SeriesValue, VintageReader } from '../../vintage';
import { getConditionSeries } from './crop-items';

interface Grade {
  readonly otherSeries: string;
  readonly conditionSeries: string;
}

const GRADES: ReadonlyMap<string, Grade> = new Map(
  RATED_CHAINS.flatMap((chain) => {
    const [good, excellent] = [
      getConditionSeries(chain, 'good'),
      getConditionSeries(chain, 'excellent'),
    ];
    const conditionSeries = getCropSeries(chain, 'condition');
    return [
      [good, { otherSeries: excellent, conditionSeries }],
      [excellent, { otherSeries: good, conditionSeries }],
    ] as const;
  }),
);

/**
 * Computes the percentage rated good or excellent of a week, when the share of one grade is added
 * after that of the other. Null for other series, while the other grade is missing, and above 100%.
 * Shares must be added in the order of their publication.
 */
export function computeCondition(
  { series, validMs, publishedMs, value }: SeriesValue,
  reader: Pick<VintageReader, 'findAsOf'>,
): SeriesValue | null {
  const grade = GRADES.get(series);
  const other = grade && reader.findAsOf(grade.otherSeries, validMs, publishedMs);
  if (!other || value + other.value > 100) return null;
  return { series: grade.conditionSeries, validMs, publishedMs, value: value + other.value };
}
