// All screens, for the sidebar, the menu and the commands.
import type { IconName } from '../icon';

interface Screen {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Second key of the shortcut "g <key>". */
  readonly key: string;
}

/** For operators alone: no command and no shortcut opens it. */
export const USERS_SCREEN = { to: '/users', label: 'Users', icon: 'users' } as const;

export const SCREENS = {
  dashboard: { to: '/', label: 'Trading Dashboard', icon: 'dashboard', key: 'd' },
  weather: { to: '/weather', label: 'Weather Analysis', icon: 'weather', key: 'w' },
  correlations: { to: '/correlations', label: 'Correlations', icon: 'correlations', key: 'c' },
  portfolio: { to: '/portfolio', label: 'Portfolio', icon: 'portfolio', key: 'p' },
  institutional: { to: '/institutional', label: 'Institutional', icon: 'institutional', key: 'i' },
  signals: { to: '/signals', label: 'AI Signals', icon: 'signals', key: 's' },
  backtest: { to: '/backtest', label: 'Backtest', icon: 'backtest', key: 'b' },
  card: { to: '/model-card', label: 'Model Card', icon: 'card', key: 'm' },
  curve: { to: '/curve', label: 'Curve', icon: 'curve', key: 'v' },
  calendar: { to: '/calendar', label: 'Calendar', icon: 'calendar', key: 'l' },
  radar: { to: '/radar', label: 'Weather Radar', icon: 'radar', key: 'r' },
  notifications: { to: '/notifications', label: 'Notifications', icon: 'notifications', key: 'n' },
  whatIf: { to: '/what-if', label: 'What if', icon: 'scales', key: 'f' },
  dataHealth: { to: '/data-health', label: 'Data Health', icon: 'health', key: 'q' },
  settings: { to: '/?settings=open#settings', label: 'Settings', icon: 'settings', key: 't' },
  liveAccount: { to: '/live', label: 'Live', icon: 'live', key: 'o' },
  account: { to: '/account', label: 'Account', icon: 'protection', key: 'a' },
  commands: { to: '/commands', label: 'Commands', icon: 'command', key: 'h' },
} as const satisfies Readonly<Record<string, Screen>>;
