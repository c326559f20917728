// What a confirmation page lists before it closes positions: each of them in one line, and their
// P&L together.
import type { DeskDto } from '../../contracts/messages';
import { signedMoney } from '../../trading/domain/format';
import { Sentence, Signed } from '../figures';
import styles from './dashboard.module.css';
import { positionTexts, profitSum } from './texts';

export function OpenPositionsList({ rows }: { rows: DeskDto['positions'] }) {
  return (
    <>
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Sentence>{positionTexts(row).line}</Sentence>
          </li>
        ))}
      </ul>
      <p>
        Together <Signed>{signedMoney(profitSum(rows))}</Signed> at the last prices, before the fees
        of closing.
      </p>
    </>
  );
}
