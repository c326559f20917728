// Portfolio page: performance, open positions, attribution and closed positions.
import type { DeskDto } from '../../contracts/messages';
import { formatCount, formatDateTime } from '../../trading/domain/format';
import { useLiveDesk } from '../live/live-desk';
import { LoadError } from '../weather/section';
import { AllocationCard } from './allocation-card';
import { ClosedTable } from './closed-table';
import { DayCalendar } from './day-calendar';
import { ExportLink } from './export-link';
import { OpenSummary } from './open-summary';
import { PerformanceCard } from './performance-card';
import styles from './portfolio.module.css';
import { ProfitCard } from './profit-card';
import { ShadowAccounts } from './shadow-accounts';
import {
  PARTS_FAILED,
  PERFORMANCE_FAILED,
  type PortfolioParts,
  type PortfolioPageProps,
  formatPeriodStart,
} from '../../contracts/portfolio';

export function PortfolioView({
  desk: loaded,
  past,
  parts,
  closed,
  twins: shadows,
  timeZone,
}: PortfolioPageProps) {
  const desk = useLiveDesk(loaded);
  const since = formatPeriodStart(loaded.epoch);
  return (
    <>
      <PageHead desk={desk} timeZone={timeZone} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {past ? (
            <PerformanceCard {...past} total={desk.portfolio.totalValue} since={since} />
          ) : (
            <LoadError text={PERFORMANCE_FAILED} />
          )}
        </div>
        {parts ? <ProfitParts parts={parts} /> : <LoadError text={PARTS_FAILED} />}
      </div>
      {parts ? <DayCalendar calendar={parts.calendar} /> : null}
      <OpenSummary desk={desk} />
      {past ? <ShadowAccounts shadows={shadows} timeframe={past.performance.timeframe} /> : null}
      <ClosedTable rows={closed} since={since} />
    </>
  );
}

const ProfitParts = ({ parts }: { parts: PortfolioParts }) => (
  <div className={styles['column']}>
    <ProfitCard
      id="by-commodity"
      title="P&L by Commodity"
      first="Commodity"
      table={parts.byCommodity}
    />
    <ProfitCard
      id="by-strategy"
      title="P&L by Strategy"
      first="Strategy"
      table={parts.byStrategy}
    />
    <AllocationCard allocation={parts.allocation} />
  </div>
);

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
