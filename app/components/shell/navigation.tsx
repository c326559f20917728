// Navigation entries of the sidebar and the menu.
import { Icon, type IconName } from '../icon';
import { HydratedMarkup } from '../shared-markup';
import styles from './navigation.module.css';
import { SCREENS, USERS_SCREEN } from './screens';
import { buildHref } from '../../contracts/base-path';

interface Entry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Shown only in the menu on small screens, which have no sidebar. */
  readonly isSmall?: true;
}

const S = SCREENS;
const SIDEBAR: readonly Entry[] = [
  S.dashboard,
  S.weather,
  S.correlations,
  S.curve,
  S.calendar,
  S.portfolio,
  S.institutional,
  S.signals,
  S.backtest,
  S.card,
  S.dataHealth,
  S.liveAccount,
  S.settings,
];

const MENU: readonly Entry[] = [
  { ...S.dashboard, label: 'Dashboard' },
  S.radar,
  S.portfolio,
  S.notifications,
  S.commands,
  S.account,
  ...SIDEBAR.filter(({ to }) => to !== '/' && to !== '/portfolio').map(
    (entry): Entry => ({ ...entry, isSmall: true }),
  ),
];

const ENTRIES = { Main: SIDEBAR, Menu: MENU } as const;

const listEntries = (label: keyof typeof ENTRIES, isOperator: boolean): readonly Entry[] =>
  isOperator ? [...ENTRIES[label], USERS_SCREEN] : ENTRIES[label];

/**
 * The dashboard has two paths, and a backtest page belongs to the Backtest entry. An entry that
 * opens a part of a screen is never current.
 */
const isCurrent = (entry: string, path: string): boolean =>
  entry === path ||
  (entry === '/' && path === '/dashboard') ||
  (entry === '/backtest' && path.startsWith('/backtest/'));

interface NavigationProps {
  readonly path: string;
  readonly label: keyof typeof ENTRIES;
  readonly isOperator: boolean;
}

export const Navigation = (props: NavigationProps) => (
  <nav aria-label={props.label}>
    <HydratedMarkup
      as="ul"
      attributes={{ className: styles['list'] }}
      of={NavigationEntries}
      props={props}
    />
  </nav>
);

const NavigationEntries = ({ path, label, isOperator }: NavigationProps) => (
  <>
    {listEntries(label, isOperator).map(({ to, label: name, icon, isSmall }) => (
      <li key={to} className={isSmall ? styles['small'] : undefined}>
        <a
          href={buildHref(to)}
          data-visit=""
          className={styles['entry']}
          aria-current={isCurrent(to, path) ? 'page' : undefined}
        >
          <Icon name={icon} />
          {name}
        </a>
      </li>
    ))}
  </>
);
