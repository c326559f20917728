// Recent decisions with reasons, newest first, from the event log.
import type { DecisionDto } from '../../contracts/dashboard';
import { formatDateTime } from '../../trading/domain/format';
import { Sentence } from '../figures';
import { FoldedList } from './folded-list';
import { buildHref } from '../../contracts/base-path';
import styles from './panels.module.css';

interface DecisionRows {
  readonly rows: readonly DecisionDto[];
  readonly timeZone: string;
}

export function DecisionLog({ rows, timeZone }: DecisionRows) {
  return (
    <section className={styles['panel']} aria-labelledby="decisions">
      <div className={styles['head']}>
        <h2 id="decisions">Decision log</h2>
        <p className="muted">
          Decisions in this account, with reasons.{' '}
          <a href={buildHref('/notifications')} data-visit="">
            All notifications
          </a>
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="muted">No decisions in this account yet. RUN starts a strategy.</p>
      ) : (
        <FoldedList rows={rows} of={Decisions} timeZone={timeZone} noun="decision" />
      )}
    </section>
  );
}

const Decisions = ({ rows, timeZone }: DecisionRows) => (
  <>
    {rows.map((row) => (
      <Decision key={row.seq} row={row} timeZone={timeZone} />
    ))}
  </>
);

function Decision({ row, timeZone }: { readonly row: DecisionDto; readonly timeZone: string }) {
  return (
    <li className={styles['item']}>
      <p className={styles['line']}>
        <strong className={row.kind === 'refusal' ? 'bad' : undefined}>{row.title}</strong>
        <time dateTime={row.at} className="muted">
          {formatDateTime(Date.parse(row.at), timeZone)}
        </time>
      </p>
      <p>
        <Sentence>{row.reason}</Sentence>
      </p>
      {row.seen === null ? null : <p className="muted">{row.seen}</p>}
    </li>
  );
}
