// A screen whose figures are not made yet: what will stand here, from what, and why it does not yet. No figure is made up meanwhile.
import { Link } from '@remix-run/react';
import { Picture, type PictureName } from './picture';
import styles from './not-yet.module.css';

export interface NotYetProps {
  readonly title: string;
  readonly picture: PictureName;
  /** One sentence: what is missing. */
  readonly why: string;
  /** What will be shown, each with what it will be made from. */
  readonly plans: readonly { readonly name: string; readonly text: string; readonly source: string }[];
}

export function NotYet({ title, picture, why, plans }: NotYetProps) {
  return (
    <>
      <div className={styles['head']}>
        <h1>{title}</h1>
        <p className={styles['badge']}>Not yet in this version</p>
      </div>
      <section className={styles['hero']} aria-label="What is missing">
        <Picture name={picture} />
        <div className={styles['words']}>
          <p className={styles['why']}>{why}</p>
          <p className="muted">No figure is shown here until there is one with a source and an age.</p>
          <p>
            <Link to="/" className={styles['back']}>
              To the dashboard
            </Link>
          </p>
        </div>
      </section>
      <section className={styles['plans']} aria-labelledby="plans">
        <h2 id="plans">What will stand here</h2>
        <dl className={styles['list']}>
          {plans.map(({ name, text, source }) => (
            <div key={name} className={styles['plan']}>
              <dt>{name}</dt>
              <dd>{text}</dd>
              <dd className={styles['source']}>From {source}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
