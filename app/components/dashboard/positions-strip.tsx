// Open positions at a glance: side, live P&L, and what is lost from here to the stop.
import type { PositionDto } from '../../contracts/api/book';
import { formatSignedMoney } from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import { fromDollars } from '../../trading/domain/units';
import { Signed } from '../figures';
import { formatStopDistance, isActivePosition, sumProfit } from './dashboard-texts';
import { buildHref } from '../../contracts/base-path';
import styles from './positions-strip.module.css';

/** More positions are in the table below. */
const SHOWN_MAX = 8;

export function PositionsStrip({ rows }: { readonly rows: readonly PositionDto[] }) {
  const open = rows.filter(isActivePosition);
  const rest = open.length - SHOWN_MAX;
  return (
    <section className={styles['strip']} aria-labelledby="open-positions">
      <h2 id="open-positions" className={styles['title']}>
        {open.length === 0 ? (
          'No open position'
        ) : (
          <>
            {open.length} open <Signed>{formatSignedMoney(sumProfit(open))}</Signed>
          </>
        )}
      </h2>
      {open.length === 0 ? (
        <p className="muted">
          <a href="#auto-trading" className="alone">
            RUN a commodity
          </a>{' '}
          to open positions on its strategy.
        </p>
      ) : (
        <ul className={styles['list']}>
          {open.slice(0, SHOWN_MAX).map((row) => (
            <OpenPosition key={row.id} row={row} />
          ))}
          {rest > 0 ? (
            <li>
              <a href="#positions" className={styles['item']}>
                {rest} more
              </a>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function OpenPosition({ row }: { readonly row: PositionDto }) {
  const { id, commodity, contract, positionType, pnl } = row;
  return (
    <li>
      <a href={buildHref(`/position/${id}`)} data-visit="" className={styles['item']}>
        <span>
          <strong>{getMarketName(commodity, null)}</strong>{' '}
          {positionType === 'LONG' ? '\u25b2' : '\u25bc'} {positionType}
          <span className="visually-hidden"> {contract}</span>
        </span>
        <span className={`${styles['pnl']} tabular`}>
          <Signed>{formatSignedMoney(fromDollars(pnl))}</Signed>
        </span>
        <span className={`${styles['stop']} muted`}>{formatStopDistance(row)}</span>
      </a>
    </li>
  );
}
