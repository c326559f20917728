// Daily attribution, newest first, limited by the timeframe.
import type { Timeframe } from '../../contracts/timeframe';
import type { ComponentContributionDto } from '../../contracts/api/attribution';
import { formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import { SHADOW_TEXTS, getTone } from './shadow-texts';

/** Maximum number of days by timeframe. */
const ROWS: Readonly<Record<Timeframe, number>> = {
  '1h': 1,
  '1d': 1,
  '1w': 7,
  '1mo': 31,
  all: 366,
};

export function ShadowDays({
  parts,
  timeframe,
}: {
  parts: readonly ComponentContributionDto[];
  timeframe: Timeframe;
}) {
  const days = [...new Set(parts.flatMap(({ history }) => history.map(({ day }) => day)))]
    .sort()
    .reverse()
    .slice(0, ROWS[timeframe]);
  if (days.length === 0)
    return <p className="muted">The first day appears with the first valuation.</p>;
  const values = new Map(
    parts.map(({ without, history }) => [
      without,
      new Map(history.map(({ day, value }) => [day, value])),
    ]),
  );
  return (
    <DataTable
      id="twin-days"
      level={3}
      caption="Day by day"
      note="Market days; the newest may be incomplete. The timeframe above sets the range."
    >
      <thead>
        <tr>
          <th scope="col">Day</th>
          {parts.map(({ without }) => (
            <th key={without} scope="col" data-number>
              {SHADOW_TEXTS[without].part}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{day}</time>
            </th>
            {parts.map(({ without }) => (
              <DayCell key={without} dollars={values.get(without)?.get(day) ?? null} />
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function DayCell({ dollars }: { dollars: number | null }) {
  return (
    <td data-number className={getTone(dollars ?? 0)}>
      {formatSignedMoney(dollars === null ? null : fromDollars(dollars))}
    </td>
  );
}
