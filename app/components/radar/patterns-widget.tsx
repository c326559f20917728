// Weather patterns with impact and affected markets: one row per warning, and per region without
// one.

import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { Sourced } from '../sourced';
import { EmptyState, Section } from '../weather/section';
import styles from './radar.module.css';
import type { PatternDto, PatternsDto } from '../../contracts/api/weather-intelligence';

interface PatternsWidgetProps extends PatternsDto {
  readonly nowMs: number;
  readonly timeZone: string;
}

export function PatternsWidget({
  correlations,
  source,
  asOf,
  reason,
  nowMs,
  timeZone,
}: PatternsWidgetProps) {
  return (
    <Section
      id="patterns"
      title="Weather correlations"
      text="Patterns with impact and affected markets."
      source={<Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />}
    >
      {correlations.length === 0 ? (
        <EmptyState reason={reason} />
      ) : (
        <Patterns rows={correlations} />
      )}
    </Section>
  );
}

/** Warnings, and the regions without one folded. */
function Patterns({ rows }: { rows: readonly PatternDto[] }) {
  const warned = rows.filter(({ kind }) => kind !== null);
  const quiet = rows.filter(({ kind }) => kind === null);
  return (
    <>
      {warned.length === 0 ? null : <PatternList rows={warned} />}
      {quiet.length === 0 ? null : (
        <details className={styles['all']}>
          <summary>{formatQuietCount(quiet.length)}</summary>
          <PatternList rows={quiet} />
        </details>
      )}
    </>
  );
}

const formatQuietCount = (count: number): string =>
  count === 1 ? '1 region without a warning' : `${formatCount(count)} regions without a warning`;

const PatternList = ({ rows }: { rows: readonly PatternDto[] }) => (
  <ul className={styles['patterns']}>
    {rows.map((row) => (
      <PatternRow key={`${row.pattern} ${row.timestamp}`} row={row} />
    ))}
  </ul>
);

const PatternRow = ({
  row: { pattern, impactLevel, affectedCommodities, text },
}: {
  row: PatternDto;
}) => (
  <li>
    <span className={styles['level']} data-level={impactLevel}>
      {impactLevel}
    </span>
    <span>
      {pattern}
      {text === null ? null : <span className="muted"> {text}</span>}
      {affectedCommodities.length === 0 ? null : (
        <span className="muted">
          {' '}
          Affects {affectedCommodities.map((key) => COMMODITIES[key].displayName).join(', ')}.
        </span>
      )}
    </span>
  </li>
);
