/** Grid of monthly returns, colored by sign and size. */
import { formatSignedPercent } from '../../trading/domain/format';
import {
  type BacktestYear,
  MONTH_COLUMNS,
  type MonthCell,
  type MonthRow,
} from '../../contracts/backtest-view';
import { buildMonthRows } from '../backtests/month-rows';
import { TableFrame } from './report-table';

const SIGNS = { plus: 'u', minus: 'd' } as const;

const ReturnCell = ({ cell: { text, sign, level } }: { cell: MonthCell }) => (
  <td className={sign === 'flat' ? undefined : `${SIGNS[sign]}${level}`}>{text}</td>
);

const YearRow = ({ year, cells }: MonthRow) => (
  <tr>
    <th scope="row">{year}</th>
    {cells.map((cell, index) => (
      <ReturnCell key={index} cell={cell} />
    ))}
  </tr>
);

/** Positive and negative months, best and worst. */
function formatMonthsSentence(years: readonly BacktestYear[]): string {
  const months = years.flatMap(({ year, months: row }) =>
    row.flatMap((value, index) =>
      value === null ? [] : [{ value, name: `${MONTH_COLUMNS[index]} ${year}` }],
    ),
  );
  const [first] = months;
  if (!first) return 'No monthly returns: the run is too short, or equity was not above zero.';
  const best = months.reduce((a, b) => (b.value > a.value ? b : a), first);
  const worst = months.reduce((a, b) => (b.value < a.value ? b : a), first);
  const [won, lost] = [
    months.filter(({ value }) => value > 0).length,
    months.filter(({ value }) => value < 0).length,
  ];
  return `${months.length} months: ${won} positive, ${lost} negative. Best: ${best.name} ${formatSignedPercent(best.value, 2)}; worst: ${worst.name} ${formatSignedPercent(worst.value, 2)}.`;
}

export function MonthlyGrid({ years }: { years: readonly BacktestYear[] }) {
  const sentence = <p>{formatMonthsSentence(years)}</p>;
  if (years.length === 0) return sentence;
  return (
    <>
      {sentence}
      <TableFrame
        id="months-caption"
        caption="Return by month, percent of the equity at the end of the month before"
        look="months"
      >
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTH_COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buildMonthRows(years).map((row) => (
            <YearRow key={row.year} {...row} />
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
