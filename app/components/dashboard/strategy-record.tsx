// Track record of a strategy on its card: median, the simulations as dots, edge and cost, worst year.
import type { PlaybookDto, RecordDto } from '../../contracts/strategies';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { ReturnDots } from '../charts/return-dots';
import { Signed } from '../figures';
import styles from './strategies-panel.module.css';

const formatBp = (text: string): string => (text === MISSING ? MISSING : `${text} bp`);

const getRange = ({ accountPercents }: RecordDto): string =>
  `${formatSignedPercent(Math.min(...accountPercents))} to ${formatSignedPercent(Math.max(...accountPercents))}`;

const formatSimulations = ({ simulations, years }: RecordDto): string =>
  `${simulations} simulations of ${formatCount(years)} years`;

const formatDots = (record: RecordDto): string =>
  `Account returns a year in ${formatSimulations(record)}: ${record.accountPercents
    .map((percent) => formatSignedPercent(percent))
    .join(', ')}`;

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
  const { medianPercent, medianDollars, edgeBp, costBp, turnover, worstYearPercent } = record;
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>Median a year, after costs</dt>
          <dd>
            <Signed>{formatSignedPercent(medianPercent)}</Signed> <Signed>{medianDollars}</Signed>
          </dd>
        </div>
        <div>
          <dt>Edge / cost per trade</dt>
          <dd>
            {formatBp(formatSignedNumber(edgeBp, 1))} / {formatBp(formatNumber(costBp, 1))}
          </dd>
        </div>
        <div>
          <dt>Turnover a year</dt>
          <dd>{formatNumber(turnover, 1)} times equity</dd>
        </div>
        <div>
          <dt>Worst year</dt>
          <dd>
            <Signed>{formatSignedPercent(worstYearPercent)}</Signed>
          </dd>
        </div>
      </dl>
      <div className={styles['dots']}>
        <ReturnDots values={record.accountPercents} text={formatDots(record)} />
        <span>
          {formatSimulations(record)}: {getRange(record)}; the upright mark is zero
        </span>
      </div>
    </>
  );
}

/** Statistics of the record, for the details of a card. */
export const RecordDetails = ({ record }: { record: RecordDto }) => (
  <div>
    <dt>RECORD</dt>
    <dd>
      Grade {record.grade}: {record.gradeMeaning}. {formatCount(record.trades)} trades (
      {formatNumber(record.tradesPerYear, 1)} a year). Sharpe ratio {formatNumber(record.sharpe, 2)}
      ; deflated Sharpe {formatNumber(record.deflatedSharpe, 2)}, the probability of exceeding the
      hurdle of {formatNumber(record.hurdleSharpe, 2)} (luck in {formatCount(record.trials)}{' '}
      {record.trials === 1 ? 'configuration' : 'configurations'} of its family). Max drawdown{' '}
      {formatPercent(record.drawdownPercent)}. Returns are net profit over the $25,000 account,
      simple.
    </dd>
  </div>
);
