// Circuit breakers: usage, limit and effect of each.
import type { DeskDto } from '../../contracts/messages';
import { formatAge, formatDollars } from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import styles from './circuit-breakers.module.css';
import type { LossBreakerDto, MarginDto } from '../../contracts/api/book';

const BREAKER_TEXTS = {
  DAY_LOSS: {
    title: 'Daily loss limit',
    consequence: 'blocks entries until tomorrow',
    trippedText: 'Entries blocked until tomorrow.',
  },
  DRAWDOWN: {
    title: 'Drawdown limit',
    consequence: 'flattens, halts until re-armed',
    trippedText: 'Flattened and halted. RUN ALL re-arms after a confirmation.',
  },
} as const;

export function CircuitBreakers({
  desk: { lossBreakers, margin, losingStreaks, lossesInARowMax, asOf },
}: {
  desk: Pick<DeskDto, 'lossBreakers' | 'margin' | 'losingStreaks' | 'lossesInARowMax' | 'asOf'>;
}) {
  return (
    <section className={styles['breakers']} aria-labelledby="breakers">
      <h2 id="breakers">Circuit breakers</h2>
      <dl className={styles['list']}>
        {lossBreakers.map((breaker) => (
          <LossBreaker key={breaker.name} {...breaker} />
        ))}
        <Margin {...margin} />
        <div className={styles['breaker']}>
          <dt>Losing streak</dt>
          <dd>
            {losingStreaks.length === 0
              ? 'none'
              : losingStreaks
                  .map(
                    ({ commodity, losses, coolUntil }) =>
                      `${getMarketName(commodity, null)} ${
                        coolUntil === null
                          ? `${losses} of ${lossesInARowMax}`
                          : `paused for ${formatAge(Date.parse(coolUntil) - Date.parse(asOf))}`
                      }`,
                  )
                  .join(', ')}
          </dd>
          <dd className="muted">{lossesInARowMax} losses in a row pause the commodity for 24 h</dd>
        </div>
      </dl>
    </section>
  );
}

function Margin({ equity, maintenance, excess, calledAt }: MarginDto) {
  return (
    <div className={styles['breaker']} data-tripped={calledAt === null ? undefined : true}>
      <dt>Margin</dt>
      <dd className="tabular">
        {formatDollars(maintenance)} of {formatDollars(equity)}
      </dd>
      <dd className="muted">
        {calledAt === null
          ? `${formatDollars(excess)} before a margin call`
          : `${formatDollars(Math.abs(excess))} ${excess < 0 ? 'short' : 'free'} during a margin call`}
      </dd>
    </div>
  );
}

/** Shown for the rest of the trading day after the account was re-armed. */
const REDUCED_LIMIT_NOTE = 'Half the normal limit until the next trading day: re-armed today.';

function LossBreaker({ name, lost, allowed, isTripped, isReduced }: LossBreakerDto) {
  const { title, consequence, trippedText } = BREAKER_TEXTS[name];
  return (
    <div className={styles['breaker']} data-tripped={isTripped ? true : undefined}>
      <dt>{title}</dt>
      <dd>
        <meter
          min={0}
          max={Math.max(allowed, 0.01)}
          high={allowed * 0.75}
          optimum={0}
          value={Math.min(lost, allowed)}
          aria-label={`${title}: usage of the limit`}
        />
        <span className="tabular">
          now {formatDollars(lost)} of limit {formatDollars(allowed)}
        </span>
      </dd>
      <dd className={isTripped ? styles['tripped'] : 'muted'}>
        {isTripped ? (
          <>
            <strong>TRIPPED.</strong> {trippedText}
          </>
        ) : (
          consequence
        )}
      </dd>
      {isReduced ? <dd className="muted">{REDUCED_LIMIT_NOTE}</dd> : null}
    </div>
  );
}
