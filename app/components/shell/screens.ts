// All screens, for the sidebar, the menu and the commands.
import type { IconName } from '../icon';

interface Screen {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Second key of the shortcut "g <key>". */
  readonly key: string;
  /** Search keywords, separated by spaces. */
  readonly keywords: string;
}

export const SCREENS = {
  dashboard: {
    to: '/',
    label: 'Trading Dashboard',
    icon: 'dashboard',
    key: 'd',
    keywords: 'home futures positions run stop',
  },
  weather: {
    to: '/weather',
    label: 'Weather Analysis',
    icon: 'weather',
    key: 'w',
    keywords: 'degree days storage almanac forecast skill',
  },
  correlations: {
    to: '/correlations',
    label: 'Correlations',
    icon: 'correlations',
    key: 'c',
    keywords: 'weather against prices',
  },
  portfolio: {
    to: '/portfolio',
    label: 'Portfolio',
    icon: 'portfolio',
    key: 'p',
    keywords: 'equity chart profit loss closed positions',
  },
  institutional: {
    to: '/institutional',
    label: 'Institutional',
    icon: 'institutional',
    key: 'i',
    keywords: 'risk value at risk stress execution',
  },
  signals: {
    to: '/signals',
    label: 'AI Signals',
    icon: 'signals',
    key: 's',
    keywords: 'networks scores brier ledger',
  },
  backtest: {
    to: '/backtest',
    label: 'Backtest',
    icon: 'backtest',
    key: 'b',
    keywords: 'strategy playbook history',
  },
  card: {
    to: '/model-card',
    label: 'Model Card',
    icon: 'card',
    key: 'm',
    keywords: 'networks training skill reliability',
  },
  curve: {
    to: '/curve',
    label: 'Curve',
    icon: 'curve',
    key: 'v',
    keywords: 'contract months contango backwardation roll expiry spread',
  },
  calendar: {
    to: '/calendar',
    label: 'Calendar',
    icon: 'calendar',
    key: 'l',
    keywords: 'reports storage crop petroleum forecast expiry roll holiday',
  },
  radar: {
    to: '/radar',
    label: 'Weather Radar',
    icon: 'radar',
    key: 'r',
    keywords: 'map states storms',
  },
  notifications: {
    to: '/notifications',
    label: 'Notifications',
    icon: 'notifications',
    key: 'n',
    keywords: 'log messages events',
  },
  whatIf: {
    to: '/what-if',
    label: 'What if',
    icon: 'scales',
    key: 'f',
    keywords: 'order before it exists limits',
  },
  settings: {
    to: '/?settings=open#settings',
    label: 'Settings',
    icon: 'settings',
    key: 't',
    keywords: 'risk level position size broker key',
  },
  account: {
    to: '/account',
    label: 'Account',
    icon: 'protection',
    key: 'a',
    keywords: 'passphrase password change sessions sign out',
  },
  commands: {
    to: '/commands',
    label: 'Commands',
    icon: 'command',
    key: 'h',
    keywords: 'palette preferences shortcuts keyboard help',
  },
} as const satisfies Readonly<Record<string, Screen>>;
