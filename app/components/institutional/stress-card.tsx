// What three weather shocks would do to the book: set today, and on the day of the year at which
// each does most.
import { dateTime, signedMoney, signedNumber, signedPercent } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { type RiskDto, STRESS_NAMES, type StressName, type StressDto } from '../../contracts/risk';
import { Signed } from '../figures';
import type { RiskWorkDto } from '../../contracts/institutional';
import { AgainForm } from './again-form';
import { Card, NoData } from './card';
import styles from './institutional.module.css';

const SHOCKS: Readonly<Record<StressName, string>> = {
  hurricane: 'Cat 4 Gulf landfall in 24 h',
  polarVortex: '8 days at 30 °F below normal over Illinois, from day 4',
  drought: '60-day ridge of 2.2 sigma over the corn, wheat and cotton belts',
};

const HOW = [
  'Paired simulations: the same seed with and without the shock, through forecasts, demand, stocks, crops and prices. The seeds differ from the live one.',
  'The account is revalued and rolled daily; a stop fills at the market price of the day it is hit, gaps included. Shown: median over the pairs on its worst or best day, and the 5th percentile.',
  'An out-of-season shock has little impact; its worst date is shown next to it. Moves are of the front month: % of price, for power $/MWh.',
] as const;

/** Smaller than this at its largest, a shock is out of its season. */
const SMALL_PERCENT = 2;

interface StressCardProps {
  readonly risk: RiskDto;
  readonly work: RiskWorkDto;
  readonly timeZone: string;
}

export function StressCard({
  risk: { stresses, stressReason, madeAt, source },
  work,
  timeZone,
}: StressCardProps) {
  const pairs = Math.min(...stresses.map((row) => row.pairs));
  const of = madeAt === null ? '' : ` Read on ${dateTime(Date.parse(madeAt), timeZone)}.`;
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
      {stresses.length === 0 ? (
        <NoData why={stressReason ?? 'No stress simulation yet.'} />
      ) : (
        <Table stresses={stresses} />
      )}
      <AgainForm work={work} timeZone={timeZone} />
    </Card>
  );
}

const Table = ({ stresses }: { stresses: readonly StressDto[] }) => (
  <section className={styles['scroll']} aria-label="Profit under weather shocks" tabIndex={0}>
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
            .map((row) => <Row key={`${shock}-${row.date}`} row={row} />),
        )}
      </tbody>
    </table>
  </section>
);

const isSmall = ({ moves }: StressDto): boolean =>
  !moves.some(({ move, isPower }) => !isPower && Math.abs(move) >= SMALL_PERCENT);
const moveText = ({ chain, move, isPower }: StressDto['moves'][number]): string =>
  `${chain} ${isPower ? `${signedNumber(move, 1)} $/MWh` : signedPercent(move, 1)}`;

const Row = ({ row }: { row: StressDto }) => (
  <tr>
    <th scope="row" data-text>
      {STRESS_NAMES[row.shock]}
      <br />
      <span className="muted">{SHOCKS[row.shock]}</span>
    </th>
    <td>
      {row.date === 'now' ? 'today' : 'worst date'}
      <br />
      <span className="muted">{row.monthDay}</span>
    </td>
    <td data-number>
      <Signed>{signedMoney(fromDollars(row.profit))}</Signed>
    </td>
    <td data-number>
      <Signed>{signedMoney(fromDollars(row.badly))}</Signed>
    </td>
    <td data-number>{row.day}</td>
    <td data-text>
      {row.moves.map(moveText).join(', ')}
      {row.date === 'now' && isSmall(row) ? (
        <span className="muted"> Small now: out of season.</span>
      ) : null}
    </td>
  </tr>
);
