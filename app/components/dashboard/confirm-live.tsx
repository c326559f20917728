// Confirmation of the switch to live mode.
import type { Failure } from './action-answer';
import { ConfirmPage } from './confirm-page';
import styles from './dashboard.module.css';

export function ConfirmLive({ failure }: { failure: Failure | null }) {
  return (
    <ConfirmPage
      title="Switch to Live Trading Mode"
      failure={failure}
      intent="live"
      buttonLabel="Yes, Switch to Live Trading"
    >
      <p>Live trading will:</p>
      <ul className={styles['points']}>
        <li>use real money</li>
        <li>execute trades on real markets</li>
        <li>result in actual financial gains or losses</li>
      </ul>
      <p>Are you absolutely sure you want to proceed?</p>
    </ConfirmPage>
  );
}
