// Alerts above every screen while the system has a fault. Server-rendered, so they need no script.
import type { ShellAlert } from '../../contracts/messages';
import { Icon } from '../icon';
import styles from './alert-strips.module.css';

export function AlertStrips({ alerts }: { readonly alerts: readonly ShellAlert[] }) {
  return alerts.map(({ kind, title, text }) => (
    <div key={title} role={kind} className={`${styles['strip']} ${styles[kind] ?? ''}`}>
      <Icon name="warning" size={20} />
      <p>
        <strong>{title}</strong> {text}
      </p>
    </div>
  ));
}
