// The question before an account begins again.
import type { DeskDto } from '../../contracts/messages';
import { formatDollars } from '../../trading/domain/format';
import type { Failure } from './answer';
import { ConfirmPage } from './confirm-page';
import styles from './dashboard.module.css';
import { OpenPositionsList } from './open-positions-list';
import { isActivePosition } from './texts';

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
      deed={`Reset Balance in ${desk.mode.toUpperCase()}`}
    >
      {isPending ? (
        <p className={styles['warn']}>
          A reset is pending. It completes when the positions below have closed.
        </p>
      ) : null}
      <p>
        All trading of the {desk.mode} account stops, and it restarts with $25,000.00. Present
        equity: {formatDollars(desk.portfolio.totalValue)} now.
      </p>
      {open.length === 0 ? (
        <p>No positions are open.</p>
      ) : (
        <>
          <p>Closed at market:</p>
          <OpenPositionsList rows={open} />
          <p>The reset is pending: a position cannot close now.</p>
        </>
      )}
      <p>
        Nothing is deleted: earlier trades stay in the log as a closed account period. This action
        cannot be undone.
      </p>
    </ConfirmPage>
  );
}
