// Statistics below the chart: changes, win rate and trades.
import type { ReactNode } from 'react';
import { computeMoneyChange } from '../../trading/domain/change';
import {
  formatCount,
  formatDate,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
} from '../../trading/domain/format';
import { fromDollars, subtractMills } from '../../trading/domain/units';
import { Sentence, Signed } from '../figures';
import styles from './portfolio.module.css';
import type { MaxDrawdown, Performance } from '../../contracts/portfolio';

const CHANGES = [
  { key: 'day', name: 'Today' },
  { key: 'week', name: 'This Week' },
  { key: 'all', name: 'All Time' },
] as const;

interface PerformanceStatisticsProps {
  readonly performance: Performance;
  readonly maxDrawdown: MaxDrawdown;
  readonly total: number;
  readonly since: string;
  readonly timeZone: string;
}

export function PerformanceStatistics({
  performance,
  maxDrawdown,
  total,
  since,
  timeZone,
}: PerformanceStatisticsProps) {
  const { winRate, completedTrades, totalTrades } = performance.stats;
  return (
    <dl className={styles['statistics']}>
      {CHANGES.map(({ key, name }) => (
        <ChangeStatistic
          key={key}
          name={name}
          performance={performance}
          change={key}
          total={total}
        />
      ))}
      <Statistic name="Win Rate" note={`${formatCount(completedTrades)} completed`}>
        {formatPercent(winRate === null ? null : winRate * 100, 1)}
      </Statistic>
      <Statistic name="Total Trades" note={since}>
        {formatCount(totalTrades)}
      </Statistic>
      <Statistic name="Max Drawdown" note={formatLow(maxDrawdown, timeZone)}>
        <Signed>{formatSignedPercent(maxDrawdown.percent)}</Signed>
      </Statistic>
    </dl>
  );
}

/** Amount and time of the low. */
const formatLow = ({ value, at }: MaxDrawdown, timeZone: string): string =>
  at === null
    ? 'no decline from the peak'
    : `${formatSignedMoney(fromDollars(value))} on ${formatDate(Date.parse(at), timeZone)}`;

function Statistic({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles['figure']}>{children}</dd>
      <dd className="muted">
        <Sentence>{note}</Sentence>
      </dd>
    </div>
  );
}

const ARROWS = { up: '\u25b2 ', down: '\u25bc ', flat: '' } as const;

/** Change of the latest total against the loaded base value. */
function ChangeStatistic({
  name,
  performance,
  change,
  total,
}: {
  name: string;
  performance: Performance;
  change: 'day' | 'week' | 'all';
  total: number;
}) {
  const base = subtractMills(
    fromDollars(performance.current.totalValue),
    fromDollars(performance.changes[change].value),
  );
  const { mills, percent: changePercent } = computeMoneyChange(base, fromDollars(total));
  const tone = mills > 0 ? 'up' : mills < 0 ? 'down' : 'flat';
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`${styles['figure']} ${tone}`}>
        <span aria-hidden="true">{ARROWS[tone]}</span>
        {formatSignedPercent(changePercent)}
      </dd>
      <dd className={`${styles['dollars']} ${tone}`}>{formatSignedMoney(mills)}</dd>
    </div>
  );
}
