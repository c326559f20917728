// The frame of every signed-in screen: mode, status, navigation, account; the page stands in its middle.
import type { ReactNode } from 'react';
import type { HealthItem } from '../../messages';
import { Logo } from '../logo';
import { ThemeForm } from '../theme-form';
import { AccountMenu } from './account-menu';
import { ModeStrip } from './mode-strip';
import { Navigation } from './navigation';
import styles from './shell.module.css';
import { SignOutForm } from './sign-out-form';

export interface ShellProps {
  readonly username: string;
  readonly mode: 'simulation' | 'paper' | 'live';
  readonly health: readonly HealthItem[];
  readonly theme: string;
  readonly path: string;
  readonly updated: { readonly iso: string; readonly text: string };
  readonly children: ReactNode;
}

export function Shell({ username, mode, health, theme, path, updated, children }: ShellProps) {
  return (
    <div className={`${styles['shell']} ${styles[mode]}`}>
      <header className={styles['header']}>
        <a href="/" className={styles['brand']} aria-label="Frontmonth, to the dashboard">
          <Logo size={28} />
          <span>Frontmonth</span>
        </a>
        <ModeStrip mode={mode} health={health} />
        <div className={styles['account']}>
          <span className={styles['avatar']} aria-hidden="true">
            {initials(username)}
          </span>
          <span className={styles['username']}>{username}</span>
          <SignOutForm name="header" />
        </div>
        <AccountMenu path={path} />
      </header>
      <div className={styles['body']}>
        <aside className={styles['sidebar']} aria-label="Sidebar">
          <Navigation path={path} label="Main" />
          <div className={styles['foot']}>
            <p>
              <span className={styles['dot']} aria-hidden="true" /> Online
            </p>
            <p className="muted">
              Last update <time dateTime={updated.iso}>{updated.text}</time>
            </p>
            <ThemeForm theme={theme} from={path} />
          </div>
        </aside>
        <main id="main" tabIndex={-1} className={styles['main']}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** The first two letters in upper case; U when there is no name. */
const initials = (username: string): string => (username === '' ? 'U' : username.slice(0, 2).toUpperCase());
