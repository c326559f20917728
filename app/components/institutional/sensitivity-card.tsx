// P&L sensitivity of positions to temperature, rain and wind.
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { RiskDto } from '../../contracts/risk';
import {
  type PositionSensitivityDto,
  SHIFT_NAMES,
  type SensitivitiesDto,
  type SensitivityDto,
  type ShiftName,
} from '../../contracts/sensitivities';
import { Signed } from '../figures';
import { Card, FoldedCard, Head } from './card';
import { Figure, Figures, NoData } from './figures';
import { buildHref } from '../../contracts/base-path';
import styles from './institutional.module.css';

const NAMES = Object.keys(SHIFT_NAMES) as ShiftName[];
const formatSignedDollars = (amount: number): string => formatSignedMoney(fromDollars(amount));

const HOW = [
  'The forecast of the fourteen days from tomorrow is changed at all places at once: each day one degree Fahrenheit warmer, one inch more rain in all of them together, or 10% more wind. Each change runs as a paired simulation: the same seed with and without it. The seeds differ from the live one.',
  'Shown: P&L by the end of day 5, when the price has absorbed the news: mean, minimum and maximum over the pairs. It is a slope at current weather: for one degree colder, reverse the sign. Stops are ignored. Means add up to the totals.',
  'No data: the model has no response of that market to that weather. Out of season, the response is near zero.',
] as const;

/** An effect below this on every pair is shown as out of season. */
const OUT_OF_SEASON_DOLLARS = 0.005;

export function SensitivityCard({
  risk: { sensitivities, sensitivityReason, positions },
}: {
  risk: RiskDto;
}) {
  const source =
    sensitivities === null
      ? 'Paired simulations.'
      : `${sensitivities.pairs} paired simulations as of ${sensitivities.monthDay}; positions and prices of this page.`;
  return (
    <FoldedCard
      id="sensitivities"
      title="Weather Sensitivities"
      source={source}
      how={HOW}
      lead={formatLead(sensitivities, positions)}
    >
      {sensitivities === null ? (
        <NoData why={sensitivityReason ?? 'No stress simulation yet.'} />
      ) : positions === 0 ? (
        <p className="muted">No open positions: no weather exposure.</p>
      ) : (
        <SensitivityTable of={sensitivities} />
      )}
    </FoldedCard>
  );
}

/** Total of one degree, the factor of most markets. */
function formatLead(sensitivities: SensitivitiesDto | null, positions: number): string {
  if (sensitivities === null) return 'no data';
  if (positions === 0) return 'no open positions';
  const { degree } = sensitivities.totals;
  return degree === null
    ? 'no position responds to temperature'
    : `one degree warmer ${formatSignedDollars(degree)}`;
}

const SensitivityTable = ({ of: { positions, totals } }: { of: SensitivitiesDto }) => (
  <section className={styles['scroll']} aria-label="Weather sensitivities by position" tabIndex={0}>
    <table className={styles['table']}>
      <caption>P&L of each open position</caption>
      <Head first="Position" columns={NAMES.map((name) => SHIFT_NAMES[name])} />
      <tbody>
        {positions.map((row) => (
          <SensitivityRow key={row.id} row={row} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Account</th>
          {NAMES.map((name) => (
            <td key={name} data-number>
              {totals[name] === null ? (
                'no data'
              ) : (
                <Signed>{formatSignedDollars(totals[name])}</Signed>
              )}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
    <MissingReasons positions={positions} />
  </section>
);

const SensitivityRow = ({
  row: { id, commodity, contract, direction, figures },
}: {
  row: PositionSensitivityDto;
}) => (
  <tr>
    <th scope="row">
      <a href={buildHref(`/position/${id}`)} data-visit="">
        {COMMODITIES[commodity].displayName} {contract}
      </a>{' '}
      <span className="muted">{direction}</span>
    </th>
    {NAMES.map((name) => {
      const figure = figures.find(({ shift }) => shift === name);
      return (
        <td key={name} data-number>
          {figure?.profit == null ? (
            <span className="muted">no data</span>
          ) : (
            <Signed>{formatSignedDollars(figure.profit)}</Signed>
          )}
          {figure?.profit == null ? null : (
            <>
              <br />
              <span className="muted">{formatRange(figure)}</span>
            </>
          )}
        </td>
      );
    })}
  </tr>
);

const isOutOfSeason = ({ low, high }: SensitivityDto): boolean =>
  Math.abs(low ?? 0) < OUT_OF_SEASON_DOLLARS && Math.abs(high ?? 0) < OUT_OF_SEASON_DOLLARS;
const formatRange = (figure: SensitivityDto): string =>
  isOutOfSeason(figure)
    ? 'out of season'
    : `${formatSignedDollars(figure.low ?? 0)} to ${formatSignedDollars(figure.high ?? 0)}`;

/** Reasons for missing figures, without duplicates. */
function MissingReasons({ positions }: { positions: readonly PositionSensitivityDto[] }) {
  const reasons = [
    ...new Set(positions.flatMap(({ figures }) => figures.flatMap(({ reason }) => reason ?? []))),
  ];
  if (reasons.length === 0) return null;
  return (
    <>
      <p className={styles['source']}>No data, and why:</p>
      <ul className={styles['reasons']}>
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

interface OwnSensitivitiesProps {
  readonly figures: readonly SensitivityDto[];
  readonly reason: string | null;
  /** Subject of the figures, for the source line. */
  readonly of: string;
}

/** Sensitivities of one position or order. */
export function OwnSensitivities({ figures, reason, of }: OwnSensitivitiesProps) {
  return (
    <Card
      id="sensitivities"
      title="Weather Sensitivities"
      source={`Paired simulations; ${of}.`}
      how={HOW}
    >
      {figures.length === 0 ? (
        <NoData why={reason ?? 'No stress simulation yet.'} />
      ) : (
        <Figures>
          {figures.map((figure) => (
            <Figure
              key={figure.shift}
              name={SHIFT_NAMES[figure.shift]}
              value={figure.profit === null ? 'no data' : formatSignedDollars(figure.profit)}
              note={figure.reason ?? `${formatRange(figure)}; at ${figure.at ?? ''}`}
            />
          ))}
        </Figures>
      )}
    </Card>
  );
}
