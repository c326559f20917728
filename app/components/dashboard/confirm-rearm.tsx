// Confirmation of re-arming the drawdown breaker: the loss and the new limit.
import type { DeskDto } from '../../contracts/messages';

import { formatDollars } from '../../trading/domain/format';
import type { Failure } from './action-answer';
import { ConfirmPage } from './confirm-page';
import styles from './dashboard.module.css';
import type { RearmDto } from '../../contracts/api/book';

export function ConfirmRearm({
  desk,
  terms,
  failure,
}: {
  desk: DeskDto;
  terms: RearmDto;
  failure: Failure | null;
}) {
  return (
    <ConfirmPage
      title={`Re-arm the drawdown breaker in ${desk.mode.toUpperCase()}`}
      failure={failure}
      intent="rearm-all"
      buttonLabel="RE-ARM AND RUN ALL"
      fields={{ trip: terms.trippedAt }}
      blocked={desk.runAllBlock}
    >
      <p>
        The drawdown breaker stopped and closed this account. RUN ALL starts all commodities again.
      </p>
      <dl className={styles['figures']}>
        <Figure name="Peak before the halt" value={formatDollars(terms.peak)} />
        <Figure name="Equity at the halt" value={formatDollars(terms.equity)} />
        <Figure name="Loss" value={formatDollars(terms.lost)} />
        <Figure name="Peak after re-arming" value={formatDollars(terms.newPeak)} />
        <Figure name="Drawdown limit from there" value={formatDollars(terms.allowed)} />
      </dl>
      {terms.isReduced && !terms.isUsedUp ? (
        <p>Half the normal limit until the next trading day. A second halt lasts until then.</p>
      ) : null}
    </ConfirmPage>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
