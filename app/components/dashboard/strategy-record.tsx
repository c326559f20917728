// Track record of a strategy: its result on the card; the rest of the record in the details.
import type { PlaybookDto, RecordDto } from '../../contracts/strategies';
import { formatSignedPercent } from '../../trading/domain/format';
import { ReturnDots } from '../charts/return-dots';
import { Signed } from '../figures';
import styles from './strategies-panel.module.css';

/** Measured result, beside the claim. */
export function StrategyResult({ record, measured }: Pick<PlaybookDto, 'record' | 'measured'>) {
  if (record === null || record.trades === 0)
    return (
      <dl className={styles['facts']}>
        <div className={styles['measured']}>
          <dt>Measured</dt>
          <dd>{measured}</dd>
        </div>
      </dl>
    );
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>Median a year, after costs</dt>
        <dd>
          <Signed>{formatSignedPercent(record.medianPercent)}</Signed>{' '}
          <Signed>{record.medianDollars}</Signed>
        </dd>
      </div>
      <div>
        <dt>Worst year</dt>
        <dd>
          <Signed>{formatSignedPercent(record.worstYearPercent)}</Signed>
        </dd>
      </div>
    </dl>
  );
}

/** Edge, turnover and the simulations as dots, for the details of a card. */
export function StrategyRecord({ record }: { readonly record: RecordDto }) {
  if (record.trades === 0) return null;
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>Edge / cost per trade</dt>
          <dd>{record.edgeAndCost}</dd>
        </div>
        <div>
          <dt>Turnover a year</dt>
          <dd>{record.turnover}</dd>
        </div>
      </dl>
      <div className={styles['dots']}>
        <ReturnDots values={record.accountPercents} text={record.returnsText} />
        <span>{record.rangeText}</span>
      </div>
    </>
  );
}

/** Statistics of the record, for the details of a card. */
export const RecordDetails = ({ record }: { record: RecordDto }) => (
  <div>
    <dt>RECORD</dt>
    <dd>{record.details}</dd>
  </div>
);
