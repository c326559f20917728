// What three weather shocks would do to the book: set today, and on the day of the year at which each does most.
import { dateTime, signedMoney, signedNumber, signedPercent } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import {
  type RiskWire,
  STRESS_NAMES,
  type StressName,
  type StressWire,
} from '../../contracts/risk';
import { Signed } from '../figures';
import type { RiskWorkWire } from '../../contracts/institutional';
import { AgainForm } from './again-form';
import { Card, NoData } from './card';
import styles from './institutional.module.css';

const SHOCKS: Readonly<Record<StressName, string>> = {
  hurricane: 'A certain landfall of category 4 in the Gulf a day from now',
  polarVortex: 'Eight days of 30 °F below the season over Illinois, from four days on',
  drought: 'A ridge of 2.2 deviations over the corn, wheat and cotton belts for 60 days',
};

const HOW = [
  "Each shock is planted into the weather of a simulated world and goes through the same market as everything else: forecasts, demand, stocks, crops, prices. The world beside it has the same seed and no shock, so that nothing but the shock tells them apart. The seeds are not that of this desk: its future is nobody's to know.",
  'The book is carried along the difference, day by day and rolled as the desk rolls; a stop is filled where the market is on the day that passes it, gaps included. Shown is the median over the pairs on the day on which it is farthest from nothing, and what one pair in twenty falls below.',
  'A shock out of its season does little, and that is shown beside its worst date. Moves are those of the month in force: percent of the price, for power $/MWh.',
] as const;

/** Smaller than this at its largest, a shock is out of its season. */
const SMALL_PERCENT = 2;

interface StressCardProps {
  readonly risk: RiskWire;
  readonly work: RiskWorkWire;
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
          : `Pairs of simulated worlds, at least ${pairs} for each shock, refreshed after each midnight and when asked.${of}`
      }
      how={HOW}
    >
      {stresses.length === 0 ? (
        <NoData why={stressReason ?? 'No pair of worlds has been walked.'} />
      ) : (
        <Table stresses={stresses} />
      )}
      <AgainForm work={work} timeZone={timeZone} />
    </Card>
  );
}

const Table = ({ stresses }: { stresses: readonly StressWire[] }) => (
  <section className={styles['scroll']} aria-label="Profit under weather shocks" tabIndex={0}>
    <table className={styles['table']}>
      <caption>Profit of the book as it is held</caption>
      <thead>
        <tr>
          <th scope="col">Shock</th>
          <th scope="col">Set on</th>
          <th scope="col" data-number>
            Median
          </th>
          <th scope="col" data-number>
            1 in 20 worse than
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

const isSmall = ({ moves }: StressWire): boolean =>
  !moves.some(({ move, isPower }) => !isPower && Math.abs(move) >= SMALL_PERCENT);
const moveText = ({ chain, move, isPower }: StressWire['moves'][number]): string =>
  `${chain} ${isPower ? `${signedNumber(move, 1)} $/MWh` : signedPercent(move, 1)}`;

const Row = ({ row }: { row: StressWire }) => (
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
        <span className="muted"> Small now: it is out of its season.</span>
      ) : null}
    </td>
  </tr>
);
