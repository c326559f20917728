// Page Live: what the live account may do now, entries that wait, and the ways to stop it.
import type { LiveAccountDto, LiveFailure, LivePageDto } from '../../contracts/live-page';
import { ErrorSummary } from '../error-summary';
import { ArmingForm } from './arming-form';
import { ArmingRequests } from './arming-requests';
import { HaltForm } from './halt-form';
import { LimitsTable } from './limits-table';
import { Proposals } from './proposals';
import { StatusBand } from './status-band';
import { buildHref } from '../../contracts/base-path';
import styles from './live-view.module.css';

interface LiveViewProps extends LivePageDto {
  readonly failure: LiveFailure | null;
  readonly timeZone: string;
}

export function LiveView({ account, requests, failure, timeZone }: LiveViewProps) {
  return (
    <>
      <h1>Live</h1>
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
      {account ? <LiveAccount account={account} timeZone={timeZone} /> : <NoAccount />}
      {requests.length > 0 ? <ArmingRequests requests={requests} timeZone={timeZone} /> : null}
    </>
  );
}

/** How connections are written. */
const CONNECTIONS = [
  { broker: 'Interactive Brokers', form: 'ibkr:DU1234567@127.0.0.1:4002/7' },
  { broker: 'Ironbeam', form: 'ironbeam:ACCOUNT:USER:KEY@demo.ironbeamapi.com' },
] as const;

const NoAccount = () => (
  <section className={styles['card']} aria-labelledby="no-account">
    <h2 id="no-account">No live account yet</h2>
    <ol className={styles['steps']}>
      <li>
        Enter the connection of your broker in{' '}
        <a href={buildHref('/?settings=open#settings')}>Settings</a> as its broker key. A demo
        account is enough:
        <dl className={styles['forms']}>
          {CONNECTIONS.map(({ broker, form }) => (
            <div key={broker}>
              <dt>{broker}</dt>
              <dd>
                <code>{form}</code>
              </dd>
            </div>
          ))}
        </dl>
      </li>
      <li>Select live trading there and confirm it.</li>
      <li>Come back to arm the account with a loss limit.</li>
    </ol>
  </section>
);

interface AccountProps {
  readonly account: LiveAccountDto;
  readonly timeZone: string;
}

const LiveAccount = ({ account, timeZone }: AccountProps) => (
  <>
    <StatusBand account={account} />
    <Proposals proposals={account.proposals} timeZone={timeZone} />
    <div className={styles['parts']}>
      <ArmingForm account={account} />
      <HaltForm account={account} timeZone={timeZone} />
    </div>
    {account.limits.length > 0 ? <LimitsTable limits={account.limits} /> : null}
  </>
);
