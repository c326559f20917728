// Where one can go: the sidebar's entries, and the menu's.
import { Icon, type IconName } from '../icon';
import styles from './navigation.module.css';

interface Entry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Only in the menu of small screens, which have no sidebar. */
  readonly isSmall?: true;
}

const SIDEBAR: readonly Entry[] = [
  { to: '/', label: 'Trading Dashboard', icon: 'dashboard' },
  { to: '/weather', label: 'Weather Analysis', icon: 'weather' },
  { to: '/correlations', label: 'Correlations', icon: 'correlations' },
  { to: '/portfolio', label: 'Portfolio', icon: 'portfolio' },
  { to: '/institutional', label: 'Institutional', icon: 'institutional' },
  { to: '/signals', label: 'AI Signals', icon: 'signals' },
  { to: '/backtest', label: 'Backtest', icon: 'backtest' },
  { to: '/model-card', label: 'Model Card', icon: 'card' },
  { to: '/?settings=open#settings', label: 'Settings', icon: 'settings' },
];

const MENU: readonly Entry[] = [
  { to: '/', label: 'Dashboard', icon: 'dashboard' },
  { to: '/radar', label: 'Weather Radar', icon: 'radar' },
  { to: '/portfolio', label: 'Portfolio', icon: 'portfolio' },
  { to: '/notifications', label: 'Notifications', icon: 'notifications' },
  ...SIDEBAR.filter(({ to }) => to !== '/' && to !== '/portfolio').map((entry): Entry => ({ ...entry, isSmall: true })),
];

const ENTRIES = { Main: SIDEBAR, Menu: MENU } as const;

/** The dashboard stands at two paths, and a backtest below its screen. An entry that leads into a part of a screen is no screen of its own. */
export const isCurrent = (entry: string, path: string): boolean => entry === path || (entry === '/' && path === '/dashboard') || (entry === '/backtest' && path.startsWith('/backtest/'));

export function Navigation({ path, label }: { path: string; label: keyof typeof ENTRIES }) {
  return (
    <nav aria-label={label}>
      <ul className={styles['list']}>
        {ENTRIES[label].map(({ to, label: name, icon, isSmall }) => (
          <li key={to} className={isSmall ? styles['small'] : undefined}>
            <a href={to} data-visit="" className={styles['entry']} aria-current={isCurrent(to, path) ? 'page' : undefined}>
              <Icon name={icon} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
