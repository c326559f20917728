// Line icons, one path each on a 24 x 24 grid.
const PATHS = {
  dashboard: 'M3 17l5-6 4 3 6-9M3 21h18',
  weather:
    'M7 18.5a4 4 0 0 1 .5-7.97A5.5 5.5 0 0 1 18 10a4.26 4.26 0 0 1-.6 8.5zM3 7.5h2M8.5 2.5v2M4.8 3.8l1.4 1.4',
  correlations: 'M4 4v16h16M8.5 16h.01M11 12h.01M14.5 13h.01M17.5 7.5h.01',
  portfolio: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  institutional: 'M4 10l8-5 8 5M4 20h16M6.5 10.5V17M10.2 10.5V17M13.8 10.5V17M17.5 10.5V17',
  backtest: 'M4 12a8 8 0 1 0 2.4-5.7M4 4v4h4M9 14.5l2.5-3 2 2 3-4',
  signals:
    'M12 12h.01M8.500 15.500a5 5 0 0 1 0-7M15.500 8.500a5 5 0 0 1 0 7M5.600 18.400a9 9 0 0 1 0-12.800M18.400 5.600a9 9 0 0 1 0 12.800',
  card: 'M5 3h14v18H5zM8.5 15l2.5-4 2.5 2 3-5M8.5 18h7',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  settings: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5',
  curve: 'M4 4v16h16M7.500 8.500C11 9 12.500 15 19.500 15.500',
  radar: 'M12 12l6.4-6.4M12 3a9 9 0 1 0 9 9M12 7.5a4.5 4.5 0 1 0 4.5 4.5',
  notifications: 'M6 16v-5a6 6 0 0 1 12 0v5l1.6 2H4.4zM10 21h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  stop: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM9 9l6 6M15 9l-6 6',
  simulation: 'M3.5 5h17v11h-17zM9 20h6M12 16v4M7 12.5l2.5-3 2.5 2 4-4',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h4',
  live: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  command: 'M5 5l14 7-6 1.5L11 20z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  refusal: 'M12 3a9 9 0 1 0 .01 0M6 6l12 12',
  fill: 'M4 9h13l-4-4M20 15H7l4 4',
  protection: 'M12 3l7.5 3v6c0 4.4-3 7.4-7.5 9-4.5-1.6-7.5-4.6-7.5-9V6z',
  desk: 'M4 6h16v10H4zM8 20h8M12 16v4',
  sun: 'M12 8a4 4 0 1 0 .01 0M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M5 19l1.7-1.7M17.3 6.7L19 5',
  snowflake: 'M12 3v18M4.2 7.5l15.6 9M4.2 16.5l15.6-9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5',
  wind: 'M3 9h10a2.8 2.8 0 1 0-2.6-3.8M3 13h15a2.8 2.8 0 1 1-2.6 3.8M3 17h7',
  bolt: 'M13 2.5L5 13.5h6l-1 8 8-11h-6z',
  drop: 'M12 3c3.5 4.3 6 7.4 6 10.6a6 6 0 0 1-12 0C6 10.4 8.5 7.3 12 3z',
  leaf: 'M5 19C4 10 9 4.5 20 4c.5 11-5 16-14 15zM5 19c3-5 6-8 10-10',
  storm:
    'M12 10a2 2 0 1 0 .01 0M12 6a6 6 0 0 1 6 6M12 18a6 6 0 0 1-6-6M12 6c-3 0-5.5-1-7-3.500M12 18c3 0 5.5 1 7 3.5',
  ship: 'M4 14h16l-2.5 5h-11zM12 14V4M12 5l5 5.500h-5',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.5 3.500V8M15.5 3.500V8',
  scales: 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  swap: 'M4 8h15l-3.5-3.500M20 16H5l3.5 3.5',
  chart: 'M4 4v16h16M8 15l3.5-4 3 2.500L19 8',
  anchor: 'M12 8v13M9 11h6M12 3a2.5 2.5 0 1 0 .01 0M4.5 14c.5 4 3.5 6.5 7.5 7 4-.5 7-3 7.5-7',
  flame:
    'M12 3c1 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-4.5.5 1.5 1.2 2 2 2.500C10.5 9 10.5 6 12 3z',
  factory: 'M3 20V10l6 3.500V10l6 3.500V4h5v16z',
  coin: 'M12 3a9 9 0 1 0 .01 0M12 7v10M14.8 9.200c-.8-1-5-1.4-5 .7 0 2.3 5 1.5 5 3.9 0 2.2-4.5 1.9-5.4.6',
  users:
    'M9 4.5a3.5 3.5 0 1 0 .01 0M2.5 20c0-3.500 2.500-5.500 6.500-5.500s6.500 2 6.500 5.500M16 5a3.200 3.200 0 0 1 0 6.200M18 14.800c2.300.700 3.500 2.600 3.500 5.200',
  globe: 'M12 3a9 9 0 1 0 .01 0M3 12h18M12 3c-5.5 6-5.5 12 0 18 5.5-6 5.5-12 0-18z',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
