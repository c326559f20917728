// Value at risk by account, group and position, with its backtest.
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDateTime,
  formatNumber,
  formatSignedMoney,
  formatDollars,
  formatPValue,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { RiskDto } from '../../contracts/risk';
import {
  RISK_GROUP_NAMES,
  type RiskGroupName,
  type VarTestDto,
  type VarDto,
} from '../../contracts/value-at-risk';
import type { VarHistory } from '../../contracts/var-history';
import { Card, Head } from './card';
import { Figure, Figures, NoData } from './figures';
import { Gauge } from './gauge';
import styles from './institutional.module.css';
import { VarHistoryChart } from './var-history-chart';
import { buildHref } from '../../contracts/base-path';

const HOW = [
  'Filtered historical simulation: P&L of the current positions on each past trading day, volatility-scaled (EWMA 0.94). The newest 500 scaled days are the scenarios. Value at risk is the loss that 5, or 1, of 100 of them exceed; expected shortfall at 97.5% is the mean of the worst 2.5 of 100. Power moves by $/MWh, all else by percent. Weekends and holidays belong to the trading day after them.',
  'Five days: sums of five adjacent scenarios, without a square root of time. Group figures are standalone and do not sum to the total. Component VaR uses Euler allocation with a kernel near the quantile: components sum to the total to the cent; hedges are below zero.',
  'The backtest holds the current positions through the past; each day uses the VaR of the evening before. Kupiec tests the number of exceedances, Christoffersen their independence; p below 0.05 rejects the model. The light is that of the Basel Committee: yellow from 95%, red from 99.99% probability.',
] as const;

interface VarCardProps {
  readonly risk: RiskDto;
  readonly lossLimit: number;
  readonly history: VarHistory | null;
  readonly tests: readonly VarTestDto[] | null;
  readonly testReason: string | null;
  readonly timeZone: string;
}

export function VarCard({ risk, lossLimit, history, tests, testReason, timeZone }: VarCardProps) {
  const { value, reason, positions, movesUntil, source } = risk;
  const days = value
    ? `${formatCount(value.scenarios)} scenarios of ${formatCount(value.days)} trading days`
    : 'daily moves';
  const until =
    movesUntil === null
      ? 'none loaded yet'
      : `up to ${formatDateTime(Date.parse(movesUntil), timeZone)}`;
  return (
    <Card
      id="var"
      title="Real-Time VaR"
      source={`Market ${source}: ${days}, ${until}; positions and prices of ${formatDateTime(Date.parse(risk.asOf), timeZone)}.`}
      how={HOW}
    >
      {value ? (
        <VarFigures value={value} positions={positions} lossLimit={lossLimit} />
      ) : (
        <NoData why={reason ?? 'No data: VaR has not been computed.'} />
      )}
      <h3 id="var-history">VaR history</h3>
      {history ? (
        <VarHistoryChart chart={history} />
      ) : (
        <NoData why={testReason ?? 'No data: not tested yet.'} />
      )}
      {value || tests ? (
        <details className={styles['how']}>
          <summary>VaR by group and position, and its backtest</summary>
          {value ? <VarTables value={value} /> : null}
          {tests ? <BacktestTable tests={tests} /> : null}
        </details>
      ) : null}
    </Card>
  );
}

function VarFigures({
  value,
  positions,
  lossLimit,
}: {
  value: VarDto;
  positions: number;
  lossLimit: number;
}) {
  const { total } = value;
  return (
    <>
      {positions === 0 ? <p className="muted">No open positions: VaR is $0.00.</p> : null}
      <Gauge
        name="VaR 95% against the daily loss limit"
        value={total.var95}
        limit={lossLimit}
        limitName="daily loss limit"
        marker={{ name: 'VaR 99%', value: total.var99 }}
      />
      <Figures>
        <Figure
          name="VaR 95%, one day"
          value={formatDollars(total.var95)}
          note={`${formatDollars(total.fiveDayVar95)} over five`}
        />
        <Figure
          name="VaR 99%, one day"
          value={formatDollars(total.var99)}
          note={`${formatDollars(total.fiveDayVar99)} over five`}
        />
        <Figure
          name="Expected shortfall 97.5%"
          value={formatDollars(total.es975)}
          note={`${formatDollars(total.fiveDayEs975)} over five`}
        />
        <Figure
          name="1-day standard deviation"
          value={formatDollars(value.sigma)}
          note="at current volatility"
        />
      </Figures>
    </>
  );
}

