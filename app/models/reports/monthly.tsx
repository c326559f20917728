/** Returns by month and year as a grid that says in color what it says by sign. */
import { signedPercent } from '../../trading/domain/format';
import type { YearOfReturns } from './model';
import { TableFrame } from './table';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Percent from which a shade is deeper. */
const SHADES = [0, 2, 6];

/** The class of a cell: the sign of what is shown, and how much of it. */
export function getShade(value: number | null): string {
  const text = signedPercent(value, 1);
  if (value === null || !/^[+\u2212]/.test(text)) return 'flat';
  return `${value > 0 ? 'u' : 'd'}${SHADES.filter((from) => Math.abs(value) >= from).length}`;
}

const ReturnCell = ({ value }: { value: number | null }) => (
  <td className={getShade(value)}>{signedPercent(value, 1)}</td>
);

const YearRow = ({ year, months, totalPercent }: YearOfReturns) => (
  <tr>
    <th scope="row">{year}</th>
    {MONTHS.map((name, place) => (
      <ReturnCell key={name} value={months[place] ?? null} />
    ))}
    <ReturnCell value={totalPercent} />
  </tr>
);

/** How many months won and lost, and the two ends. */
function monthsSentence(years: readonly YearOfReturns[]): string {
  const months = years.flatMap(({ year, months: row }) =>
    row.flatMap((value, place) =>
      value === null ? [] : [{ value, name: `${MONTHS[place]} ${year}` }],
    ),
  );
  const [first] = months;
  if (!first)
    return 'No month has a return: the run is too short, or its equity was not above zero.';
  const best = months.reduce((a, b) => (b.value > a.value ? b : a), first);
  const worst = months.reduce((a, b) => (b.value < a.value ? b : a), first);
  const [won, lost] = [
    months.filter(({ value }) => value > 0).length,
    months.filter(({ value }) => value < 0).length,
  ];
  return `Of ${months.length} months ${won} won and ${lost} lost. Best: ${best.name} with ${signedPercent(best.value, 1)}; worst: ${worst.name} with ${signedPercent(worst.value, 1)}.`;
}

export function MonthlyGrid({ years }: { years: readonly YearOfReturns[] }) {
  const sentence = <p>{monthsSentence(years)}</p>;
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
            <th scope="col">Year in all</th>
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
