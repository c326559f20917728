// What a visitor sees instead of a page: the number, a sentence, and the way back.
import { Logo } from './logo';
import styles from './error-page.module.css';

/** Status 0 is no answer at all. */
const TITLES: Readonly<Record<number, string>> = {
  0: 'Connection lost',
  403: 'This request was refused',
  404: '404 Page Not Found',
  405: 'This cannot be done here',
  413: 'Too much was sent',
  415: 'This kind of content is not taken here',
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
      <p>
        <a href="/">To the dashboard</a>
      </p>
    </main>
  );
}
