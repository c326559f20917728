// Layout of every signed-in screen: header, alerts, sidebar and content.
import type { ReactNode } from 'react';
import type { DeskDto } from '../../contracts/messages';
import type { ShellStatus } from '../../contracts/sections';
import type { Role } from '../../trading/domain/role';
import { Palette } from '../commands/palette';
import { Icon } from '../icon';
import { useIsOutdated, usePushedDesk } from '../live/live-desk';
import { NEW_VERSION_ALERT } from '../new-version';
import { useSection } from '../live/use-section';
import { PriceAgeContext } from '../live-badge';
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
import { buildHref } from '../../contracts/base-path';

interface ShellProps extends Omit<DeskStatusProps, 'tradingStatus' | 'path'> {
  readonly username: string;
  readonly role: Role;
  readonly mode: Mode;
  readonly market: string;
  readonly hasBroker: boolean;
  readonly isDemo: boolean;
  readonly status: ShellStatus;
  readonly path: string;
  readonly children: ReactNode;
}

type AlertFacts = Pick<
  DeskDto,
  'isHalted' | 'isActive' | 'runAllBlock' | 'rearm' | 'margin' | 'lossBreakers' | 'portfolio'
>;

/**
 * Changes when an alert may begin, change or end, or the number of positions changes; '' before the
 * first figures of the socket.
 */
export function formatStatusTrigger(desk: AlertFacts | null): string {
  if (desk === null) return '';
  const { isHalted, isActive, runAllBlock, rearm, margin, lossBreakers, portfolio } = desk;
  return [
    isHalted,
    isActive,
    runAllBlock,
    rearm?.trippedAt,
    margin.calledAt,
    ...lossBreakers.map(({ isTripped }) => isTripped),
    portfolio.totalPositions,
  ].join();
}

export function Shell({
  username,
  role,
  mode,
  market,
  hasBroker,
  isDemo,
  status: loaded,
  path,
  children,
  ...frame
}: ShellProps) {
  const { here, preferences } = frame;
  const trigger = formatStatusTrigger(usePushedDesk());
  const { health, alerts, tradingStatus, dataAge, unread } = useSection('shell', loaded, {
    trigger,
  });
  const visit = useClientNavigation();
  const isOperator = role === 'operator';
  return (
    <div className={`${styles['shell']} ${styles[mode] ?? ''}`} onClick={visit}>
      <header className={styles['header']}>
        <EmergencyStop from={here} />
        <a
          href={buildHref('/')}
          data-visit=""
          className={styles['brand']}
          aria-label="Frontmonth, to the dashboard"
        >
          <Logo size={28} />
        </a>
        <ModeStrip
          mode={mode}
          market={market}
          hasBroker={hasBroker}
          isDemo={isDemo}
          health={health}
        />
        <Palette preferences={preferences} path={path} here={here} />
        <Account username={username} path={path} unread={unread} />
        <AccountMenu path={path} place={here} isOperator={isOperator} />
      </header>
      <AlertStrips alerts={useIsOutdated() ? [NEW_VERSION_ALERT, ...alerts] : alerts} />
      <div className={styles['body']}>
        <aside className={styles['sidebar']} aria-label="Sidebar">
          <div>
            <p className={styles['title']}>Frontmonth</p>
            <Navigation path={path} label="Main" isOperator={isOperator} />
          </div>
          <div className={styles['foot']}>
            <DeskStatus {...frame} path={path} tradingStatus={tradingStatus} />
            <PreferenceForm name="theme" chosen={preferences.theme} from={here} />
          </div>
        </aside>
        <main id="main" tabIndex={-1} className={styles['main']}>
          <PriceAgeContext.Provider value={dataAge}>{children}</PriceAgeContext.Provider>
        </main>
      </div>
    </div>
  );
}

const UNREAD_MAX = 99;

interface AccountProps {
  readonly username: string;
  readonly path: string;
  readonly unread: number;
}

function Account({ username, path, ...status }: AccountProps) {
  const isLogShown = path === '/notifications';
  const unread = isLogShown ? 0 : status.unread;
  return (
    <div className={styles['account']}>
      <a
        href={buildHref('/notifications')}
        data-visit=""
        className={styles['bell']}
        aria-label="Notifications"
        aria-describedby={unread === 0 ? undefined : 'unread'}
        aria-current={isLogShown ? 'page' : undefined}
      >
        <Icon name="notifications" />
        {unread === 0 ? null : (
          <span id="unread" className={styles['unread']}>
            {unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread}
            <span className="visually-hidden"> unread</span>
          </span>
        )}
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
