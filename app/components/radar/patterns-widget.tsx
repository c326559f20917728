// Weather patterns and the markets that they touch: one line for each warning, and for each region
// without any.

import { COMMODITIES } from '../../trading/domain/commodity';
import { Sourced } from '../sourced';
import { Empty, Part } from '../weather/part';
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
    <Part
      id="patterns"
      title="Weather correlations"
      text="Patterns with impact and affected markets."
      source={<Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />}
    >
      {correlations.length === 0 ? (
        <Empty reason={reason} />
      ) : (
        <ul className={styles['patterns']}>
          {correlations.map((row) => (
            <PatternRow key={`${row.pattern} ${row.timestamp}`} row={row} />
          ))}
        </ul>
      )}
    </Part>
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
