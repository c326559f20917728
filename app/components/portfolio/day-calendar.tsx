// Calendar of market days, colored by their P&L.
import type { DayCalendar as Calendar, DayCell } from '../../contracts/portfolio';
import { formatSignedMoney, formatSignedMoneyThousands } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import { Sentence, Signed, getDirection } from '../figures';
import styles from './day-calendar.module.css';
import cardStyles from './portfolio.module.css';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export function DayCalendar({ calendar }: { calendar: Calendar }) {
  return (
    <section className={cardStyles['card']} aria-labelledby="days" data-testid="day-calendar">
      <h2 id="days">P&L by Day</h2>
      <table className={styles['grid']} aria-labelledby="days">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.weeks.map((week, index) => (
            <tr key={index}>
              {week.map((cell, weekday) =>
                cell === null ? <td key={weekday} /> : <Day key={weekday} cell={cell} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`${styles['summary']} muted`}>
        <Sentence>{calendar.summary}</Sentence> Market days in {calendar.zone}.
      </p>
      <details className={cardStyles['data']}>
        <summary>
          Show as a table<span className="visually-hidden">: P&L by Day</span>
        </summary>
        <DayTable calendar={calendar} />
      </details>
    </section>
  );
}

const formatProfit = ({ profit }: DayCell): string =>
  profit === null ? 'no data' : formatSignedMoney(fromDollars(profit));

/** Amount of a cell: cents below ten dollars, thousands from 1,000, else whole dollars. */
function formatShort(profit: number): string {
  if (Math.abs(profit) < 10) return formatSignedMoney(fromDollars(profit));
  return Math.abs(profit) < 1000
    ? formatSignedMoney(fromDollars(Math.round(profit))).replace(/\.00$/, '')
    : formatSignedMoneyThousands(fromDollars(profit));
}

function Day({ cell }: { cell: DayCell }) {
  const { day, profit, level, isToday } = cell;
  const classes = [
    styles['day'],
    styles[getDirection(profit)],
    styles[`level${level}`],
    ...(isToday ? [styles['today']] : []),
  ];
  return (
    <td
      className={classes.filter((name) => name !== undefined).join(' ')}
      title={`${day}${isToday ? ', today' : ''}: ${formatProfit(cell)}`}
    >
      <time dateTime={day}>{Number(day.slice(8))}</time>
      <span className="tabular">{profit === null ? '' : formatShort(profit)}</span>
    </td>
  );
}

function DayTable({ calendar: { weeks, earlier, total } }: { calendar: Calendar }) {
  const shown = weeks.flat().filter((cell) => cell !== null);
  const cells = [...shown.reverse(), ...earlier];
  return (
    <DataTable id="days-data" level={3} caption="P&L by market day">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" data-number>
            P&amp;L
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.day}>
            <th scope="row">
              <time dateTime={cell.day}>{cell.day}</time>
            </th>
            <td data-number>
              <Signed>{formatProfit(cell)}</Signed>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td data-number>
            <Signed>{formatSignedMoney(fromDollars(total))}</Signed>
          </td>
        </tr>
      </tfoot>
    </DataTable>
  );
}
