// The menu of small screens: a disclosure that the browser opens by itself.
import { Navigation } from './navigation';
import styles from './shell.module.css';
import { SignOutForm } from './sign-out-form';

export function AccountMenu({ path }: { path: string }) {
  return (
    <details className={styles['menu']}>
      <summary aria-label="Menu">
        <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </summary>
      <div className={styles['sheet']}>
        <Navigation path={path} label="Menu" />
        <SignOutForm name="menu" />
      </div>
    </details>
  );
}
