// Twin accounts: what each part of the desk gave, against an account without it. Figures and words;
// no script is needed.
import type { Timeframe } from '../../contracts/timeframe';
import type { ShadowPartDto } from '../../contracts/api/twins';
import { formatCount, signedMoney, formatDollars } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import styles from './portfolio.module.css';
import { TwinDays } from './shadow-days';
import { TWIN_TEXTS, getTone } from './shadow-texts';
import type { ShadowsDto } from '../../contracts/api/twins';

export function TwinAccounts({ twins, timeframe }: { twins: ShadowsDto; timeframe: Timeframe }) {
  const { parts, missing, account, daysMin } = twins;
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
          <p>
            Since the shadow accounts started, your P&L is{' '}
            {signedMoney(fromDollars(account.profit))} after costs, with{' '}
            {formatCount(account.closed)} closed trades. A difference within two standard errors, or
            over fewer than {formatCount(daysMin)} finished days, is not significant.
          </p>
          <PartsTable twins={twins} />
          <Meanings parts={parts} />
          <TwinDays parts={parts} timeframe={timeframe} />
        </>
      )}
    </section>
  );
}

function PartsTable({ twins: { parts, day, daysMin } }: { twins: ShadowsDto }) {
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
            Its closed trades
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

function PartRow({ part, daysMin }: { part: ShadowPartDto; daysMin: number }) {
  return (
    <tr>
      <th scope="row">{TWIN_TEXTS[part.without].part}</th>
      <td data-number className={getTone(part.total)}>
        {signedMoney(fromDollars(part.total))}
      </td>
      <td data-number className={getTone(part.today)}>
        {signedMoney(fromDollars(part.today))}
      </td>
      <td data-number>{signedMoney(fromDollars(part.twin.profit))}</td>
      <td data-number>{formatCount(part.twin.closed)}</td>
      <td data-number>{formatCount(part.days)}</td>
      <td data-number>
        {part.standardError === null ? 'needs 2 days' : formatDollars(part.standardError)}
      </td>
      <td>{formatEvidence(part, daysMin)}</td>
    </tr>
  );
}

function formatEvidence({ verdict, days, finished }: ShadowPartDto, daysMin: number): string {
  if (verdict === 'GAINS')
    return `gain: ${signedMoney(fromDollars(finished))} exceeds two standard errors`;
  if (verdict === 'LOSES')
    return `loss: ${signedMoney(fromDollars(finished))} exceeds two standard errors`;
  return days < daysMin
    ? `not significant: ${formatCount(days)} of ${formatCount(daysMin)} days`
    : 'not significant: within two standard errors';
}

function Meanings({ parts }: { parts: readonly ShadowPartDto[] }) {
  return (
    <dl className={styles['meanings']}>
      {parts.map(({ without }) => (
        <div key={without}>
          <dt>{TWIN_TEXTS[without].part}</dt>
          <dd className="muted">{TWIN_TEXTS[without].twin}</dd>
        </div>
      ))}
    </dl>
  );
}
