// Stress tests: P&L under three weather shocks, today and on the worst date of the year.
import {
  formatDateTime,
  formatSignedMoney,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { type RiskDto, STRESS_NAMES, type StressName, type StressDto } from '../../contracts/risk';
import type { BarShape } from '../../contracts/bar-shape';
import { MoneyBars } from '../bars/money-bars';
import { Signed } from '../figures';
import type { RiskRefreshDto } from '../../contracts/institutional';
import { RecomputeForm } from './recompute-form';
import { Card } from './card';
import { NoData } from './figures';
import styles from './institutional.module.css';

const SHOCK_TEXTS: Readonly<Record<StressName, string>> = {
  hurricane: 'Cat 4 Gulf landfall in 24 h',
  polarVortex: '8 days at 30 °F below normal over Illinois, from day 4',
  drought: '60-day ridge of 2.2 sigma over the corn, wheat and cotton belts',
};

const HOW = [
  'Paired simulations: the same seed with and without the shock, through forecasts, demand, stocks, crops and prices. The seeds differ from the live one.',
  'The account is revalued and rolled daily; a stop fills at the market price of the day it is hit, gaps included. Shown: median over the pairs on its worst or best day, and the 5th percentile.',
  'An out-of-season shock has little impact; its worst date is shown next to it. Moves are of the front month: % of price, for power $/MWh.',
] as const;

/** If no move reaches this percentage, the shock is shown as out of season. */
const OUT_OF_SEASON_PERCENT = 2;

interface StressCardProps {
  readonly risk: RiskDto;
  readonly chart: BarShape | null;
  readonly work: RiskRefreshDto;
  readonly timeZone: string;
}

export function StressCard({
  risk: { stresses, stressReason, madeAt: computedAt, source },
  chart,
  work,
  timeZone,
}: StressCardProps) {
  const pairs = Math.min(...stresses.map((row) => row.pairs));
  const of =
    computedAt === null ? '' : ` Computed ${formatDateTime(Date.parse(computedAt), timeZone)}.`;
  return (
    <Card
      id="stress"
      title="Stress Tests"
      source={
        stresses.length === 0
          ? `Market ${source}.`
          : `Paired simulations, at least ${pairs} for each shock, refreshed after midnight and on request.${of}`
      }
      how={HOW}
    >
      {chart === null ? (
        <WaitingShocks why={stressReason ?? 'No stress simulation yet.'} />
      ) : (
        <>
          <MoneyBars chart={chart} />
          <details className={styles['how']}>
            <summary>Stress tests as a table</summary>
            <StressTable stresses={stresses} />
          </details>
        </>
      )}
      <RecomputeForm work={work} timeZone={timeZone} />
    </Card>
  );
}

/** The scenarios by name, while there is no result. */
const WaitingShocks = ({ why }: { why: string }) => (
  <>
    <NoData why={why} />
    <ul className={styles['waiting']}>
      {(Object.keys(STRESS_NAMES) as StressName[]).map((shock) => (
        <li key={shock}>
          <strong>{STRESS_NAMES[shock]}</strong>
          <span className="muted">{SHOCK_TEXTS[shock]}</span>
        </li>
      ))}
    </ul>
  </>
);

const StressTable = ({ stresses }: { stresses: readonly StressDto[] }) => (
  <section className={styles['scroll']} aria-label="P&L under weather shocks" tabIndex={0}>
    <table className={styles['table']}>
      <caption>P&L of the current account</caption>
      <thead>
        <tr>
          <th scope="col">Shock</th>
          <th scope="col">As of date</th>
          <th scope="col" data-number>
            Median
          </th>
          <th scope="col" data-number>
            5th percentile
          </th>
          <th scope="col" data-number>
            On day
          </th>
          <th scope="col">Largest median moves</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(STRESS_NAMES) as StressName[]).flatMap((shock) =>
          stresses
            .filter((row) => row.shock === shock)
            .sort((a, b) => a.date.localeCompare(b.date))
            .map((row) => <StressRow key={`${shock}-${row.date}`} row={row} />),
        )}
      </tbody>
    </table>
  </section>
);

const isOutOfSeason = ({ moves }: StressDto): boolean =>
  !moves.some(({ move, isPower }) => !isPower && Math.abs(move) >= OUT_OF_SEASON_PERCENT);
const formatMove = ({ chain, move, isPower }: StressDto['moves'][number]): string =>
  `${chain} ${isPower ? `${formatSignedNumber(move, 1)} $/MWh` : formatSignedPercent(move, 1)}`;

const StressRow = ({ row }: { row: StressDto }) => (
  <tr>
    <th scope="row" data-text>
      {STRESS_NAMES[row.shock]}
      <br />
      <span className="muted">{SHOCK_TEXTS[row.shock]}</span>
    </th>
    <td>
      {row.date === 'now' ? 'today' : 'worst date'}
      <br />
      <span className="muted">{row.monthDay}</span>
    </td>
    <td data-number>
      <Signed>{formatSignedMoney(fromDollars(row.profit))}</Signed>
    </td>
    <td data-number>
      <Signed>{formatSignedMoney(fromDollars(row.badly))}</Signed>
    </td>
    <td data-number>{row.day}</td>
    <td data-text>
      {row.moves.map(formatMove).join(', ')}
      {row.date === 'now' && isOutOfSeason(row) ? (
        <span className="muted"> Small now: out of season.</span>
      ) : null}
    </td>
  </tr>
);
