// Confirmation of an account reset.
import type { DeskDto } from '../../contracts/messages';
import { formatDollars } from '../../trading/domain/format';
import type { Failure } from './action-answer';
import { ConfirmPage } from './confirm-page';
import styles from './dashboard.module.css';
import { OpenPositionsList } from './open-positions-list';
import { isActivePosition } from './dashboard-texts';

export function ConfirmReset({
  desk,
  isPending,
  failure,
}: {
  desk: DeskDto;
  isPending: boolean;
  failure: Failure | null;
}) {
  const open = desk.positions.filter(isActivePosition);
  return (
    <ConfirmPage
      title="Reset Balance to $25K"
      failure={failure}
      intent="reset"
      buttonLabel={`Reset Balance in ${desk.mode.toUpperCase()}`}
    >
      {isPending ? (
        <p className={styles['warn']}>
          A reset is pending. It completes when the positions below have closed.
        </p>
      ) : null}
      <p>
        All trading of the {desk.mode} account stops, and it restarts with $25,000.00. Equity now:{' '}
        {formatDollars(desk.portfolio.totalValue)}.
      </p>
      {open.length === 0 ? (
        <p>No positions are open.</p>
      ) : (
        <>
          <p>Closed at market:</p>
          <OpenPositionsList rows={open} />
          <p>The reset stays pending while a position cannot close.</p>
        </>
      )}
      <p>
        Nothing is deleted: earlier trades stay in the log as a closed account period. This action
        cannot be undone.
      </p>
    </ConfirmPage>
  );
}
