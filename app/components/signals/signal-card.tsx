// Card of one signal: action, target, reasons; optionally issue, expiry and skill assessment.

import { Timestamp, Sentence } from '../figures';
import { SIGNAL_TONES, formatSignalTarget } from './signal-texts';
import styles from './signals.module.css';
import type { SignalDto } from '../../contracts/api/signals';

/** With a `timeZone` the card also shows issue, expiry and assessment; null omits them. */
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
      <span className="muted">
        {signal.model}
        {signal.grade === null ? '' : `, skill grade ${signal.grade}`}
      </span>
    </p>
    <p className="tabular">
      <Sentence>{formatSignalTarget(signal)}</Sentence>
    </p>
    <p className={styles['why']}>
      <Sentence>{signal.reasoning}</Sentence>
    </p>
    {timeZone === null ? null : (
      <p className={styles['why']}>
        Issued <Timestamp iso={signal.asOf} timeZone={timeZone} />, expires{' '}
        <Timestamp iso={signal.expiresAt} timeZone={timeZone} />. Evaluation: {signal.verdict}.
      </p>
    )}
  </li>
);
