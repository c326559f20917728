// Confirmation of CLOSE ALL; lists the open positions.
import type { DeskDto } from '../../contracts/messages';
import type { Failure } from './action-answer';
import { ConfirmPage } from './confirm-page';
import { OpenPositionsList } from './open-positions-list';
import { isActivePosition } from './dashboard-texts';

export function ConfirmCloseAll({ desk, failure }: { desk: DeskDto; failure: Failure | null }) {
  const open = desk.positions.filter(isActivePosition);
  return (
    <ConfirmPage
      title="CLOSE ALL positions"
      failure={failure}
      intent="close-all"
      buttonLabel={`CLOSE ALL in ${desk.mode.toUpperCase()}`}
      blocked={open.length === 0 ? 'No active positions to close' : null}
    >
      <p>
        Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be
        undone.
      </p>
      {open.length === 0 ? null : <OpenPositionsList rows={open} />}
    </ConfirmPage>
  );
}
