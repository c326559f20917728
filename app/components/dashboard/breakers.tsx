// How far the book is from each breaker, and what each does when it trips: figures in words, a bar beside them.
import type { DeskWire } from '../../messages';
import type { LossBreakerWire } from '../../messages/breakers';
import { COMMODITIES } from '../../trading/domain/commodity';
import { age, money } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import styles from './breakers.module.css';

const WORDS = {
  DAY_LOSS: { title: 'Loss of the day', deed: 'then no new entries until tomorrow', tripped: 'No new entries until tomorrow.' },
  DRAWDOWN: { title: 'Fall from the peak', deed: 'then all is stopped and closed until RUN ALL', tripped: 'Stopped and closed. RUN ALL begins again from the equity of now.' },
} as const;

const dollars = (amount: number): string => money(fromDollars(amount));

export function Breakers({ desk: { lossBreakers, losingStreaks, lossesInARowMax, asOf } }: { desk: Pick<DeskWire, 'lossBreakers' | 'losingStreaks' | 'lossesInARowMax' | 'asOf'> }) {
  return (
    <section className={styles['breakers']} aria-labelledby="breakers">
      <h2 id="breakers">Breakers</h2>
      <dl className={styles['list']}>
        {lossBreakers.map((breaker) => (
          <MoneyBreaker key={breaker.name} {...breaker} />
        ))}
        <div className={styles['breaker']}>
          <dt>Trades lost in a row</dt>
          <dd>
            {losingStreaks.length === 0 ? 'none' : losingStreaks.map(({ commodity, losses, coolUntil }) => `${COMMODITIES[commodity].displayName.replace(' Futures', '')} ${
              coolUntil === null ? `${losses} of ${lossesInARowMax}` : `pauses for ${age(Date.parse(coolUntil) - Date.parse(asOf))}`}`).join(', ')}
          </dd>
          <dd className="muted">at {lossesInARowMax} a commodity opens nothing for a day</dd>
        </div>
      </dl>
    </section>
  );
}

function MoneyBreaker({ name, lost, allowed, isTripped }: LossBreakerWire) {
  const { title, deed, tripped } = WORDS[name];
  return (
    <div className={styles['breaker']} data-tripped={isTripped ? true : undefined}>
      <dt>{title}</dt>
      <dd>
        <meter min={0} max={Math.max(allowed, 0.01)} high={allowed * 0.75} optimum={0} value={Math.min(lost, allowed)} aria-label={`${title}: share of what is allowed`} />
        <span className="tabular">
          {dollars(lost)} of {dollars(allowed)}
        </span>
      </dd>
      <dd className={isTripped ? styles['tripped'] : 'muted'}>{isTripped ? <><strong>TRIPPED.</strong> {tripped}</> : deed}</dd>
    </div>
  );
}
