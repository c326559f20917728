// Twin accounts: what each part of the desk gave, against an account without it. Figures and words; no script is needed.
import type { Timeframe } from '../../contracts/messages';
import type { TwinPartWire, TwinsWire } from '../../contracts/twins';
import { count, money, signedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import styles from './portfolio.module.css';
import { TwinDays } from './twin-days';
import { TWIN_TEXTS, toneOf } from './twin-texts';

export function TwinAccounts({ twins, timeframe }: { twins: TwinsWire; timeframe: Timeframe }) {
  const { parts, missing, account, daysMin } = twins;
  return (
    <section className={styles['card']} aria-labelledby="twins" data-testid="twin-accounts">
      <h2 id="twins">Twin Accounts</h2>
      <p>
        Beside this book run others that lack one part of the desk. They deal at the same prices and
        pay the same costs, but none of their money is yours and none of their orders goes anywhere.
        What your account has over a twin is what the missing part gave; below zero, what it took.
      </p>
      {missing === null ? null : <p className="muted">{missing}</p>}
      {parts.length === 0 ? null : (
        <>
          <p>
            Since the twins began your account has made {signedMoney(fromDollars(account.profit))}{' '}
            after costs, with {count(account.closed)} closed trades. A difference within two
            standard errors, or of fewer than {count(daysMin)} finished days, is no evidence of
            anything.
          </p>
          <PartsTable twins={twins} />
          <Meanings parts={parts} />
          <TwinDays parts={parts} timeframe={timeframe} />
        </>
      )}
    </section>
  );
}

function PartsTable({ twins: { parts, day, daysMin } }: { twins: TwinsWire }) {
  return (
    <DataTable
      id="twin-parts"
      level={3}
      caption="What each part gave"
      note={day === null ? undefined : `Today is ${day}`}
    >
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" data-number>
            Gave in all
          </th>
          <th scope="col" data-number>
            Gave today
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
          <th scope="col">Evidence</th>
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

function PartRow({ part, daysMin }: { part: TwinPartWire; daysMin: number }) {
  return (
    <tr>
      <th scope="row">{TWIN_TEXTS[part.without].part}</th>
      <td data-number className={toneOf(part.total)}>
        {signedMoney(fromDollars(part.total))}
      </td>
      <td data-number className={toneOf(part.today)}>
        {signedMoney(fromDollars(part.today))}
      </td>
      <td data-number>{signedMoney(fromDollars(part.twin.profit))}</td>
      <td data-number>{count(part.twin.closed)}</td>
      <td data-number>{count(part.days)}</td>
      <td data-number>
        {part.standardError === null
          ? 'not before two days'
          : money(fromDollars(part.standardError))}
      </td>
      <td>{evidence(part, daysMin)}</td>
    </tr>
  );
}

function evidence({ verdict, days, finished }: TwinPartWire, daysMin: number): string {
  if (verdict === 'GAINS')
    return `it gains: ${signedMoney(fromDollars(finished))} is beyond two errors`;
  if (verdict === 'LOSES')
    return `it loses: ${signedMoney(fromDollars(finished))} is beyond two errors`;
  return days < daysMin
    ? `no evidence yet: ${count(days)} of ${count(daysMin)} days`
    : 'no evidence yet: within two errors';
}

function Meanings({ parts }: { parts: readonly TwinPartWire[] }) {
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
