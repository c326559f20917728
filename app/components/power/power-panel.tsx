// Spot prices of the power hubs: one card with a chart for each, and the day-ahead hours as a table.
import { useState } from 'react';
import type { PowerHubCard, PowerPanelDto } from '../../contracts/power-prices';
import { MISSING } from '../../trading/domain/format';
import { SeriesChart } from '../charts/series-chart';
import { DataTable } from '../data-table';
import { Sentence } from '../figures';
import { buildHref } from '../../contracts/base-path';

const LOOKS = { main: 'power-main', norm: 'power-norm' };

export function PowerPanel({ cards, hours, zone }: PowerPanelDto) {
  const hasPrices = cards.some(({ price }) => price !== null);
  return (
    <section className="power-panel" aria-labelledby="power-prices">
      <div className="power-head">
        <h2 id="power-prices">Power Spot Prices</h2>
        <p className="muted">
          Dollars per MWh, times in {zone}. Spot prices are not tradable here: no free futures price
          of electricity exists. <a href={buildHref('/data-health')}>Data Health</a>
        </p>
      </div>
      {hasPrices ? null : (
        <p className="muted">
          No data: no power price has arrived yet. Data Health lists the sources and their states.
        </p>
      )}
      <ul className="power-cards">
        {cards.map((card) => (
          <li key={card.hub}>
            <HubCard {...card} />
          </li>
        ))}
      </ul>
      {hours.length === 0 ? null : (
        <HoursDetails hubs={cards.map(({ hub }) => hub)} hours={hours} zone={zone} />
      )}
    </section>
  );
}

const HubCard = ({
  hub,
  price,
  note,
  dayAhead,
  isStale,
  isDaily,
  demand,
  credit,
  chart,
}: PowerHubCard) => (
  <article className="power-card" aria-labelledby={`power-${hub}`}>
    <div className="power-figures">
      <h3 id={`power-${hub}`}>{hub}</h3>
      <p className="power-price">
        {price ?? MISSING}
        {isDaily ? <strong> DAILY</strong> : null}
        {isStale ? <strong className="warn"> STALE</strong> : null}
      </p>
    </div>
    <p className="muted">
      <Sentence>{note}</Sentence>
      {dayAhead === null ? null : ` Day-ahead price of this hour: ${dayAhead}.`}
    </p>
    {demand === null ? null : (
      <p>
        <Sentence>{`${demand}.`}</Sentence>
      </p>
    )}
    {chart === null ? null : (
      <SeriesChart id={`power-${hub}-chart`} label={hub} chart={chart} looks={LOOKS} />
    )}
    <p className="muted">{credit}</p>
  </article>
);

interface HoursProps extends Pick<PowerPanelDto, 'hours' | 'zone'> {
  readonly hubs: readonly string[];
}

const HOURS_ID = 'power-hours-details';

/** Whether the details of the markup of the server, which this panel replaces, are open. */
const areDetailsOpen = (): boolean =>
  typeof document !== 'undefined' && document.querySelector(`#${HOURS_ID}[open]`) !== null;

function HoursDetails(props: HoursProps) {
  const [isOpen] = useState(areDetailsOpen);
  return (
    <details id={HOURS_ID} open={isOpen}>
      <summary>Show the day-ahead hours as a table</summary>
      <HoursTable {...props} />
    </details>
  );
}

const HoursTable = ({ hubs, hours, zone }: HoursProps) => (
  <DataTable id="power-hours" caption="Day-ahead prices by hour" note={`$/MWh, ${zone}`} level={3}>
    <thead>
      <tr>
        <th scope="col">Hour from</th>
        {hubs.map((hub) => (
          <th key={hub} scope="col" data-number>
            {hub}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hours.map(({ startsAt, label, prices }) => (
        <tr key={startsAt}>
          <th scope="row">
            <time dateTime={startsAt}>{label}</time>
          </th>
          {hubs.map((hub, index) => (
            <td key={hub} data-number>
              {prices[index] ?? MISSING}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </DataTable>
);
