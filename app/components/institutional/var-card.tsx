// Value at risk: of the book, of its groups, by position, and whether it has told the truth.
import { COMMODITIES } from '../../trading/domain/commodity';
import { count, dateTime, decimalNumber, money, signedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import {
  RISK_GROUP_NAMES,
  type RiskGroupName,
  type RiskWire,
  type VarTestWire,
  type VarWire,
} from '../../contracts/risk';
import { Card, Figure, Figures, Head, NoData } from './card';
import styles from './institutional.module.css';

const dollars = (amount: number): string => money(fromDollars(amount));

const HOW = [
  'Filtered historical simulation: what the positions as they stand would have brought on each trading day of the past, scaled from the unrest of that day (a moving mean of squares, decay 0.94) to that of now. The newest 500 scaled days are the scenarios. Value at risk is the loss that 5, or 1, of 100 of them exceed; expected shortfall at 97.5% is the mean of the worst 2.5 of 100. Power moves by $/MWh, all else by percent. Weekends and holidays belong to the trading day after them.',
  'Five days: sums of five neighbouring scenarios, without a square root of time. Groups stand by themselves and do not sum to the total. Parts by position are Euler parts by a kernel near the quantile: they sum to the total to the cent; what hedges is below zero.',
  'The backtest holds the positions of now through the past: each day has the limit that was known the evening before. Kupiec asks whether the number of days beyond fits, Christoffersen whether they come alone; below 0.05 they speak against it. The light is that of the Basel Committee: yellow from 95%, red from 99.99% of chance.',
] as const;

interface VarCardProps {
  readonly risk: RiskWire;
  readonly tests: readonly VarTestWire[] | null;
  readonly testReason: string | null;
  readonly timeZone: string;
}

export function VarCard({ risk, tests, testReason, timeZone }: VarCardProps) {
  const { value, reason, positions, movesUntil, source } = risk;
  const days = value
    ? `${count(value.scenarios)} scenarios of ${count(value.days)} trading days`
    : 'daily moves';
  const until =
    movesUntil === null ? 'none read yet' : `up to ${dateTime(Date.parse(movesUntil), timeZone)}`;
  return (
    <Card
      id="var"
      title="Real-Time VaR"
      source={`Market ${source}: ${days}, ${until}; positions and prices of ${dateTime(Date.parse(risk.asOf), timeZone)}.`}
      how={HOW}
    >
      {value ? (
        <Value value={value} positions={positions} />
      ) : (
        <NoData why={reason ?? 'No value at risk has been computed.'} />
      )}
      <h3>Does it tell the truth?</h3>
      {tests ? <Tests tests={tests} /> : <NoData why={testReason ?? 'It has not been tested.'} />}
    </Card>
  );
}

function Value({ value, positions }: { value: VarWire; positions: number }) {
  const { total, groups, components } = value;
  return (
    <>
      {positions === 0 ? (
        <p className="muted">Nothing is held, so that nothing is at risk.</p>
      ) : null}
      <Figures>
        <Figure
          name="VaR 95%, one day"
          value={dollars(total.var95)}
          note={`${dollars(total.fiveDayVar95)} over five`}
        />
        <Figure
          name="VaR 99%, one day"
          value={dollars(total.var99)}
          note={`${dollars(total.fiveDayVar99)} over five`}
        />
        <Figure
          name="Expected shortfall 97.5%"
          value={dollars(total.es975)}
          note={`${dollars(total.fiveDayEs975)} over five`}
        />
        <Figure name="Deviation of a day" value={dollars(value.sigma)} note="as unrest is now" />
      </Figures>
      <section
        className={styles['scroll']}
        aria-label="Value at risk by group and position"
        tabIndex={0}
      >
        <Groups groups={groups} />
        {components.length === 0 ? null : <Components rows={components} total={total} />}
      </section>
    </>
  );
}

const Groups = ({ groups }: Pick<VarWire, 'groups'>) => (
  <table className={styles['table']}>
    <caption>By group, each as if nothing else were held</caption>
    <Head first="Group" columns={['VaR 95%', 'VaR 99%', 'ES 97.5%']} />
    <tbody>
      {(Object.keys(RISK_GROUP_NAMES) as RiskGroupName[]).map((group) => (
        <tr key={group}>
          <th scope="row">{RISK_GROUP_NAMES[group]}</th>
          {[groups[group].var95, groups[group].var99, groups[group].es975].map((amount, place) => (
            <td key={place} data-number>
              {dollars(amount)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const Components = ({ rows, total }: { rows: VarWire['components']; total: VarWire['total'] }) => (
  <table className={styles['table']}>
    <caption>By position: parts of the total</caption>
    <Head first="Position" columns={['Part of 95%', 'Part of 99%']} />
    <tbody>
      {rows.map(({ id, commodity, contract, direction, var95, var99 }) => (
        <tr key={id}>
          <th scope="row">
            {COMMODITIES[commodity].displayName} {contract}{' '}
            <span className="muted">{direction}</span>
          </th>
          <td data-number>{signedMoney(fromDollars(var95))}</td>
          <td data-number>{signedMoney(fromDollars(var99))}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-number>{dollars(total.var95)}</td>
        <td data-number>{dollars(total.var99)}</td>
      </tr>
    </tfoot>
  </table>
);

const LIGHTS = {
  green: { tone: 'good', sign: '\u25cf' },
  yellow: { tone: 'warn', sign: '\u25b2' },
  red: { tone: 'bad', sign: '\u25a0' },
} as const;
const chance = (value: number | null): string =>
  value === null ? 'N/A' : value < 0.001 ? '< 0.001' : decimalNumber(value, 3);

const Tests = ({ tests }: { tests: readonly VarTestWire[] }) => (
  <section className={styles['scroll']} aria-label="Backtest of the value at risk" tabIndex={0}>
    <table className={styles['table']}>
      <caption>The positions of now, held through the past</caption>
      <Head
        first="Level"
        columns={[
          'Days',
          'Beyond',
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
              <td data-number>{count(days)}</td>
              <td data-number>{count(exceptions)}</td>
              <td data-number>{decimalNumber(expected, 1)}</td>
              <td data-number>
                {band.low} to {band.high}
              </td>
              {[kupiec, independence, coverage].map((value, place) => (
                <td key={place} data-number>
                  {chance(value)}
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
