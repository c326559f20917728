// Curve of one commodity: sentence, chart and table of all listed months.
import type { CurveDto, CurveMonthDto } from '../../contracts/api/curve';
import type { CurvePageDto } from '../../contracts/curve-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import { POWER_HUBS } from '../../trading/domain/contract';
import {
  MISSING,
  formatCount,
  formatDate,
  formatNumber,
  formatSignedNumber,
} from '../../trading/domain/format';
import { CalendarStrip } from '../calendar/calendar-strip';
import { CommodityTabs, PageTabs } from '../commodity-tabs';
import { CsvLink } from '../csv-link';
import { DataTable } from '../data-table';
import { Change, Sentence, Timestamp } from '../figures';
import { CurveChart } from './curve-chart';
import { TraderPositions } from './trader-positions';
import styles from './curve-view.module.css';

export function CurveView({ curve, sentence, chart, strip, positions, timeZone }: CurvePageDto) {
  const { displayName } = COMMODITIES[curve.commodity];
  const name = curve.hub === null ? displayName : `${displayName}, ${curve.hub}`;
  return (
    <>
      <div>
        <h1>Curve</h1>
        <p className="muted">
          All listed months of one market, as of <Timestamp iso={curve.asOf} timeZone={timeZone} />
        </p>
      </div>
      <div className={styles['tabs']}>
        <CommodityTabs shown={curve.commodity} toPath={(key) => `/curve/${key ?? ''}`} />
        {curve.hub === null ? null : <PageTabs label="Power hub" tabs={listHubTabs(curve)} />}
      </div>
      <section className={styles['panel']} aria-labelledby="curve-title">
        <h2 id="curve-title">{name}</h2>
        <p className={styles['sentence']}>
          <Sentence>{sentence}</Sentence>
        </p>
        {chart === null ? null : <CurveChart label={`Curve of ${name}`} chart={chart} />}
      </section>
      <CalendarStrip {...strip} />
      {curve.months.length === 0 ? null : (
        <MonthTable curve={curve} name={name} timeZone={timeZone} />
      )}
      {positions === null ? null : <TraderPositions positions={positions} timeZone={timeZone} />}
    </>
  );
}

const listHubTabs = ({ hub }: CurveDto) =>
  POWER_HUBS.map((one) => ({ to: `/curve/ET-${one}`, label: one, isShown: one === hub }));

const COLUMNS = ['Last', 'Change', 'Week ago', 'Year ago', 'To next month', 'Days to expiry'];

function MonthTable({
  curve,
  name,
  timeZone,
}: {
  curve: CurveDto;
  name: string;
  timeZone: string;
}) {
  const hasNotice = curve.months.some(({ firstNotice }) => firstNotice !== null);
  const decimals = COMMODITIES[curve.commodity].priceDecimals;
  return (
    <DataTable
      id="months"
      caption="Listed months"
      note={
        <>
          Prices in {curve.unit}; dates in {timeZone}{' '}
          <CsvLink name="curve" query={{ commodity: curve.chain }} of={name} />
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">Contract</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-number>
              {column}
            </th>
          ))}
          <th scope="col">Roll</th>
          {hasNotice ? <th scope="col">First notice</th> : null}
          <th scope="col">Expiry</th>
        </tr>
      </thead>
      <tbody>
        {curve.months.map((month) => (
          <MonthRow
            key={month.contract}
            month={month}
            decimals={decimals}
            hasNotice={hasNotice}
            timeZone={timeZone}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

function MonthRow({
  month,
  decimals,
  hasNotice,
  timeZone,
}: {
  month: CurveMonthDto;
  decimals: number;
  hasNotice: boolean;
  timeZone: string;
}) {
  const { last, change, spreadToNext } = month;
  return (
    <tr aria-current={month.isActive ? 'true' : undefined}>
      <th scope="row">
        <span className="unbroken">{month.contract}</span>
        {month.isActive ? <span className={styles['active']}>active month</span> : null}
      </th>
      <td data-number>{formatNumber(last === null ? null : Number(last), decimals)}</td>
      <td data-number>
        <Change amount={change}>{formatSignedNumber(change, decimals)}</Change>
      </td>
      <td data-number>{formatNumber(month.weekAgo, decimals)}</td>
      <td data-number>{formatNumber(month.yearAgo, decimals)}</td>
      <td data-number>{formatSignedNumber(spreadToNext, decimals)}</td>
      <td data-number>{formatCount(month.daysToExpiry)}</td>
      <td>
        <Day iso={month.rollsAt} timeZone={timeZone} />
      </td>
      {hasNotice ? <td>{month.firstNotice ?? MISSING}</td> : null}
      <td>
        <Day iso={month.expiresAt} timeZone={timeZone} />
      </td>
    </tr>
  );
}

const Day = ({ iso, timeZone }: { iso: string | null; timeZone: string }) =>
  iso === null ? MISSING : <time dateTime={iso}>{formatDate(Date.parse(iso), timeZone)}</time>;
