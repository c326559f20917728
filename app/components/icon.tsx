// The house's line icons, one path each on a grid of 24.
const PATHS = {
  dashboard: 'M3 17l5-6 4 3 6-9M3 21h18',
  weather: 'M7 18.5a4 4 0 0 1 .5-7.97A5.5 5.5 0 0 1 18 10a4.26 4.26 0 0 1-.6 8.5zM3 7.5h2M8.5 2.5v2M4.8 3.8l1.4 1.4',
  correlations: 'M4 4v16h16M8.5 16h.01M11 12h.01M14.5 13h.01M17.5 7.5h.01',
  portfolio: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  institutional: 'M4 10l8-5 8 5M4 20h16M6.5 10.5V17M10.2 10.5V17M13.8 10.5V17M17.5 10.5V17',
  settings: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5',
  radar: 'M12 12l6.4-6.4M12 3a9 9 0 1 0 9 9M12 7.5a4.5 4.5 0 1 0 4.5 4.5',
  notifications: 'M6 16v-5a6 6 0 0 1 12 0v5l1.6 2H4.4zM10 21h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  stop: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM9 9l6 6M15 9l-6 6',
  simulation: 'M3.5 5h17v11h-17zM9 20h6M12 16v4M7 12.5l2.5-3 2.5 2 4-4',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h4',
  live: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  command: 'M5 5l14 7-6 1.5L11 20z',
  refusal: 'M12 3a9 9 0 1 0 .01 0M6 6l12 12',
  fill: 'M4 9h13l-4-4M20 15H7l4 4',
  protection: 'M12 3l7.5 3v6c0 4.4-3 7.4-7.5 9-4.5-1.6-7.5-4.6-7.5-9V6z',
  desk: 'M4 6h16v10H4zM8 20h8M12 16v4',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
