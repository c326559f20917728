// Layout of every signed-in screen: header, alerts, sidebar and content.
import type { ReactNode } from 'react';
import type { HealthItem, ShellAlert } from '../../contracts/messages';
import { Palette } from '../commands/palette';
import { Icon } from '../icon';
import { Logo } from '../logo';
import { PreferenceForm } from '../preference-form';
import { useClientNavigation } from '../use-client-navigation';
import { AccountMenu } from './account-menu';
import { AlertStrips } from './alert-strips';
import { DeskStatus, type DeskStatusProps } from './desk-status';
import { EmergencyStop } from './emergency-stop';
import { type Mode, ModeStrip } from './mode-strip';
import { Navigation } from './navigation';
import styles from './shell.module.css';
import { SignOutForm } from './sign-out-form';

interface ShellProps extends DeskStatusProps {
  readonly username: string;
  readonly mode: Mode;
  readonly health: readonly HealthItem[];
  readonly alerts: readonly ShellAlert[];
  readonly path: string;
  readonly children: ReactNode;
}

export function Shell({ username, mode, health, alerts, path, children, ...status }: ShellProps) {
  const { here } = status;
  const visit = useClientNavigation();
  return (
    <div className={`${styles['shell']} ${styles[mode] ?? ''}`} onClick={visit}>
      <header className={styles['header']}>
        <EmergencyStop from={here} />
        <a
          href="/"
          data-visit=""
          className={styles['brand']}
          aria-label="Frontmonth, to the dashboard"
        >
          <Logo size={28} />
        </a>
        <ModeStrip mode={mode} health={health} />
        <Palette preferences={status.preferences} path={path} here={here} />
        <Account username={username} path={path} />
        <AccountMenu path={path} place={here} />
      </header>
      <AlertStrips alerts={alerts} />
      <div className={styles['body']}>
        <aside className={styles['sidebar']} aria-label="Sidebar">
          <div>
            <p className={styles['title']}>Frontmonth</p>
            <Navigation path={path} label="Main" />
          </div>
          <div className={styles['foot']}>
            <DeskStatus {...status} />
            <PreferenceForm name="theme" chosen={status.preferences.theme} from={here} />
          </div>
        </aside>
        <main id="main" tabIndex={-1} className={styles['main']}>
          {children}
        </main>
      </div>
    </div>
  );
}

function Account({ username, path }: { username: string; path: string }) {
  return (
    <div className={styles['account']}>
      <a
        href="/notifications"
        data-visit=""
        className={styles['bell']}
        aria-label="Notifications"
        aria-current={path === '/notifications' ? 'page' : undefined}
      >
        <Icon name="notifications" />
      </a>
      <span className={styles['avatar']} aria-hidden="true">
        {getInitials(username)}
      </span>
      <span className={styles['username']}>{username}</span>
      <div className={styles['leave']}>
        <SignOutForm name="header" />
      </div>
    </div>
  );
}

/** First two letters of the name in upper case; U without a name. */
export const getInitials = (username: string): string =>
  username === '' ? 'U' : username.slice(0, 2).toUpperCase();
