/** Grid of monthly returns, colored by sign and size. */
import { formatSignedPercent } from '../../trading/domain/format';
import type { YearReturns } from './report-model';
import { TableFrame } from './report-table';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Color steps, percent. */
const SHADES = [0, 2, 6];

/** CSS class by displayed sign and size. */
export function getShade(value: number | null): string {
  const text = formatSignedPercent(value, 1);
  if (value === null || !/^[+\u2212]/.test(text)) return 'flat';
  return `${value > 0 ? 'u' : 'd'}${SHADES.filter((from) => Math.abs(value) >= from).length}`;
}

const ReturnCell = ({ value }: { value: number | null }) => (
  <td className={getShade(value)}>{formatSignedPercent(value, 1)}</td>
);

const YearRow = ({ year, months, totalPercent }: YearReturns) => (
  <tr>
    <th scope="row">{year}</th>
    {MONTHS.map((name, index) => (
      <ReturnCell key={name} value={months[index] ?? null} />
    ))}
    <ReturnCell value={totalPercent} />
  </tr>
);

/** Positive and negative months, best and worst. */
function formatMonthsSentence(years: readonly YearReturns[]): string {
  const months = years.flatMap(({ year, months: row }) =>
    row.flatMap((value, index) =>
      value === null ? [] : [{ value, name: `${MONTHS[index]} ${year}` }],
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
  return `${months.length} months: ${won} positive, ${lost} negative. Best: ${best.name} ${formatSignedPercent(best.value, 1)}; worst: ${worst.name} ${formatSignedPercent(worst.value, 1)}.`;
}

export function MonthlyGrid({ years }: { years: readonly YearReturns[] }) {
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
            {MONTHS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Full year</th>
          </tr>
        </thead>
        <tbody>
          {years.map((row) => (
            <YearRow key={row.year} {...row} />
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
