// Candle chart of a contract: ranges, drawing, summary and data tables.
import type { ContractChartDto } from '../../contracts/contract-chart';
import type { ContractChartData, DatedEvent } from '../../contracts/contract-chart-data';
import { formatBarTime } from '../../trading/domain/bar-interval';
import {
  capitalizeFirst,
  formatCount,
  formatDateTime,
  formatNumber,
  getZoneName,
} from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import { ChartCredit } from '../charts/chart-credit';
import { DataTable } from '../data-table';
import { Sentence } from '../figures';
import { SharedMarkup } from '../shared-markup';
import { EVENT_LETTERS, formatHiddenLevels } from './candle-plot';
import styles from './contract-chart.module.css';
import { InteractiveCandles } from './interactive-candles';
import { buildHref } from '../../contracts/base-path';

/** Newest rows of the table; the bars call returns the others. */
const ROWS_MAX = 48;

/**
 * `id` is unique on the page; `level` is that of the heading, which links to the page of the
 * contract elsewhere.
 */
export function ContractChart({
  id,
  level = 2,
  isOwnPage = false,
  ...chart
}: ContractChartDto & { id: string; level?: 2 | 3; isOwnPage?: boolean }) {
  const { title, href, priceUnit, barName, barsHref, summary, note, data } = chart;
  const Heading = `h${level}` as const;
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <div className={styles['head']}>
        <Heading id={id}>
          {isOwnPage ? (
            'Price'
          ) : (
            <a href={buildHref(href)} className="alone" data-visit="">
              {title}
            </a>
          )}
        </Heading>
        <p className="muted">
          {priceUnit}, {barName}
          {data ? `, ${formatZone(data)}` : ''}
        </p>
        <RangeLinks {...chart} />
      </div>
      {data === null ? (
        <p className={styles['none']}>
          <strong>No data.</strong> {note}
        </p>
      ) : (
        <figure className={styles['figure']}>
          <InteractiveCandles data={data} label={title} describedBy={`${id}-summary`} />
          <figcaption>
            <p id={`${id}-summary`}>
              <Sentence>{`${summary} ${formatHiddenLevels(data)}`.trim()}</Sentence>
            </p>
            {note === null ? null : <p className="muted">{note}</p>}
            <details className={styles['data']}>
              <summary>
                Show as a table<span className="visually-hidden">: {title}</span>
              </summary>
              <SharedMarkup of={ChartTables} props={{ id, title, barsHref, data }} />
            </details>
          </figcaption>
        </figure>
      )}
    </section>
  );
}

const formatZone = ({ nowMs, timeZone, barMs }: ContractChartData): string =>
  barMs >= DAY_MS ? 'days end at 00:00 UTC' : getZoneName(nowMs, timeZone);

function RangeLinks({ ranges, title }: ContractChartDto) {
  return (
    <nav aria-label={`Range of the chart of ${title}`}>
      <ul className={styles['ranges']}>
        {ranges.map(({ text, href, isCurrent }) => (
          <li key={text}>
            <a href={buildHref(href)} data-visit="" aria-current={isCurrent ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ChartTables({
  id,
  title,
  barsHref,
  data,
}: Pick<ContractChartDto, 'title' | 'barsHref'> & { id: string; data: ContractChartData }) {
  return (
    <>
      <BarTable id={`${id}-bars`} title={title} data={data} />
      {data.fills.length + data.levels.length > 0 ? (
        <OwnTable id={`${id}-own`} data={data} />
      ) : (
        <p>No own fills in this time and no open position.</p>
      )}
      {data.events.length > 0 ? (
        <EventTable id={`${id}-events`} events={data.events} />
      ) : (
        <p>No report, roll or last trade in this time.</p>
      )}
      <p>
        No traded volume: the market reports none. <a href={buildHref(barsHref)}>Bars as JSON</a>.
      </p>
      <p>
        <ChartCredit />
      </p>
    </>
  );
}

/** Adds how many of the rows a table shows, if not all. */
const formatCaption = (name: string, shown: number, all: number, unit: string): string =>
  shown === all ? name : `${name}: newest ${formatCount(shown)} of ${formatCount(all)} ${unit}`;

function BarTable({ id, title, data }: { id: string; title: string; data: ContractChartData }) {
  const { bars, decimals } = data;
  const rows = bars.slice(-ROWS_MAX).reverse();
  return (
    <DataTable id={id} caption={formatCaption(title, rows.length, bars.length, 'bars')} level={3}>
      <thead>
        <tr>
          <th scope="col">Bar</th>
          {['Open', 'High', 'Low', 'Close'].map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([startsMs, ...prices]) => (
          <tr key={startsMs}>
            <th scope="row">{formatBarTime(startsMs, data)}</th>
            {prices.map((price, index) => (
              <td key={index} data-number>
                {formatNumber(price, decimals)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Fills, and the levels of the open position. */
function OwnTable({ id, data }: { id: string; data: ContractChartData }) {
  const { fills, levels, decimals, timeZone } = data;
  return (
    <DataTable id={id} caption="Own fills and levels" level={3}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Fill or level</th>
        </tr>
      </thead>
      <tbody>
        {fills.map(({ atMs, text }, index) => (
          <tr key={`${index} ${atMs}`}>
            <th scope="row">{formatDateTime(atMs, timeZone)}</th>
            <td data-text>{text}</td>
          </tr>
        ))}
        {levels.map(({ kind, name, price }) => (
          <tr key={kind}>
            <th scope="row">now</th>
            <td data-text>{`${name} ${formatNumber(price, decimals)}`}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function EventTable({ id, events }: { id: string; events: readonly DatedEvent[] }) {
  const rows = events.slice(-ROWS_MAX).reverse();
  return (
    <DataTable
      id={id}
      caption={formatCaption('Events on the time axis', rows.length, events.length, 'events')}
      level={3}
    >
      <thead>
        <tr>
          <th scope="col">Letter</th>
          <th scope="col">Event</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, text }) => (
          <tr key={text}>
            <th scope="row">{EVENT_LETTERS[kind]}</th>
            <td data-text>{capitalizeFirst(text)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
