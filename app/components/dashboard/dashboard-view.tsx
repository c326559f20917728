// The dashboard: the book in tiles, the ten commodities with their buttons, the open positions.
import { Form, Link } from '@remix-run/react';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import { AutoTradingTable } from './auto-trading-table';
import type { DashboardFigures, Failure } from './dashboard-figures';
import styles from './dashboard.module.css';
import { PositionsTable } from './positions-table';

export function DashboardView({ failure, ...figures }: DashboardFigures & { failure: Failure | null }) {
  const { tiles, asOf, market } = figures;
  return (
    <>
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
      <div className={styles['head']}>
        <div>
          <h1>Trading Dashboard</h1>
          <p className="muted">
            Market {market}, as of <time dateTime={asOf.iso}>{asOf.text}</time>, sequence {asOf.seq}
          </p>
        </div>
        <DeskButtons {...figures} />
      </div>
      <section aria-labelledby="book">
        <h2 id="book" className="visually-hidden">
          Book
        </h2>
        <dl className={styles['tiles']}>
          {tiles.map((tile) => (
            <div key={tile.name} className={styles['tile']}>
              <dt>{tile.name}</dt>
              <dd className={`${styles['figure']} ${tile.tone === 'flat' ? '' : tile.tone}`}>{tile.value}</dd>
              <dd className="muted">{tile.note}</dd>
            </div>
          ))}
        </dl>
      </section>
      <AutoTradingTable rows={figures.commodities} />
      <PositionsTable rows={figures.positions} />
    </>
  );
}

/** STOP ALL means no new entries, CLOSE ALL flattens: said beneath, because they are easily taken for each other. */
function DeskButtons({ globalActive, isActive, positions }: DashboardFigures) {
  return (
    <div className={styles['actions']}>
      <Form method="post" className={styles['buttons']} preventScrollReset>
        <FormToken name="all" />
        <Button name="intent" value="run-all" look="run" disabled={globalActive}>
          RUN ALL
        </Button>
        <Button name="intent" value="stop-all" disabled={!globalActive && !isActive}>
          STOP ALL
        </Button>
        {positions.length === 0 ? (
          <Button type="button" disabled>
            CLOSE ALL
          </Button>
        ) : (
          <Link to="?confirm=close-all" className={styles['danger']}>
            CLOSE ALL
          </Link>
        )}
      </Form>
      <p className="muted">STOP: no new entries, protective exits go on. CLOSE: out at market.</p>
    </div>
  );
}
