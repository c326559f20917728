// Which money is at stake, and how the desk stands: in words, a sign and a colour, on every screen.
import type { HealthItem } from '../../messages';
import styles from './mode-strip.module.css';

const MODES = {
  simulation: { word: 'SIMULATION', text: 'Simulated market: no order leaves this machine' },
  paper: { word: 'PAPER', text: 'Paper trading: no order reaches an exchange' },
  live: { word: 'LIVE', text: 'Real money' },
} as const;

const SIGNS = { good: '\u25cf', warn: '\u25b2', bad: '\u25a0', quiet: '\u25cb' } as const;

export function ModeStrip({ mode, health }: { mode: keyof typeof MODES; health: readonly HealthItem[] }) {
  return (
    <div className={styles['strip']} role="group" aria-label="Mode and status">
      <p className={`${styles['mode']} ${styles[mode]}`}>
        <strong>{MODES[mode].word}</strong>
        <span>{MODES[mode].text}</span>
      </p>
      <dl className={styles['health']}>
        {health.map(({ name, word, detail, tone }) => (
          <div key={name} title={detail} className={styles['item']}>
            <dt>{name}</dt>
            <dd className={styles[tone]}>
              <span aria-hidden="true">{SIGNS[tone]}</span> {word}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
