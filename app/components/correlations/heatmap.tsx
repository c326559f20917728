// Heatmap of all pairs: one row per market and region, one column per weather factor.
import { getCorrelationKey } from '../../contracts/correlations-page';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { MISSING, formatCount, formatSignedNumber } from '../../trading/domain/format';
import type { CorrelationDto } from '../../contracts/api/correlations';
import { formatCorrelation, formatPair, formatPairName } from './correlation-texts';
import { buildHref } from '../../contracts/base-path';
import styles from './heatmap.module.css';

interface HeatmapProps {
  readonly rows: readonly CorrelationDto[];
  /** Key of the selected cell. */
  readonly selectedKey: string | null;
}

interface HeatRow {
  readonly id: string;
  readonly first: CorrelationDto;
  readonly cells: readonly CorrelationDto[];
}

const getStrength = ({ correlationStrength }: CorrelationDto): number =>
  Math.abs(Number(correlationStrength ?? 0));

/** Rows by market in the order of the commodities, strongest region first. */
function groupByPair(rows: readonly CorrelationDto[]): readonly HeatRow[] {
  const byPair = new Map<string, CorrelationDto[]>();
  for (const row of rows) {
    const id = `${row.chain} ${row.region}`;
    byPair.set(id, [...(byPair.get(id) ?? []), row]);
  }
  return [...byPair]
    .flatMap(([id, cells]): HeatRow[] => {
      const [first] = cells;
      return first ? [{ id, first, cells }] : [];
    })
    .sort(
      (a, b) =>
        COMMODITY_KEYS.indexOf(a.first.commodity) - COMMODITY_KEYS.indexOf(b.first.commodity) ||
        getStrength(b.first) - getStrength(a.first),
    );
}

export function Heatmap({ rows, selectedKey }: HeatmapProps) {
  const factors = [...new Set(rows.map(({ weatherFactor }) => weatherFactor))];
  const significant = rows.filter(({ isSignificant }) => isSignificant).length;
  return (
    <section className={styles['frame']} aria-labelledby="heatmap">
      <table className={styles['heatmap']}>
        <caption>
          <h2 id="heatmap">Correlation by market and weather factor</h2>
          <p className="muted">
            {formatCount(significant)} of {formatCount(rows.length)} significant (filled). Select a
            cell for its scatter.
          </p>
        </caption>
        <thead>
          <tr>
            <th scope="col">Market, region</th>
            {factors.map((factor) => (
              <th key={factor} scope="col">
                {factor}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupByPair(rows).map(({ id, first, cells }) => (
            <tr key={id}>
              <th scope="row">
                {formatPair(first).market}
                {first.commodity === 'electricity' ? null : (
                  <>
                    {' '}
                    <span className={styles['region']}>{first.region}</span>
                  </>
                )}
              </th>
              {factors.map((factor) => (
                <HeatCell
                  key={factor}
                  row={cells.find(({ weatherFactor }) => weatherFactor === factor)}
                  selectedKey={selectedKey}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Steps of the fill, by absolute strength. */
const LEVELS = [0, 0.15, 0.3, 0.45, 0.6];

function HeatCell({
  row,
  selectedKey,
}: {
  readonly row: CorrelationDto | undefined;
  readonly selectedKey: string | null;
}) {
  if (!row || row.correlationStrength === null) return <td>{MISSING}</td>;
  const value = Number(row.correlationStrength);
  const key = getCorrelationKey(row);
  const text = formatSignedNumber(value, 2);
  const { significance } = formatCorrelation(row);
  return (
    <td
      data-sign={value < 0 ? 'minus' : 'plus'}
      data-level={row.isSignificant ? LEVELS.filter((from) => Math.abs(value) >= from).length : 0}
    >
      <a
        href={buildHref(`/correlations?cell=${key}`)}
        data-visit="stay"
        aria-current={key === selectedKey ? 'true' : undefined}
        aria-label={`${text}: ${row.weatherFactor}, ${formatPairName(row)}. ${significance}`}
      >
        {text}
      </a>
    </td>
  );
}
