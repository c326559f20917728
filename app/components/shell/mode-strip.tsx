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

interface ModeStripProps {
  readonly mode: Mode;
  /** Whether the mode can send orders. */
  readonly hasBroker: boolean;
  readonly health: readonly HealthItem[];
}

export function ModeStrip({ mode, hasBroker, health }: ModeStripProps) {
  return (
    <div className={styles['strip']} role="group" aria-label="Mode and status">
      <p className={styles['mode']}>
        <Icon name={mode} size={16} />
        <strong>{MODES[mode].word}</strong>
        <span className={styles['text']}>
          {`${MODES[mode].text}${hasBroker ? '' : ', no broker connected'}`}
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
