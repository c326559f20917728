// Full-page error: title, detail and a link to the dashboard.
import { Logo } from './logo';
import { buildHref } from '../contracts/base-path';
import { RequestIdLine } from './request-id';
import styles from './error-page.module.css';

/** Status 0: no response. */
const TITLES: Readonly<Record<number, string>> = {
  0: 'Connection lost',
  403: 'Request rejected',
  404: '404 Page Not Found',
  405: 'Method not allowed',
  413: 'Request too large',
  415: 'Unsupported content type',
  429: 'Too many requests',
  503: 'Server busy',
};
const DETAILS: Readonly<Record<number, string>> = {
  0: 'The result of your last action is unknown. Check positions once the connection is back.',
  404: 'There is no such page.',
  500: 'Something went wrong; it was logged. No further action was taken.',
};

export function ErrorPage({ status, detail }: { status: number; detail: string | null }) {
  return (
    <main id="main" tabIndex={-1} className={styles['page']}>
      <Logo size={48} />
      <h1>{TITLES[status] ?? 'Something went wrong'}</h1>
      <p>{detail ?? DETAILS[status] ?? 'Go back, reload the page and try again.'}</p>
      <RequestIdLine />
      <p>
        <a href={buildHref('/')}>To the dashboard</a>
      </p>
    </main>
  );
}
