// Drought by state of the newest weekly map.
import type { DroughtPart, WeatherScreen } from '../../contracts/weather-page';
import { formatNumber, formatPercent, formatSignedNumber } from '../../trading/domain/format';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';

/** Largest value of the index: all of a state in exceptional drought. */
const INDEX_MAX = 500;
const BAR_WIDTH = 120;

const TEXT = `Index of the area in each class of drought: 0 is none, ${INDEX_MAX} all in exceptional drought. A higher index is drier.`;

export function DroughtSection({
  part,
  nowMs,
  timeZone,
}: WeatherScreen & { readonly part: DroughtPart | null }) {
  const source = part ? (
    <Sourced source={part.source} asOf={part.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section id="drought" title="Drought by state" text={TEXT} source={source}>
      {part === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : part.day === null ? (
        <EmptyState reason="Nothing has been published yet: the map of a week appears on Thursday." />
      ) : (
        <DroughtTable day={part.day} rows={part.rows} />
      )}
    </Section>
  );
}

const DroughtTable = ({ day, rows }: { day: string; rows: DroughtPart['rows'] }) => (
  <section className={styles['scroll']} tabIndex={0} aria-label="Drought by state">
    <table className={styles['small']}>
      <caption>Map of {day}, driest first</caption>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Bar of the index</span>
          </th>
          <th scope="col" data-number>
            Index
          </th>
          <th scope="col" data-number>
            Change in a week
          </th>
          <th scope="col" data-number>
            Area in severe drought
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ state, index, change, severePercent }) => (
          <tr key={state}>
            <th scope="row">{state}</th>
            <td aria-hidden="true">
              <svg
                className={styles['droughtBar']}
                viewBox={`0 0 ${BAR_WIDTH} 10`}
                preserveAspectRatio="none"
              >
                <rect width={BAR_WIDTH} height="10" rx="1" />
                <rect
                  width={Number(((BAR_WIDTH * index) / INDEX_MAX).toFixed(1))}
                  height="10"
                  rx="1"
                />
              </svg>
            </td>
            <td data-number>{formatNumber(index, 0)}</td>
            <td data-number>{formatSignedNumber(change, 0)}</td>
            <td data-number>{formatPercent(severePercent, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
