// Open positions summary. Actions are on the dashboard.
import { Link } from '@remix-run/react';
import type { DeskDto } from '../../contracts/messages';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatSignedMoney,
  formatUnits,
  formatDollars,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import styles from './portfolio.module.css';
import type { PositionDto } from '../../contracts/api/book';
import { buildHref } from '../../contracts/base-path';

export function OpenSummary({ desk }: { desk: DeskDto }) {
  const { portfolio } = desk;
  const open = desk.positions.filter(({ status }) => status === 'ACTIVE');
  return (
    <section className={styles['card']} aria-labelledby="open">
      <div className={styles['top']}>
        <h2 id="open">Open Positions</h2>
        <Link to="/" className={styles['more']}>
          Go to the dashboard
        </Link>
      </div>
      <dl className={styles['statistics']}>
        <Figure
          name="Positions"
          value={formatCount(portfolio.totalPositions)}
          note={`${formatCount(portfolio.profitablePositions)} in profit`}
        />
        <Figure
          name="Active P&L"
          value={formatSignedMoney(fromDollars(portfolio.unrealizedPnL))}
          note="unrealized, at last price"
          tone={getTone(portfolio.unrealizedPnL)}
        />
        <Figure
          name="Account Balance"
          value={formatDollars(portfolio.accountBalance)}
          note="without unrealized P&L"
        />
        <Figure
          name="Available Cash"
          value={formatDollars(portfolio.availableCash)}
          note="not reserved as collateral"
        />
      </dl>
      {open.length === 0 ? (
        <p className="muted">
          No open positions. RUN a commodity on the dashboard to open positions on its strategy’s
          signals.
        </p>
      ) : (
        <OpenList rows={open} />
      )}
    </section>
  );
}

const getTone = (amount: number): 'up' | 'down' | 'flat' =>
  amount > 0 ? 'up' : amount < 0 ? 'down' : 'flat';

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: 'up' | 'down' | 'flat';
}

function Figure({ name, value, note, tone = 'flat' }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`${styles['figure']} ${tone}`}>{value}</dd>
      <dd className="muted">{note}</dd>
    </div>
  );
}

function OpenList({ rows }: { rows: readonly PositionDto[] }) {
  return (
    <ul className={styles['open']}>
      {rows.map((row) => (
        <li key={row.id}>
          <a href={buildHref(`/position/${row.id}`)} data-visit="">
            {COMMODITIES[row.commodity].displayName} {row.contract}
          </a>
          <span className="muted">
            {row.positionType === 'LONG' ? '\u25b2 LONG' : '\u25bc SHORT'}{' '}
            {formatUnits(row.commodity, row.size)}
          </span>
          <span className={getTone(row.pnl)}>{formatSignedMoney(fromDollars(row.pnl))}</span>
        </li>
      ))}
    </ul>
  );
}
