// Active tropical storms on a map and as a table.
import type { StormPart, StormRow, WeatherScreen } from '../../contracts/weather-page';
import { formatCount, formatDateTime } from '../../trading/domain/format';
import { PRICE_DIRECTIONS } from '../../trading/domain/price-direction';
import { StormMap } from '../maps/storm-map';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';

const TEXT =
  'Active storms of the Atlantic and the eastern Pacific. Distances are from the center of the storm.';
const NONE = 'No storm is active in the Atlantic and the eastern Pacific.';

export function StormSection({
  part,
  nowMs,
  timeZone,
}: WeatherScreen & { readonly part: StormPart | null }) {
  const source = part ? (
    <Sourced source={part.source} asOf={part.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section id="storms" title="Tropical storms" text={TEXT} source={source}>
      {part === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : part.rows.length === 0 ? (
        <EmptyState reason={part.reason ?? NONE} />
      ) : (
        <div className={part.map === null ? styles['stack'] : styles['storms']}>
          {part.map === null ? null : <StormMap map={part.map} />}
          <StormTable rows={part.rows} timeZone={timeZone} />
        </div>
      )}
    </Section>
  );
}

const StormTable = ({ rows, timeZone }: { rows: readonly StormRow[]; timeZone: string }) => (
  <section className={styles['scroll']} tabIndex={0} aria-label="Tropical storms">
    <table className={styles['small']}>
      <caption>Storms by the newest advisory, strongest first</caption>
      <thead>
        <tr>
          <th scope="col">Storm</th>
          <th scope="col" data-number>
            Wind
          </th>
          <th scope="col" data-number>
            Pressure
          </th>
          <th scope="col">Position</th>
          <th scope="col">Nearest production</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.name}
              <span className={styles['note']}>{row.kind}</span>
            </th>
            <td data-number>{formatCount(row.windMph)} mph</td>
            <td data-number>
              {row.pressureMb === null ? 'N/A' : `${formatCount(row.pressureMb)} mb`}
            </td>
            <td data-text>
              {row.position}
              <span className={styles['note']}>
                {row.moving === null ? 'movement N/A' : `moving ${row.moving}`}
              </span>
              <time dateTime={row.at} className={styles['note']}>
                {formatDateTime(Date.parse(row.at), timeZone)}
              </time>
            </td>
            <td data-text>
              {formatCount(row.nearest.miles)} miles to the {row.nearest.name}
              <Moves moves={row.moves} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** What a hurricane in the region does to prices. */
const Moves = ({ moves }: { moves: StormRow['moves'] }) =>
  moves.length === 0 ? null : (
    <ul className={styles['moves']} aria-label="If it strikes">
      {moves.map(({ name, commodity, direction }) => (
        <li key={commodity}>
          <a href={`/?commodity=${commodity}`}>{name}</a>{' '}
          <span className={PRICE_DIRECTIONS[direction].tone}>
            {PRICE_DIRECTIONS[direction].label}
          </span>
        </li>
      ))}
    </ul>
  );
