// The screens by name: the one list behind the sidebar, the menu and the commands.
import type { IconName } from '../icon';

interface Screen {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Pressed after g it leads there. */
  readonly key: string;
  /** What somebody may type who looks for it. */
  readonly words: string;
}

export const SCREENS = {
  dashboard: {
    to: '/',
    label: 'Trading Dashboard',
    icon: 'dashboard',
    key: 'd',
    words: 'home futures positions run stop',
  },
  weather: {
    to: '/weather',
    label: 'Weather Analysis',
    icon: 'weather',
    key: 'w',
    words: 'degree days storage almanac forecast skill',
  },
  correlations: {
    to: '/correlations',
    label: 'Correlations',
    icon: 'correlations',
    key: 'c',
    words: 'weather against prices',
  },
  portfolio: {
    to: '/portfolio',
    label: 'Portfolio',
    icon: 'portfolio',
    key: 'p',
    words: 'equity chart profit loss closed positions',
  },
  institutional: {
    to: '/institutional',
    label: 'Institutional',
    icon: 'institutional',
    key: 'i',
    words: 'risk value at risk stress execution',
  },
  signals: {
    to: '/signals',
    label: 'AI Signals',
    icon: 'signals',
    key: 's',
    words: 'networks scores brier ledger',
  },
  backtest: {
    to: '/backtest',
    label: 'Backtest',
    icon: 'backtest',
    key: 'b',
    words: 'strategy playbook history',
  },
  card: {
    to: '/model-card',
    label: 'Model Card',
    icon: 'card',
    key: 'm',
    words: 'networks training skill reliability',
  },
  radar: {
    to: '/radar',
    label: 'Weather Radar',
    icon: 'radar',
    key: 'r',
    words: 'map states storms',
  },
  notifications: {
    to: '/notifications',
    label: 'Notifications',
    icon: 'notifications',
    key: 'n',
    words: 'log messages events',
  },
  whatIf: {
    to: '/what-if',
    label: 'What if',
    icon: 'scales',
    key: 'f',
    words: 'order before it exists limits',
  },
  settings: {
    to: '/?settings=open#settings',
    label: 'Settings',
    icon: 'settings',
    key: 't',
    words: 'risk level position size broker key',
  },
  commands: {
    to: '/commands',
    label: 'Commands',
    icon: 'command',
    key: 'h',
    words: 'palette preferences shortcuts keyboard help',
  },
} as const satisfies Readonly<Record<string, Screen>>;
