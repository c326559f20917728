// Positions of traders in one market: chart of net positions and the newest figures.
import type { TraderPositionsDto } from '../../contracts/curve-page';
import { formatCount, formatSignedNumber } from '../../trading/domain/format';
import { SeriesChart } from '../charts/series-chart';
import { DataTable } from '../data-table';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import styles from './curve-view.module.css';

const MEANING =
  'Contracts held long minus short. Managed money are funds; producers and merchants mostly hedge.';

export function TraderPositions({
  positions: { source, asOf, nowMs, day, groups, chart },
  timeZone,
}: {
  readonly positions: TraderPositionsDto;
  readonly timeZone: string;
}) {
  return (
    <section className={styles['panel']} aria-labelledby="positions">
      <h2 id="positions">Positions of traders</h2>
      <p className="muted">{MEANING}</p>
      <p>
        <Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />
      </p>
      {chart === null ? null : (
        <SeriesChart id="positions-chart" label="Net positions of traders" chart={chart} />
      )}
      {day === null ? (
        <p>Nothing has been published yet: the report of a week appears on Friday.</p>
      ) : (
        <DataTable id="position-figures" caption={`Positions of ${day}, contracts`} level={3}>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col" data-number>
                Contracts
              </th>
              <th scope="col" data-number>
                Change in a week
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, contracts, change, isNet }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number>
                  {isNet ? formatSignedNumber(contracts, 0) : formatCount(contracts)}
                </td>
                <td data-number>
                  <Signed>{formatSignedNumber(change, 0)}</Signed>
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  );
}
