// The question before a book begins again.
import type { DeskWire } from '../../messages';
import { count, money } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { Failure } from './answer';
import { ConfirmPage } from './confirm-page';

export function ConfirmReset({ desk, failure }: { desk: DeskWire; failure: Failure | null }) {
  const { totalPositions, totalValue } = desk.portfolio;
  return (
    <ConfirmPage title="Reset Balance to $25K" failure={failure} intent="reset" deed={`Reset Balance in ${desk.mode.toUpperCase()}`}>
      <p>
        All trading of this book stops, its active positions ({count(totalPositions)}) are closed at market, and it begins again with $25,000.00. It is worth {money(fromDollars(totalValue))} now.
      </p>
      <p>Nothing is deleted: what was traded so far stays in the log as an epoch of its own. This action cannot be undone.</p>
    </ConfirmPage>
  );
}
