// Open positions and their total P&L, for confirmation pages.
import type { DeskDto } from '../../contracts/messages';
import { formatSignedMoney } from '../../trading/domain/format';
import { Sentence, Signed } from '../figures';
import styles from './dashboard.module.css';
import { formatPositionRow, sumProfit } from './dashboard-texts';

export function OpenPositionsList({ rows }: { rows: DeskDto['positions'] }) {
  return (
    <>
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Sentence>{formatPositionRow(row).summary}</Sentence>
          </li>
        ))}
      </ul>
      <p>
        Total <Signed>{formatSignedMoney(sumProfit(rows))}</Signed> at the last prices, before
        closing fees.
      </p>
    </>
  );
}
