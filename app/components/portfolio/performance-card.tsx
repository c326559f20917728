// Portfolio performance card: total value, chart, statistics.
import { Link, useLocation, useNavigation } from '@remix-run/react';
import { TIMEFRAMES, type Timeframe } from '../../contracts/timeframe';
import { formatDollars } from '../../trading/domain/format';
import { ChartFigure } from '../charts/chart-figure';
import type { ChartShape } from '../../contracts/chart-shape';
import { DrawdownPanel } from './drawdown-panel';
import { PerformanceStatistics } from './performance-statistics';
import styles from './portfolio.module.css';
import type { DrawdownShape, MaxDrawdown, Performance } from '../../contracts/portfolio';
import { toAppPath } from '../../contracts/base-path';

interface PerformanceCardProps {
  readonly performance: Performance;
  readonly chart: ChartShape;
  readonly drawdown: DrawdownShape;
  readonly maxDrawdown: MaxDrawdown;
  /** Latest total in dollars; may be newer than the other figures. */
  readonly total: number;
  /** Start of the account period, as text. */
  readonly since: string;
}

const LABELS: Readonly<Record<Timeframe, readonly [string, string]>> = {
  '1h': ['1H', 'one hour'],
  '1d': ['1D', 'one day'],
  '1w': ['1W', 'one week'],
  '1mo': ['1M', 'one month'],
  all: ['All', 'all time'],
};

export function PerformanceCard({
  performance,
  chart,
  drawdown,
  maxDrawdown,
  total,
  since,
}: PerformanceCardProps) {
  const isLoading = useTimeframeChange();
  return (
    <section
      className={styles['card']}
      aria-labelledby="performance"
      data-testid="portfolio-performance-chart"
    >
      <div className={styles['top']}>
        <h2 id="performance">Portfolio Performance</h2>
        <p className={styles['total']}>
          <span className="visually-hidden">Current total value: </span>
          {formatDollars(total)}
        </p>
        <TimeframeLinks current={performance.timeframe} />
      </div>
      <PerformanceStatistics
        performance={performance}
        maxDrawdown={maxDrawdown}
        total={total}
        since={since}
        timeZone={chart.timeZone}
      />
      {isLoading ? (
        <p role="status" className={styles['loading']}>
          Loading performance data...
        </p>
      ) : (
        <ChartFigure
          id="portfolio-value"
          label="Portfolio Value"
          chart={chart}
          beneath={<DrawdownPanel chart={drawdown} />}
        />
      )}
    </section>
  );
}

function TimeframeLinks({ current }: { current: Timeframe }) {
  return (
    <nav aria-label="Timeframe" className={styles['timeframes']}>
      {TIMEFRAMES.map((timeframe) => {
        const [short, long] = LABELS[timeframe];
        return (
          <Link
            key={timeframe}
            to={`?timeframe=${timeframe}`}
            preventScrollReset
            aria-current={timeframe === current ? 'true' : undefined}
          >
            {short}
            <span className="visually-hidden">, {long}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** True while another timeframe of this page is being fetched. */
function useTimeframeChange(): boolean {
  const { location: next } = useNavigation();
  const { pathname, search } = useLocation();
  const getTimeframe = (query: string): string | null =>
    new URLSearchParams(query).get('timeframe');
  return (
    next !== undefined &&
    toAppPath(next.pathname) === pathname &&
    getTimeframe(next.search) !== getTimeframe(search)
  );
}
