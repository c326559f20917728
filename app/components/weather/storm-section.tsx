// Active tropical storms on a map and as a table.
import type { StormPart, StormRow, WeatherScreen } from '../../contracts/weather-page';
import { MISSING, formatCount, formatDateTime } from '../../trading/domain/format';
import { PRICE_DIRECTIONS } from '../../trading/domain/price-direction';
import { DataTable } from '../data-table';
import { StormMap } from '../maps/storm-map';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import { buildHref } from '../../contracts/base-path';
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

/** On phones each storm is a card. */
const StormTable = ({ rows, timeZone }: { rows: readonly StormRow[]; timeZone: string }) => (
  <DataTable
    id="active-storms"
    caption="Active storms"
    note="By the newest advisory, strongest first."
    level={3}
    isCards
  >
    <thead>
      <tr>
        <th scope="col">Storm</th>
        <th scope="col">Nearest production</th>
        <th scope="col" data-number>
          Wind, pressure
        </th>
        <th scope="col">Position</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {row.name}
            <span className={styles['line']}>{row.kind}</span>
          </th>
          <td data-text="" data-wide="" data-label="Nearest production">
            {formatCount(row.nearest.miles)} miles to the {row.nearest.name}
            <Moves moves={row.moves} />
          </td>
          <td data-number data-wide="" data-label="Wind, pressure">
            {formatCount(row.windMph)} mph
            <span className={styles['line']}>
              {row.pressureMb === null
                ? `pressure ${MISSING}`
                : `${formatCount(row.pressureMb)} mb`}
            </span>
          </td>
          <td data-text="" data-wide="" data-label="Position">
            {row.position}
            <span className={styles['line']}>
              {row.moving === null ? `movement ${MISSING}` : `moving ${row.moving}`}
            </span>
            <time dateTime={row.at} className={styles['line']}>
              {formatDateTime(Date.parse(row.at), timeZone)}
            </time>
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);

/** What a hurricane in the region does to prices. */
const Moves = ({ moves }: { moves: StormRow['moves'] }) =>
  moves.length === 0 ? null : (
    <ul className={styles['moves']} aria-label="If it strikes">
      {moves.map(({ name, commodity, direction }) => (
        <li key={commodity}>
          <a href={buildHref(`/?commodity=${commodity}`)}>{name}</a>{' '}
          <span className={PRICE_DIRECTIONS[direction].tone}>
            {PRICE_DIRECTIONS[direction].label}
          </span>
        </li>
      ))}
    </ul>
  );
