// Correlations of weather factors with prices, significant ones first.

import { type CorrelationsPageDto, getCorrelationKey } from '../../contracts/correlations-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { CsvLink } from '../csv-link';
import { Sourced } from '../sourced';
import { CORRELATIONS_FAILED, EmptyState, LoadError, Section } from '../weather/section';
import styles from './correlations.module.css';
import { CorrelationDetail } from './correlation-detail';
import { formatCorrelation } from './correlation-texts';
import { Heatmap } from './heatmap';
import type { CorrelationDto } from '../../contracts/api/correlations';

export function CorrelationsView({ rows, selected, reason, nowMs, timeZone }: CorrelationsPageDto) {
  return (
    <>
      <div>
        <h1>Correlations</h1>
        <p className="muted">
          Weather and daily price changes over the last year, at the lag of the strongest
          correlation. <CsvLink name="correlations" />
        </p>
      </div>
      {rows === null ? (
        <LoadError text={CORRELATIONS_FAILED} />
      ) : rows.length === 0 ? (
        <EmptyState reason={reason} />
      ) : (
        <>
          <div className={styles['top']}>
            <Heatmap rows={rows} selectedKey={selected && getCorrelationKey(selected.row)} />
            {selected === null ? null : <CorrelationDetail detail={selected} />}
          </div>
          <Cards rows={rows} nowMs={nowMs} timeZone={timeZone} />
          <Legend />
        </>
      )}
    </>
  );
}

function Cards({
  rows,
  nowMs,
  timeZone,
}: {
  rows: readonly CorrelationDto[];
  nowMs: number;
  timeZone: string;
}) {
  const significant = rows.filter(({ isSignificant }) => isSignificant);
  const others = rows.filter(({ isSignificant }) => !isSignificant);
  const [first] = rows;
  const source = (
    <Sourced
      source={first?.source ?? ''}
      asOf={first?.asOf ?? null}
      nowMs={nowMs}
      timeZone={timeZone}
    />
  );
  return (
    <>
      <Section
        id="significant"
        title={`Significant: ${formatCount(significant.length)} of ${formatCount(rows.length)}`}
        text="Expected false positives: at most 5% of these."
        source={source}
      >
        {significant.length === 0 ? (
          <EmptyState reason="No pair is significant." />
        ) : (
          <List rows={significant} />
        )}
      </Section>
      <details className={styles['fold']}>
        <summary>Not significant: {formatCount(others.length)}</summary>
        <p className="muted">Some of many pairs correlate by chance. Do not trade on these.</p>
        <List rows={others} />
      </details>
    </>
  );
}

const Legend = () => (
  <section className={styles['legend']} aria-labelledby="legend">
    <h2 id="legend">How to read it</h2>
    <dl>
      <div>
        <dt>Strong</dt>
        <dd>Absolute strength above 0.5.</dd>
      </div>
      <div>
        <dt>Moderate</dt>
        <dd>Absolute strength up to 0.5, including none: check significance.</dd>
      </div>
      <div>
        <dt>▲ plus, ▼ minus</dt>
        <dd>
          Higher factor values correlate with higher (plus) or lower (minus) prices. The bar scale
          is −1 (left) to +1 (right).
        </dd>
      </div>
      <div>
        <dt>False discovery rate</dt>
        <dd>
          Expected false positives (BH) at which this pair becomes significant, over all tested
          pairs and lags (Benjamini and Hochberg). Significant up to 5%.
        </dd>
      </div>
    </dl>
  </section>
);

const List = ({ rows }: { rows: readonly CorrelationDto[] }) => (
  <ul className={styles['cards']}>
    {rows.map((row) => (
      <Card key={`${row.weatherFactor} ${row.region} ${row.chain}`} row={row} />
    ))}
  </ul>
);

function Card({ row }: { row: CorrelationDto }) {
  const { strength, label, direction, sentence, sample, significance } = formatCorrelation(row);
  const tone = direction === null ? 'flat' : direction === 'higher' ? 'up' : 'down';
  return (
    <li className={styles['card']}>
      <h3>{row.weatherFactor}</h3>
      <p className="muted">
        {row.region}, {COMMODITIES[row.commodity].displayName} ({row.chain})
      </p>
      <p className={styles['strength']}>
        <span className={`${styles['figure']} ${tone}`}>
          {direction === null ? null : (
            <span aria-hidden="true">{direction === 'higher' ? '▲' : '▼'} </span>
          )}
          {strength}
        </span>
        {label === null ? null : (
          <span className={styles['word']} data-word={label}>
            {label}
          </span>
        )}
      </p>
      <Bar value={row.correlationStrength === null ? null : Number(row.correlationStrength)} />
      <p>{sentence}</p>
      <p className="muted">
        {sample}. {significance}.
      </p>
    </li>
  );
}

/** Bar from the center to the side of the sign; decorative, the figure gives the value. */
function Bar({ value }: { value: number | null }) {
  const size = Math.abs(value ?? 0) * 50;
  return (
    <svg
      className={styles['bar']}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="6" rx="1" className={styles['track']} />
      <rect
        x={value !== null && value < 0 ? 50 - size : 50}
        width={size}
        height="6"
        className={value !== null && value < 0 ? styles['minus'] : styles['plus']}
      />
      <rect x="49.8" width="0.4" height="6" className={styles['zero']} />
    </svg>
  );
}
