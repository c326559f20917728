// The portfolio: what the book is worth and how it came there, what is open, what is over.
import type { DeskWire } from '../../messages';
import { count, dateTime } from '../../trading/domain/format';
import { useLiveDesk } from '../live/live-desk';
import { ClosedTable } from './closed-table';
import { ExportLink } from './export-link';
import { OpenSummary } from './open-summary';
import { PerformanceCard } from './performance-card';
import styles from './portfolio.module.css';
import { TwinAccounts } from './twin-accounts';
import { type PortfolioPageProps, sinceWords } from './portfolio-figures';

export function PortfolioView({ desk: loaded, performance, chart, closed, twins, timeZone }: PortfolioPageProps) {
  const desk = useLiveDesk(loaded);
  const since = sinceWords(loaded.epoch);
  return (
    <>
      <PageHead desk={desk} timeZone={timeZone} />
      <PerformanceCard performance={performance} chart={chart} total={desk.portfolio.totalValue} since={since} />
      <OpenSummary desk={desk} />
      <TwinAccounts twins={twins} timeframe={performance.timeframe} />
      <ClosedTable rows={closed} since={since} />
    </>
  );
}

function PageHead({ desk, timeZone }: { desk: DeskWire; timeZone: string }) {
  return (
    <div className={styles['head']}>
      <h1>Portfolio</h1>
      <p className="muted">
        Market {desk.market}, as of <time dateTime={desk.asOf}>{dateTime(Date.parse(desk.asOf), timeZone)}</time>, sequence {count(desk.asOfSeq)}
      </p>
      <p>
        <ExportLink />
      </p>
    </div>
  );
}
