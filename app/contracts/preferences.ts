// Display preferences and their choices; the source for cookies, forms and commands.
interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Preference {
  readonly label: string;
  /** The first choice is the default. */
  readonly choices: readonly [Choice, ...Choice[]];
}

const buildZoneOption = <const V extends string>(value: V) => ({
  value,
  label: value.replaceAll('_', ' '),
});

export const PREFERENCES = {
  theme: {
    label: 'Color theme',
    choices: [
      { value: 'dark', label: 'Dark' },
      { value: 'light', label: 'Light' },
      { value: 'system', label: 'System' },
    ],
  },
  density: {
    label: 'Density',
    choices: [
      { value: 'standard', label: 'Standard' },
      { value: 'compact', label: 'Compact' },
      { value: 'comfortable', label: 'Comfortable' },
    ],
  },
  colors: {
    label: 'Up and down colors',
    choices: [
      { value: 'teal-red', label: 'Teal up, red down' },
      { value: 'blue-orange', label: 'Blue up, orange down' },
      { value: 'red-teal', label: 'Red up, teal down' },
    ],
  },
  motion: {
    label: 'Motion',
    choices: [
      { value: 'system', label: 'Same as system' },
      { value: 'reduced', label: 'Reduced' },
      { value: 'full', label: 'Full' },
    ],
  },
  live: {
    label: 'Live updates',
    choices: [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ],
  },
  refresh: {
    label: 'Refresh without script',
    choices: [
      { value: 'off', label: 'Off' },
      { value: '30', label: '30 s' },
      { value: '60', label: '60 s' },
      { value: '120', label: '120 s' },
    ],
  },
  shortcuts: {
    label: 'Keyboard shortcuts',
    choices: [
      { value: 'modified', label: 'With Ctrl or Alt' },
      { value: 'all', label: 'Single keys too' },
      { value: 'off', label: 'Off' },
    ],
  },
  scale: {
    label: 'Map colors',
    choices: [
      { value: 'standard', label: 'Standard' },
      { value: 'safe', label: 'Color-safe' },
    ],
  },
  guide: {
    label: 'First steps',
    choices: [
      { value: 'show', label: 'Show' },
      { value: 'hide', label: 'Hide' },
    ],
  },
  zone: {
    label: 'Time zone',
    choices: [
      { value: 'market', label: 'The market\u2019s' },
      buildZoneOption('UTC'),
      buildZoneOption('America/New_York'),
      buildZoneOption('America/Chicago'),
      buildZoneOption('America/Denver'),
      buildZoneOption('America/Los_Angeles'),
      buildZoneOption('America/Anchorage'),
      buildZoneOption('Pacific/Honolulu'),
      buildZoneOption('America/Toronto'),
      buildZoneOption('America/Mexico_City'),
      buildZoneOption('America/Bogota'),
      buildZoneOption('America/Sao_Paulo'),
      buildZoneOption('America/Argentina/Buenos_Aires'),
      buildZoneOption('Europe/London'),
      buildZoneOption('Europe/Dublin'),
      buildZoneOption('Europe/Lisbon'),
      buildZoneOption('Europe/Paris'),
      buildZoneOption('Europe/Berlin'),
      buildZoneOption('Europe/Zurich'),
      buildZoneOption('Europe/Madrid'),
      buildZoneOption('Europe/Rome'),
      buildZoneOption('Europe/Warsaw'),
      buildZoneOption('Europe/Athens'),
      buildZoneOption('Europe/Istanbul'),
      buildZoneOption('Africa/Lagos'),
      buildZoneOption('Africa/Johannesburg'),
      buildZoneOption('Africa/Nairobi'),
      buildZoneOption('Asia/Dubai'),
      buildZoneOption('Asia/Karachi'),
      buildZoneOption('Asia/Kolkata'),
      buildZoneOption('Asia/Kathmandu'),
      buildZoneOption('Asia/Bangkok'),
      buildZoneOption('Asia/Singapore'),
      buildZoneOption('Asia/Hong_Kong'),
      buildZoneOption('Asia/Shanghai'),
      buildZoneOption('Asia/Tokyo'),
      buildZoneOption('Asia/Seoul'),
      buildZoneOption('Australia/Perth'),
      buildZoneOption('Australia/Sydney'),
      buildZoneOption('Pacific/Auckland'),
    ],
  },
} as const satisfies Readonly<Record<string, Preference>>;

export type PreferenceName = keyof typeof PREFERENCES;
export type Preferences = {
  readonly [N in PreferenceName]: (typeof PREFERENCES)[N]['choices'][number]['value'];
};
export const PREFERENCE_NAMES = Object.keys(PREFERENCES) as readonly PreferenceName[];

/** Returns a preference with its choices widened to a general type. */
export const getPreference = (name: PreferenceName): Preference => PREFERENCES[name];

/** Returns undefined for an unknown choice. */
export function parseChoice<N extends PreferenceName>(
  name: N,
  text: string | null,
): Preferences[N] | undefined {
  return getPreference(name).choices.find(({ value }) => value === text)?.value as
    | Preferences[N]
    | undefined;
}

export const getDefaultPreference = <N extends PreferenceName>(name: N): Preferences[N] =>
  getPreference(name).choices[0].value as Preferences[N];
