// Trading mode and system health on every screen, as word, sign and color.
import type { HealthItem } from '../../contracts/messages';
import { Icon } from '../icon';
import styles from './mode-strip.module.css';

const MODES = {
  simulation: { word: 'SIMULATION', text: 'Simulated market, no real orders' },
  paper: { word: 'PAPER', text: 'Paper account, no order reaches an exchange' },
  live: { word: 'LIVE', text: 'Real money' },
} as const;
export type Mode = keyof typeof MODES;

/** What a simulation account trades on, by market; other markets are simulated. */
const SIMULATION_TEXTS: Readonly<Record<string, string>> = {
  public: 'Public data, no real orders',
  replay: 'Replayed history, no real orders',
};

const describeMode = (mode: Mode, market: string): string =>
  (mode === 'simulation' ? SIMULATION_TEXTS[market] : undefined) ?? MODES[mode].text;

/** Where the orders of a live account go. */
function describeDestination(mode: Mode, hasBroker: boolean, isDemo: boolean): string {
  if (isDemo) return ', DEMO';
  return mode === 'live' && hasBroker ? ', REAL' : '';
}

interface ModeStripProps {
  readonly mode: Mode;
  /** Market of the account. */
  readonly market: string;
  /** Whether the mode can send orders. */
  readonly hasBroker: boolean;
  /** True for a live account at a demo account of a broker. */
  readonly isDemo: boolean;
  readonly health: readonly HealthItem[];
}

export function ModeStrip({ mode, market, hasBroker, isDemo, health }: ModeStripProps) {
  return (
    <div className={styles['strip']} role="group" aria-label="Mode and status">
      <p className={styles['mode']}>
        <Icon name={mode} size={16} />
        <strong>{`${MODES[mode].word}${describeDestination(mode, hasBroker, isDemo)}`}</strong>
        <span className={styles['text']}>
          {`${isDemo ? 'No real money' : describeMode(mode, market)}${hasBroker ? '' : ', no broker connected'}`}
        </span>
      </p>
      <dl className={styles['health']}>
        {health.map(({ name, word, detail, tone }) => (
          <div
            key={name}
            title={detail}
            className={styles['item']}
            data-tone={tone}
            data-word={word}
          >
            <dt>{name}</dt>
            <dd className={styles[tone]}>{word}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