const VarTables = ({ value: { groups, components, total } }: { value: VarDto }) => (
  <section
    className={styles['scroll']}
    aria-label="Value at risk by group and position"
    tabIndex={0}
  >
    <GroupTable groups={groups} />
    {components.length === 0 ? null : <ComponentTable rows={components} total={total} />}
  </section>
);

const GroupTable = ({ groups }: Pick<VarDto, 'groups'>) => (
  <table className={styles['table']}>
    <caption>By group, standalone</caption>
    <Head first="Group" columns={['VaR 95%', 'VaR 99%', 'ES 97.5%']} />
    <tbody>
      {(Object.keys(RISK_GROUP_NAMES) as RiskGroupName[]).map((group) => (
        <tr key={group}>
          <th scope="row">{RISK_GROUP_NAMES[group]}</th>
          {[groups[group].var95, groups[group].var99, groups[group].es975].map((amount, index) => (
            <td key={index} data-number>
              {formatDollars(amount)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const ComponentTable = ({
  rows,
  total,
}: {
  rows: VarDto['components'];
  total: VarDto['total'];
}) => (
  <table className={styles['table']}>
    <caption>By position: component VaR</caption>
    <Head first="Position" columns={['Component VaR 95%', 'Component VaR 99%']} />
    <tbody>
      {rows.map(({ id, commodity, contract, direction, var95, var99 }) => (
        <tr key={id}>
          <th scope="row">
            <a href={buildHref(`/position/${id}`)} data-visit="">
              {COMMODITIES[commodity].displayName} {contract}
            </a>{' '}
            <span className="muted">{direction}</span>
          </th>
          <td data-number>{formatSignedMoney(fromDollars(var95))}</td>
          <td data-number>{formatSignedMoney(fromDollars(var99))}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-number>{formatDollars(total.var95)}</td>
        <td data-number>{formatDollars(total.var99)}</td>
      </tr>
    </tfoot>
  </table>
);

const LIGHTS = {
  green: { tone: 'good', sign: '\u25cf' },
  yellow: { tone: 'warn', sign: '\u25b2' },
  red: { tone: 'bad', sign: '\u25a0' },
} as const;

const BacktestTable = ({ tests }: { tests: readonly VarTestDto[] }) => (
  <section className={styles['scroll']} aria-label="Backtest of the value at risk" tabIndex={0}>
    <table className={styles['table']}>
      <caption>The current positions, held through the past</caption>
      <Head
        first="Level"
        columns={[
          'Days',
          'Exceedances',
          'Expected',
          '99% band',
          'Kupiec p',
          'Independence p',
          'Coverage p',
          'Light',
        ]}
      />
      <tbody>
        {tests.map(
          ({
            percent,
            days,
            exceptions,
            expected,
            band,
            kupiec,
            independence,
            coverage,
            light,
          }) => (
            <tr key={percent}>
              <th scope="row">{percent}%</th>
              <td data-number>{formatCount(days)}</td>
              <td data-number>{formatCount(exceptions)}</td>
              <td data-number>{formatNumber(expected, 1)}</td>
              <td data-number>
                {band.low} to {band.high}
              </td>
              {[kupiec, independence, coverage].map((value, index) => (
                <td key={index} data-number>
                  {formatPValue(value)}
                </td>
              ))}
              <td data-number>
                <span className={`${styles['light']} ${LIGHTS[light].tone}`}>
                  <span aria-hidden="true">{LIGHTS[light].sign}</span>
                  {light}
                </span>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  </section>
);
