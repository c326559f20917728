// Portfolio page: performance, open positions, attribution and closed positions.
import type { DeskDto } from '../../contracts/messages';
import { formatCount, formatDateTime } from '../../trading/domain/format';
import { useLiveDesk } from '../live/live-desk';
import { LoadError } from '../weather/section';
import { ClosedTable } from './closed-table';
import { ExportLink } from './export-link';
import { OpenSummary } from './open-summary';
import { PerformanceCard } from './performance-card';
import styles from './portfolio.module.css';
import { ShadowAccounts } from './shadow-accounts';
import {
  PERFORMANCE_FAILED,
  type PortfolioPageProps,
  formatPeriodStart,
} from '../../contracts/portfolio';

export function PortfolioView({
  desk: loaded,
  past,
  closed,
  twins: shadows,
  timeZone,
}: PortfolioPageProps) {
  const desk = useLiveDesk(loaded);
  const since = formatPeriodStart(loaded.epoch);
  return (
    <>
      <PageHead desk={desk} timeZone={timeZone} />
      {past ? (
        <PerformanceCard {...past} total={desk.portfolio.totalValue} since={since} />
      ) : (
        <LoadError text={PERFORMANCE_FAILED} />
      )}
      <OpenSummary desk={desk} />
      {past ? <ShadowAccounts shadows={shadows} timeframe={past.performance.timeframe} /> : null}
      <ClosedTable rows={closed} since={since} />
    </>
  );
}

function PageHead({ desk, timeZone }: { desk: DeskDto; timeZone: string }) {
  return (
    <div className={styles['head']}>
      <h1>Portfolio</h1>
      <p className="muted">
        Market {desk.market}, as of{' '}
        <time dateTime={desk.asOf}>{formatDateTime(Date.parse(desk.asOf), timeZone)}</time>,
        sequence {formatCount(desk.asOfSeq)}
      </p>
      <p>
        <ExportLink />
      </p>
    </div>
  );
}
