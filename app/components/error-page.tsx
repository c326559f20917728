// What a visitor sees instead of a page: the number, a sentence, and the way back.
import { Logo } from './logo';
import styles from './error-page.module.css';

/** Status 0 is no answer at all. */
const TITLES: Readonly<Record<number, string>> = {
  0: 'The desk cannot be reached',
  403: 'This request was refused',
  404: '404 Page Not Found',
  405: 'This cannot be done here',
  413: 'Too much was sent',
  415: 'This kind of content is not taken here',
  429: 'Too many requests',
  503: 'The desk is busy',
};
const DETAILS: Readonly<Record<number, string>> = {
  0: 'It is not known whether what you last asked was done. Look at the dashboard once the connection is back.',
  404: 'There is no such page on this desk.',
  500: 'The desk met a fault of its own and has noted it. Nothing more was done.',
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
