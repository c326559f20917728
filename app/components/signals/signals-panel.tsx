// Active signals, those of the selected commodity first.
import type { SignalsDto } from '../../contracts/signals';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { SignalCard } from './signal-card';
import styles from './signals.module.css';

export function SignalsPanel({
  rows,
  reason,
  networks,
  shown,
}: SignalsDto & { readonly shown: CommodityKey }) {
  const ordered = [...rows].sort(
    (a, b) => Number(b.commodity === shown) - Number(a.commodity === shown),
  );
  return (
    <section className={styles['panel']} aria-labelledby="signals">
      <div className={styles['head']}>
        <h2 id="signals">AI Signals</h2>
        <p className="muted">
          {formatCount(networks)} neural networks, {formatCount(rows.length)} active signals,
          recorded before the outcome.{' '}
          <a href="/signals" data-visit="">
            Track record
          </a>
        </p>
        {reason === null ? null : <p className={styles['reason']}>{reason}</p>}
      </div>
      {rows.length === 0 ? null : (
        <ol className={styles['list']} aria-labelledby="signals" tabIndex={0}>
          {ordered.map((signal) => (
            <SignalCard key={signal.symbol} signal={signal} timeZone={null} />
          ))}
        </ol>
      )}
    </section>
  );
}
