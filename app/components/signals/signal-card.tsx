// Card of one signal: action, target and reasons.

import { Sentence } from '../figures';
import { SIGNAL_TONES, formatSignalTarget } from './signal-texts';
import styles from './signals.module.css';
import type { SignalDto } from '../../contracts/api/signals';

export const SignalCard = ({ signal }: { readonly signal: SignalDto }) => (
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
  </li>
);
