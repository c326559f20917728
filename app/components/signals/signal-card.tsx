// One signal: its word, where it aims, and why; on the ledger also when it was made, when it ends,
// and what the evaluation found.

import { Moment, Sentence } from '../figures';
import { SIGNAL_TONES, aimText } from './signal-texts';
import styles from './signals.module.css';
import type { SignalDto } from '../../contracts/api/signals';

/** `timeZone` tells the moments too; null leaves them out. */
export const SignalCard = ({
  signal,
  timeZone,
}: {
  readonly signal: SignalDto;
  readonly timeZone: string | null;
}) => (
  <li className={styles['card']}>
    <p className={styles['title']}>
      <strong className={SIGNAL_TONES[signal.signal]}>{signal.signal}</strong>{' '}
      <span>{signal.symbol}</span> <code className="muted">{signal.contract}</code>{' '}
      <span className="muted">{signal.network}</span>
    </p>
    <p className="tabular">
      <Sentence>{aimText(signal)}</Sentence>
    </p>
    <p className={styles['why']}>
      <Sentence>{signal.reasoning}</Sentence>
    </p>
    {timeZone === null ? null : (
      <p className={styles['why']}>
        Issued <Moment iso={signal.asOf} timeZone={timeZone} />, expires{' '}
        <Moment iso={signal.expiresAt} timeZone={timeZone} />. Evaluation: {signal.verdict}.
      </p>
    )}
  </li>
);
