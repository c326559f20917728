// The portfolio: what the book is worth and how it came there, what is open, what is over.
import type { DeskDto } from '../../contracts/messages';
import { formatCount, dateTime } from '../../trading/domain/format';
import { useLiveDesk } from '../live/live-desk';
import { Failed } from '../weather/part';
import { ClosedTable } from './closed-table';
import { ExportLink } from './export-link';
import { OpenSummary } from './open-summary';
import { PerformanceCard } from './performance-card';
import styles from './portfolio.module.css';
import { TwinAccounts } from './shadow-accounts';
import { PERFORMANCE_FAILED, type PortfolioPageProps, sinceWords } from '../../contracts/portfolio';

export function PortfolioView({ desk: loaded, past, closed, twins, timeZone }: PortfolioPageProps) {
  const desk = useLiveDesk(loaded);
  const since = sinceWords(loaded.epoch);
  return (
    <>
      <PageHead desk={desk} timeZone={timeZone} />
      {past ? (
        <PerformanceCard {...past} total={desk.portfolio.totalValue} since={since} />
      ) : (
        <Failed text={PERFORMANCE_FAILED} />
      )}
      <OpenSummary desk={desk} />
      {past ? <TwinAccounts twins={twins} timeframe={past.performance.timeframe} /> : null}
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
        <time dateTime={desk.asOf}>{dateTime(Date.parse(desk.asOf), timeZone)}</time>, sequence{' '}
        {formatCount(desk.asOfSeq)}
      </p>
      <p>
        <ExportLink />
      </p>
    </div>
  );
}
