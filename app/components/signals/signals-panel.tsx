// Active signals: of the selected commodity first, then BUY and SELL.
import type { SignalsDto } from '../../contracts/signals';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { SharedMarkup } from '../shared-markup';
import { SignalCard } from './signal-card';
import { buildHref } from '../../contracts/base-path';
import styles from './signals.module.css';

const FIRST_SHOWN = 2;

const SignalCards = ({ rows }: { readonly rows: SignalsDto['rows'] }) => (
  <>
    {rows.map((signal) => (
      <SignalCard key={signal.symbol} signal={signal} />
    ))}
  </>
);

const SignalList = ({ rows }: { readonly rows: SignalsDto['rows'] }) => (
  <SharedMarkup
    as="ol"
    attributes={{ className: styles['list'] }}
    of={SignalCards}
    props={{ rows }}
  />
);

export function SignalsPanel({
  rows,
  reason,
  networks,
  shown,
}: SignalsDto & { readonly shown: CommodityKey }) {
  const rank = ({ commodity, signal }: SignalsDto['rows'][number]): number =>
    2 * Number(commodity === shown) + Number(signal !== 'HOLD');
  const ordered = [...rows].sort((a, b) => rank(b) - rank(a));
  return (
    <section className={styles['panel']} aria-labelledby="signals">
      <div className={styles['head']}>
        <h2 id="signals">AI Signals</h2>
        <p className="muted">
          {formatCount(networks)} neural networks, {formatCount(rows.length)} active signals,
          recorded before the outcome.{' '}
          <a href={buildHref('/signals')} data-visit="">
            Track record
          </a>
        </p>
        {reason === null ? null : <p className={styles['reason']}>{reason}</p>}
      </div>
      {rows.length === 0 ? null : (
        <>
          <SignalList rows={ordered.slice(0, FIRST_SHOWN)} />
          {ordered.length > FIRST_SHOWN ? (
            <details className={styles['more']}>
              <summary>
                {ordered.length - FIRST_SHOWN} more{' '}
                {ordered.length - FIRST_SHOWN === 1 ? 'signal' : 'signals'}
              </summary>
              <SignalList rows={ordered.slice(FIRST_SHOWN)} />
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}
