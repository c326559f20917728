// Track record of a strategy on its card: median, the simulations as dots, edge and cost, worst year.
import type { PlaybookDto, RecordDto } from '../../contracts/strategies';
import { formatSignedPercent } from '../../trading/domain/format';
import { ReturnDots } from '../charts/return-dots';
import { Signed } from '../figures';
import styles from './strategies-panel.module.css';

export function StrategyRecord({ record, measured }: Pick<PlaybookDto, 'record' | 'measured'>) {
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
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>Median a year, after costs</dt>
          <dd>
            <Signed>{formatSignedPercent(record.medianPercent)}</Signed>{' '}
            <Signed>{record.medianDollars}</Signed>
          </dd>
        </div>
        <div>
          <dt>Edge / cost per trade</dt>
          <dd>{record.edgeAndCost}</dd>
        </div>
        <div>
          <dt>Turnover a year</dt>
          <dd>{record.turnover}</dd>
        </div>
        <div>
          <dt>Worst year</dt>
          <dd>
            <Signed>{formatSignedPercent(record.worstYearPercent)}</Signed>
          </dd>
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
