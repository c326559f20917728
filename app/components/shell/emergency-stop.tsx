// Emergency stop button: a plain form that works without script.
import { FormToken } from '../form-token';
import { Icon } from '../icon';
import { buildHref } from '../../contracts/base-path';
import styles from './emergency-stop.module.css';

const STOP_EFFECT =
  'Stops all your accounts in every mode: no new entries, working entry orders are cancelled. Stops and targets stay.';

export function EmergencyStop({ from }: { from: string }) {
  return (
    <form method="post" action={buildHref('/emergency-stop')} className={styles['form']}>
      <FormToken name="emergency-stop" />
      <input type="hidden" name="from" value={from} />
      <button type="submit" title={STOP_EFFECT} className={styles['button']}>
        <Icon name="stop" size={16} />
        EMERGENCY STOP
      </button>
    </form>
  );
}
