// The question before everything is closed: what it is, one line each.
import type { DeskWire } from '../../messages';
import { signedMoney } from '../../trading/domain/format';
import { Sentence, Signed } from '../figures';
import type { Failure } from './answer';
import { ConfirmPage } from './confirm-page';
import styles from './dashboard.module.css';
import { isActivePosition, positionTexts, profitSum } from './texts';

export function ConfirmCloseAll({ desk, failure }: { desk: DeskWire; failure: Failure | null }) {
  const open = desk.positions.filter(isActivePosition);
  const total = profitSum(open);
  return (
    <ConfirmPage title="CLOSE ALL positions" failure={failure} intent="close-all" deed={`CLOSE ALL in ${desk.mode.toUpperCase()}`} blocked={open.length === 0 ? 'No active positions to close' : null}>
      <p>Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.</p>
      {open.length === 0 ? null : (
        <>
          <ul className={styles['list']}>
            {open.map((row) => (
              <li key={row.id}>
                <Sentence>{positionTexts(row).line}</Sentence>
              </li>
            ))}
          </ul>
          <p>
            Together <Signed>{signedMoney(total)}</Signed> at the last prices, before the fees of closing.
          </p>
        </>
      )}
    </ConfirmPage>
  );
}
