// Alerts above every screen: a halt, a stop, a tripped breaker, with the ways out. Server-rendered,
// so they need no script.
import type { AlertWay, ShellAlert } from '../../contracts/messages';
import { assertNever } from '../../trading/domain/outcome';
import { FormToken } from '../form-token';
import { Icon } from '../icon';
import { buildHref } from '../../contracts/base-path';
import { useRoleBlock } from '../role-context';
import styles from './alert-strips.module.css';

export function AlertStrips({ alerts }: { readonly alerts: readonly ShellAlert[] }) {
  return alerts.map(({ kind, title, text, ways }) => (
    <div key={title} role={kind} className={`${styles['strip']} ${styles[kind] ?? ''}`}>
      <Icon name="warning" size={20} />
      <p>
        <strong>{title}</strong> {text}
      </p>
      {ways.length === 0 ? null : (
        <div className={styles['ways']}>
          {ways.map((way) => (
            <Way key={way} way={way} />
          ))}
        </div>
      )}
    </div>
  ));
}

function Way({ way }: { readonly way: AlertWay }) {
  const roleBlock = useRoleBlock('trader');
  switch (way) {
    case 'close-all':
      return (
        <a href={buildHref('/?confirm=close-all')} data-visit="" className={styles['way']}>
          CLOSE ALL
        </a>
      );
    case 'rearm':
      return (
        <a href={buildHref('/?confirm=rearm')} data-visit="" className={styles['way']}>
          RE-ARM
        </a>
      );
    case 'run-all':
      return (
        <form method="post" action={buildHref('/')}>
          <FormToken name="alert-run-all" />
          <button
            type="submit"
            name="intent"
            value="run-all"
            className={styles['way']}
            disabled={roleBlock !== null}
            title={roleBlock ?? undefined}
          >
            Resume with RUN ALL
          </button>
        </form>
      );
    default:
      return assertNever(way);
  }
}
