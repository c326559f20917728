// Shadow accounts: contribution of each component, against the same account without it.
import type { Timeframe } from '../../contracts/timeframe';
import type { ComponentContributionDto } from '../../contracts/api/attribution';
import { formatCount, formatSignedMoney, formatDollars } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import styles from './portfolio.module.css';
import { ShadowDays } from './shadow-days';
import { SHADOW_TEXTS, getTone } from './shadow-texts';
import type { AttributionDto } from '../../contracts/api/attribution';

export function ShadowAccounts({
  shadows,
  timeframe,
}: {
  shadows: AttributionDto;
  timeframe: Timeframe;
}) {
  const { parts, missing, account, daysMin } = shadows;
  return (
    <section className={styles['card']} aria-labelledby="twins" data-testid="twin-accounts">
      <h2 id="twins">Shadow Accounts</h2>
      <p>
        Each shadow account is the same account without one component, at the same prices and costs.
        Its orders are never sent. Your P&L minus its P&L is the contribution of that component.
      </p>
      {missing === null ? null : <p className="muted">{missing}</p>}
      {parts.length === 0 ? null : (
        <>
          <AttributionTable shadows={shadows} />
          <details className={styles['data']}>
            <summary>
              Components and days<span className="visually-hidden"> of the shadow accounts</span>
            </summary>
            <p>
              Since the shadow accounts started, your P&L is{' '}
              {formatSignedMoney(fromDollars(account.profit))} after costs, with{' '}
              {formatCount(account.closed)} closed trades. A difference within two standard errors,
              or over fewer than {formatCount(daysMin)} finished days, is not significant.
            </p>
            <ComponentTexts parts={parts} />
            <ShadowDays parts={parts} timeframe={timeframe} />
          </details>
        </>
      )}
    </section>
  );
}

function AttributionTable({ shadows: { parts, day, daysMin } }: { shadows: AttributionDto }) {
  return (
    <DataTable
      id="twin-parts"
      level={3}
      caption="Attribution"
      note={day === null ? undefined : `Today is ${day}`}
    >
      <thead>
        <tr>
          <th scope="col">Component</th>
          <th scope="col" data-number>
            Total contribution
          </th>
          <th scope="col" data-number>
            Contribution today
          </th>
          <th scope="col" data-number>
            Account without it
          </th>
          <th scope="col" data-number>
            Closed trades without it
          </th>
          <th scope="col" data-number>
            Finished days
          </th>
          <th scope="col" data-number>
            Standard error
          </th>
          <th scope="col">Significance</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <PartRow key={part.without} part={part} daysMin={daysMin} />
        ))}
      </tbody>
    </DataTable>
  );
}

function PartRow({ part, daysMin }: { part: ComponentContributionDto; daysMin: number }) {
  return (
    <tr>
      <th scope="row">{SHADOW_TEXTS[part.without].part}</th>
      <td data-number className={getTone(part.total)}>
        {formatSignedMoney(fromDollars(part.total))}
      </td>
      <td data-number className={getTone(part.today)}>
        {formatSignedMoney(fromDollars(part.today))}
      </td>
      <td data-number>{formatSignedMoney(fromDollars(part.twin.profit))}</td>
      <td data-number>{formatCount(part.twin.closed)}</td>
      <td data-number>{formatCount(part.days)}</td>
      <td data-number>
        {part.standardError === null ? 'needs 2 days' : formatDollars(part.standardError)}
      </td>
      <td>{formatSignificance(part, daysMin)}</td>
    </tr>
  );
}

function formatSignificance(
  { verdict, days, finished }: ComponentContributionDto,
  daysMin: number,
): string {
  if (verdict === 'GAINS')
    return `gain: ${formatSignedMoney(fromDollars(finished))} exceeds two standard errors`;
  if (verdict === 'LOSES')
    return `loss: ${formatSignedMoney(fromDollars(finished))} exceeds two standard errors`;
  return days < daysMin
    ? `not significant: ${formatCount(days)} of ${formatCount(daysMin)} days`
    : 'not significant: within two standard errors';
}

function ComponentTexts({ parts }: { parts: readonly ComponentContributionDto[] }) {
  return (
    <dl className={styles['meanings']}>
      {parts.map(({ without }) => (
        <div key={without}>
          <dt>{SHADOW_TEXTS[without].part}</dt>
          <dd className="muted">{SHADOW_TEXTS[without].description}</dd>
        </div>
      ))}
    </dl>
  );
}
