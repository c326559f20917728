// Weather patterns with impact and affected markets: one row per warning, and per region without
// one.

import { COMMODITIES } from '../../trading/domain/commodity';
import { Sourced } from '../sourced';
import { EmptyState, Section } from '../weather/section';
import styles from './radar.module.css';
import type { PatternDto, PatternsDto } from '../../contracts/api/weather';

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
        <ul className={styles['patterns']}>
          {correlations.map((row) => (
            <PatternRow key={`${row.pattern} ${row.timestamp}`} row={row} />
          ))}
        </ul>
      )}
    </Section>
  );
}

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
